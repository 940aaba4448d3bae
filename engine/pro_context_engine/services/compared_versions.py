"""The comparison of two versions of a library (contract `full`, tool compare-versions)."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import field, replace

from pro_context_engine.code_checks import languages
from pro_context_engine.code_checks.changes.kept_names import without_kept
from pro_context_engine.code_checks.changes.stated_passages import Passages, telling_pages
from pro_context_engine.code_checks.changes.table_changes import table_changes
from pro_context_engine.code_checks.changes.topic_changes import about_topic
from pro_context_engine.code_checks.changes.used_changes import used_changes, with_names
from pro_context_engine.concurrency.gathering import gather
from pro_context_engine.documents.chunks.tokens import count
from pro_context_engine.domain.api_changes import ApiChange, ComparedVersion, Focus, VersionComparison
from pro_context_engine.domain.code_findings import CodeCheck
from pro_context_engine.domain.errors import DocsError, VersionUnknown
from pro_context_engine.domain.interfaces import PackagedSource
from pro_context_engine.domain.model import Library, Page, TocEntry
from pro_context_engine.domain.recent_values import RecentValues
from pro_context_engine.domain.symbols import SymbolTable
from pro_context_engine.domain.value_class import part_class, value_class
from pro_context_engine.ingestion.guide_intake import GuideIntake
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.ingestion.symbol_intake import MOST_SECONDS, RETRY_SECONDS, SymbolIntake
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.services.checked_code import CodeCheckService
from pro_context_engine.services.page import PageService
from pro_context_engine.services.used_packages import UsedPackage, UsedPackages
from pro_context_engine.services.versions import WantedVersions

MOST_FINDINGS = 200
"""Findings of a check of the caller's code that are compared."""

_KEPT_PAIRS = 8
_CHANGE_TOKENS = 24
_MOST_SHOWN = 400

_NEWEST = "the newest stable version"
_ASKED = "asked for"


@value_class
class _Compared:
    """The two compared versions of a library, and the names of parts that are not compared, each with its reason."""

    library: Library
    before: UsedPackage
    after: UsedPackage
    missing: list[tuple[str, str]]

    @property
    def both(self) -> tuple[UsedPackage, UsedPackage]:
        """Both packages, the earlier first."""
        return self.before, self.after

    @property
    def versions(self) -> tuple[str, str]:
        """Both versions, the earlier first."""
        return self.before.files.version, self.after.files.version


@value_class
class _Pair:
    """The tables of two versions and the changes between them; a table is None where it cannot be made."""

    old: SymbolTable | None
    new: SymbolTable | None
    changes: tuple[ApiChange, ...]


@part_class
class ComparisonService:
    """Compare two versions of a library.

    Attributes:
        finder: finds libraries.
        used_packages: has the files of packages at hand.
        versions: chooses versions, and opens libraries.
        ingest: knows the sources.
        symbol_intake: has symbol tables made.
        code_check: checks the caller's code.
        pages: gives the pages that tell of changes.
        guide_intake: adds the guides of packages behind the answer.
        patience: seconds to wait for these pages.
    """

    finder: LibraryFinder
    used_packages: UsedPackages
    versions: WantedVersions
    ingest: Ingest
    symbol_intake: SymbolIntake
    code_check: CodeCheckService
    pages: PageService
    guide_intake: GuideIntake
    patience: float
    _pairs: RecentValues[tuple[str, str, str], _Pair] = field(
        init=False, default_factory=lambda: RecentValues(_KEPT_PAIRS)
    )

    async def compare(
        self, library_id: str, old: str | None, new: str | None, focus: Focus, max_tokens: int
    ) -> VersionComparison:
        """Return the changes of a library's API from one version to another.

        Args:
            library_id: id of the library, or a package's name.
            old: the caller's words for the earlier version (see `requested_version`); None for the project's.
            new: those for the later version; None for the newest stable one.
            focus: the part that is asked for.
            max_tokens: bound on the changes as they are shown; at least one is shown.

        Raises:
            LibraryUnknown: no library has this id.
            VersionUnknown: no source has one of the versions, or the project's version is meant and it has none.
            CodeUnreadable: the code cannot be read.
            DocsError: the fact why a version cannot be read.
        """
        library = self.finder.project_library(library_id)
        compared = await self._compared(library, old, new)
        opened = await self._opened(library, compared.after)
        pair = await self._pair(compared)
        changes = list(pair.changes)
        if focus.code:
            changes = await self._in_code(compared, focus, pair)
        if focus.names:
            changes = list(with_names(changes, focus.names))
        if focus.topic:
            changes = about_topic(changes, focus.topic)
        shown, documents = await self._with_passages(changes, opened, compared.versions)
        if opened is not None:
            self.guide_intake.start(opened)
        installed = self.versions.verdict(library.library_id, compared.before.files.version)
        return VersionComparison(
            library.library_id,
            compared.after.files.name,
            self._reason(compared.before, old, installed.reason),
            self._reason(compared.after, new, _NEWEST),
            tuple(_within(shown, max_tokens)),
            Counter(change.kind for change in changes),
            tuple((entry.title or entry.url, entry.url) for entry in documents),
            tuple(compared.missing),
        )

    async def _compared(self, library: Library, old: str | None, new: str | None) -> _Compared:
        if old is None and await self.versions.exact(library, None) is None:
            _, published = await self.versions.published(library)
            if not published:
                await self._one(library, "latest")  # raises why there is none
            raise VersionUnknown(library.library_id, "installed", list(published))
        before, after = await gather(self._one(library, asked) for asked in (old, new or "latest"))
        compared = _Compared(library, before, after, [])
        if before.files.version == after.files.version:
            compared.missing.append((before.files.name, f"both versions are {before.files.version}"))
        return compared

    async def _one(self, library: Library, asked: str | None) -> UsedPackage:
        (found,) = await self.used_packages.named([(library.library_id, asked)])
        return found

    def _reason(self, used: UsedPackage, asked: str | None, otherwise: str) -> ComparedVersion:
        # The reason becomes a part of a sentence.
        return ComparedVersion(used.files.version, _ASKED if asked else otherwise.removesuffix("."))

    # -- tables ------------------------------------------------------------------------------------------------------

    async def _pair(self, compared: _Compared) -> _Pair:
        """Return the tables of both versions with their changes, kept for the pairs that were asked for last."""
        library, missing = compared.library, compared.missing
        key = (library.library_id, *compared.versions)
        pair = self._pairs.get(key)
        if pair is None:
            old, new = await gather(self._table(library, used) for used in compared.both)
            changes = await asyncio.to_thread(table_changes, old, new) if old and new else ()
            changes = await asyncio.to_thread(without_kept, changes, compared.before.folder, compared.after.folder)
            pair = _Pair(old, new, changes)
            if old and new:
                self._pairs.keep(key, pair)
        for used, table in zip(compared.both, (pair.old, pair.new), strict=True):
            package = f"{used.files.name} {used.files.version}"
            if table is None and await self._is_read(library, used):
                missing.append((package, f"its names are being read: ask again in {RETRY_SECONDS} seconds"))
            elif table is None or not table.symbols:
                missing.append((package, "it has no readable public names"))
            elif table.truncated:
                missing.append((package, "it is too large: its least public names are left out"))
        return pair

    async def _table(self, library: Library, used: UsedPackage) -> SymbolTable | None:
        version = used.files.version
        with suppress(DocsError):
            opened = await self.versions.open(library, version)
            if isinstance(opened.source, PackagedSource):
                return await self.symbol_intake.table(opened)
        # The library's own pages come from elsewhere; the table of its package is made for this answer.
        for source in self.ingest.serving(library, version):
            if isinstance(source, PackagedSource):
                with suppress(DocsError, TimeoutError):
                    async with asyncio.timeout(MOST_SECONDS):
                        return await source.symbol_table(library, version)
        return None

    async def _is_read(self, library: Library, used: UsedPackage) -> bool:
        """Tell whether the table of a version is being made, for longer than a request waits."""
        opened = await self._opened(library, used)
        return opened is not None and self.symbol_intake.awaited(opened)

    async def _opened(self, library: Library, used: UsedPackage) -> OpenedLibrary | None:
        with suppress(DocsError):
            return await self.versions.open(library, used.files.version)
        return None

    # -- code --------------------------------------------------------------------------------------------------------

    async def _in_code(self, compared: _Compared, focus: Focus, pair: _Pair) -> list[ApiChange]:
        """Return the changes that affect the caller's code: those of its names, and the findings of both checks."""
        missing = compared.missing
        checks: list[CodeCheck] = []
        for version in compared.versions:
            wanted = [(compared.library.library_id, version)]
            checks.append(await self.code_check.check(focus.code, focus.language, wanted, MOST_FINDINGS))
        missing += [one for one in checks[0].not_checked if one not in missing]
        if not any(one.uses for one in checks[0].checked):
            missing.append(("code", f"nothing in it is known to use {compared.before.files.name}"))
        elif checks[0].language != languages.PYTHON:
            missing.append(("code", "changes that raise no finding are not looked for in this language"))
        return await asyncio.to_thread(used_changes, pair.changes, (pair.old, pair.new), *checks)

    # -- passages ----------------------------------------------------------------------------------------------------

    async def _with_passages(
        self,
        changes: Sequence[ApiChange],
        opened: OpenedLibrary | None,
        versions: tuple[str, str],
    ) -> tuple[list[ApiChange], list[TocEntry]]:
        """Return the first changes with the passages that tell of them, and the pages that were read."""
        first = list(changes[:_MOST_SHOWN])
        entries = telling_pages(opened.toc.entries if opened else (), *versions)
        if opened is None or not entries or not first:
            return first, []
        read: list[tuple[TocEntry, Page]] = []

        async def read_one(entry: TocEntry) -> None:
            with suppress(DocsError):
                read.append((entry, (await self.pages.page(entry.url)).page))

        with suppress(TimeoutError):
            async with asyncio.timeout(self.patience):
                await gather(read_one(entry) for entry in entries)
        order = {entry.url: number for number, entry in enumerate(entries)}
        read.sort(key=lambda pair: order[pair[0].url])
        passages = await asyncio.to_thread(Passages, [page for _, page in read], *versions)
        found = await asyncio.to_thread(lambda: [passages.with_passage(one) for one in first])
        return found, [entry for entry, _ in read]


def _within(changes: Iterable[ApiChange], max_tokens: int) -> Iterable[ApiChange]:
    """Yield the first changes within a budget, at least one; a passage without room is left out, its change stays."""
    left = max_tokens
    for number, change in enumerate(changes):
        cost = _tokens(change)
        if cost > left and change.stated is not None:
            change = replace(change, stated=None)
            cost = _tokens(change)
        if number and cost > left:
            return
        left -= cost
        yield change


def _tokens(change: ApiChange) -> int:
    texts = [change.symbol, change.before, change.after, change.detail, change.replacement, change.url]
    if change.stated is not None:
        texts += [change.stated.text, change.stated.url]
    return _CHANGE_TOKENS + count(" ".join(texts))
