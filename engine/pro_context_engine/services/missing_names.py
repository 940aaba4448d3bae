"""Names that a question asks for and that a package version lacks: said first, with the version that has them."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

import orjson
from packaging.version import InvalidVersion, Version

from pro_context_engine.domain.model import Hit
from pro_context_engine.domain.storage import SymbolStore
from pro_context_engine.domain.symbols import NamesInTexts
from pro_context_engine.domain.value_class import part_class
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.ingestion.symbol_intake import SymbolIntake
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.search.asked_symbols import AskedSymbol
from pro_context_engine.services.newest_names import NewestNames, Place
from pro_context_engine.services.removed_names import RemovedNames
from pro_context_engine.sources.packages.symbols.json_form import of_json

if TYPE_CHECKING:
    from pro_context_engine.domain.api_changes import ApiChange

ROOM = 1_000
"""Tokens of the passages that an answer shows when the only name that is asked for is missing."""

CONFIDENCE = 0.1
"""The confidence in such an answer, 0..1."""

MOST_MISSING = 3
"""The maximum number of names that an answer reports as missing."""

_UNKNOWN = NamesInTexts()
_MOST_VERSIONS = 5
_NEAR, _LEAST_ALIKE = 3, 0.75
# Shorter words are parts of many names.
_INNER_WORD = re.compile(r"[A-Z]?[a-z]{3,}")


@part_class
class MissingNames:
    """Tell which names a package version lacks.

    Attributes:
        finder: knows the libraries, whose names are spelt like those of symbols.
        newest_names: looks names up in the newest versions.
        removed_names: looks names up in the stored tables of earlier versions.
        ingest: knows which versions are stored.
        symbol_intake: has the symbol tables made.
        store: keeps the tables.
        patience: seconds to wait for the newest version.
    """

    finder: LibraryFinder
    newest_names: NewestNames
    removed_names: RemovedNames
    ingest: Ingest
    symbol_intake: SymbolIntake
    store: SymbolStore
    patience: float

    def expect(self, opened: OpenedLibrary, names: Sequence[AskedSymbol]) -> None:
        """Begin to look up which other version has each of the first names, which a warning is about to need."""
        for one in names[:MOST_MISSING]:
            self.newest_names.start(opened.library, one.name)

    async def warnings(
        self, lacking: Sequence[tuple[OpenedLibrary, AskedSymbol, Sequence[Hit]]], *, underway: bool
    ) -> list[str]:
        """Return a sentence for each of the first names that a library lacks.

        Args:
            lacking: libraries, each with a name and its hits; see `warning`.
            underway: see `warning`.
        """
        sentences = (self.warning(*one, underway=underway) for one in lacking[:MOST_MISSING])
        return [sentence for sentence in await asyncio.gather(*sentences) if sentence]

    async def warning(self, opened: OpenedLibrary, asked: AskedSymbol, hits: Sequence[Hit], *, underway: bool) -> str:
        """Return a sentence that says that a library lacks a name, "" if it may have it.

        A name counts as missing if no public symbol has it, and none of the best sections has it in its text, nor, for
        a name without an owner, the source. A word of a sentence that only looks like a name (`camelCase`) must also be
        near to the names of the package, or be in another version of it. Beside other words, names of other libraries
        are not missing.

        Args:
            opened: the library.
            asked: the name, which has the form of code, and which no public symbol has.
            hits: the best sections for the question.
            underway: whether pages are being fetched; then the name must be in no text of the package.
        """
        if any(_word(asked.name).search(hit.chunk.text) for hit in hits):
            return ""
        # That some text has the last part of a dotted name says little about its owner.
        texts = (
            await self.symbol_intake.in_texts(opened, [asked.name]) if underway or "." not in asked.name else _UNKNOWN
        )
        if ("." not in asked.name and asked.name in texts.present) or (underway and asked.name not in texts.absent):
            return ""
        is_meant = asked.alone or asked.is_marked
        if not is_meant and self._is_library(asked.name):
            return ""
        known = await self.store.symbol_names([opened.key])
        if not asked.alone and self._is_of_another(asked.name, known):
            return ""
        where, near = await asyncio.gather(
            self._elsewhere(opened, asked.name), asyncio.to_thread(_near, asked.name, known)
        )
        if not (is_meant or where or near or await asyncio.to_thread(_has_word_of, asked.name, known)):
            return ""
        elsewhere = await self._found_elsewhere(opened, where, asked.name) if where else ""
        similar = f" Similar names: {', '.join(f'`{name}`' for name in near)}." if near else ""
        package = " ".join(opened.key)
        return f"`{asked.name}` is not in {package}: neither a public name nor the text has it.{elsewhere}{similar}"

    async def _found_elsewhere(self, opened: OpenedLibrary, where: Place, name: str) -> str:
        """Return the sentences that name another version with a name, and its replacement."""
        version, url = where
        if not _is_earlier(version, opened.key[1]):
            return f" {version} has it: {url}."
        meant = await self._replacement(opened, version, name)
        return f" It was removed after {version}: {url}." + (f" Use `{meant}`." if meant else "")

    async def _elsewhere(self, opened: OpenedLibrary, name: str) -> Place | None:
        """Return another version that has a name, and the URL of the page that documents it there; None for none."""
        library, version = opened.library, opened.key[1]
        stored = [one for one in await self.ingest.stored_versions(library) if one not in ("", version)]
        for other in stored[:_MOST_VERSIONS]:
            if place := await self.removed_names.place(library.library_id, other, name):
                return other, place.url
        return await self._newest(opened, name)

    async def _replacement(self, opened: OpenedLibrary, earlier: str, name: str) -> str:
        """Return the name that takes the place of a removed one, as the two symbol tables tell; "" for unknown."""
        library_id, version = opened.key
        tables = [await self.store.symbol_table(library_id, one) for one in (earlier, version)]
        if not all(tables):
            return ""
        changes = await asyncio.to_thread(_gone, *tables)
        last = name.rpartition(".")[2]
        gone = (one for one in changes if one.symbol.rpartition(".")[2] == last)
        return next((one.replacement or one.after for one in gone if one.replacement or one.after), "")

    async def _newest(self, opened: OpenedLibrary, name: str) -> Place | None:
        """Return the place of a name in the newest version, None if that lacks it, or is not ready in time."""
        task = self.newest_names.start(opened.library, name)
        await asyncio.wait({task}, timeout=self.patience)
        found = task.result() if task.done() else None
        return found if found and found[0] != opened.key[1] else None

    def _is_of_another(self, name: str, known: Sequence[str]) -> bool:
        """Tell whether a name begins with a module of Python or with another library (`numpy.ndarray`)."""
        root, dot, _ = name.partition(".")
        if not dot or any(one.startswith(f"{root}.") for one in known):
            return False
        return root in sys.stdlib_module_names or self._is_library(root)

    def _is_library(self, name: str) -> bool:
        """Tell whether a name is that of a known library."""
        return any(match.relevance == 1.0 for match in self.finder.resolve(name, None)[:1])


def _near(name: str, known: Sequence[str]) -> list[str]:
    """Return the canonical names whose last names are spelt most like a name."""
    full = {one.rpartition(".")[2]: one for one in reversed(known)}
    return [full[one] for one in _alike(name.rpartition(".")[2], list(full))]


def _has_word_of(name: str, known: Sequence[str]) -> bool:
    """Tell whether one of the words that a name is made of is in one of the known names (`Response` of JsonResponse).

    Technologies are spelt like names too (`JavaScript`, `GraphQL`); those that a package deals with are in its texts.
    """
    words = {word.lower() for word in _INNER_WORD.findall(name)}
    return any(not words.isdisjoint(word.lower() for word in _INNER_WORD.findall(one)) for one in known)


def _word(name: str) -> re.Pattern[str]:
    """Return the pattern of the last part of a name as a word."""
    return re.compile(rf"(?<!\w){re.escape(name.rpartition('.')[2])}(?!\w)")


def _is_earlier(one: str, other: str) -> bool:
    try:
        return Version(one) < Version(other)
    except InvalidVersion:
        return False


def _gone(old: bytes, new: bytes) -> Sequence[ApiChange]:
    """Return the changes that took a name away."""
    # Most questions name nothing that is missing.
    from pro_context_engine.code_checks.changes.table_changes import table_changes  # noqa: PLC0415
    from pro_context_engine.domain.api_changes import ChangeKind  # noqa: PLC0415

    try:
        changes = table_changes(of_json(orjson.loads(old)), of_json(orjson.loads(new)))
    except ValueError:
        return ()
    return [one for one in changes if one.kind in (ChangeKind.REMOVED, ChangeKind.RENAMED, ChangeKind.MOVED)]


def _alike(name: str, known: Sequence[str]) -> list[str]:
    """Return the known names that are spelt most like a name, at most three, the most similar first."""
    # Loading rapidfuzz takes longer than an answer, and most names are found.
    from rapidfuzz import fuzz, process  # noqa: PLC0415

    # No name that the slower comparison takes for similar is left out: its ratio is never the higher one.
    similar = process.extract(name, known, scorer=fuzz.ratio, score_cutoff=100 * _LEAST_ALIKE, limit=None)
    return get_close_matches(name, [one for one, _, _ in similar], _NEAR, _LEAST_ALIKE)
