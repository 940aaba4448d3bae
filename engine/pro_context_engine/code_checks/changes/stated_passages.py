"""The passages of changelogs and migration guides that tell of a change."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from packaging.version import InvalidVersion, Version

from pro_context_engine.domain.api_changes import ApiChange, ChangeKind, StatedChange
from pro_context_engine.domain.model import Page, TocEntry
from pro_context_engine.domain.value_class import value_class

MOST_PAGES = 6
"""Pages of one comparison that are read."""

LONGEST = 300
"""Characters of a passage."""

_MIGRATION = re.compile(r"migrat|upgrad|breaking|what.?s.?new|porting", re.I)
_HISTORY = re.compile(r"change.?log|changes|release.?notes|releases|history|\bnews\b", re.I)
_NUMBER = re.compile(r"(?<![\w.])v?(\d{1,4}(?:\.\d{1,4}){0,3})(?![\w])")
_LATER = ("renamed", "removed", "moved", "replac", "instead", "deprecat", "no longer", "changed", "use ", "new ")
_MOST_CHARACTERS = 600_000
_WORD = re.compile(r"[A-Za-z_]\w{2,}")


@value_class
class _Passage:
    text: str
    url: str
    version: str


def telling_pages(entries: Iterable[TocEntry], old: str, new: str) -> list[TocEntry]:
    """Return the pages that may tell of the changes between two versions, the most promising first.

    Args:
        entries: the table of contents of the later version.
        old: the earlier version.
        new: the later version.
    """
    found: dict[str, tuple[int, int, TocEntry]] = {}
    for place, entry in enumerate(entries):
        url = entry.url.partition("#")[0]
        words = f"{entry.title} {url.rpartition('/')[2]} {entry.section}"
        about = f"{entry.title} {'/'.join(url.split('/')[-2:])} {entry.section}"
        migration, history = bool(_MIGRATION.search(about)), bool(_HISTORY.search(about))
        if url in found or "/api/" in url or not (migration or history):
            continue
        numbers = [one for one in _NUMBER.findall(words.replace("_", ".")) if "." in one]
        within = [one for one in numbers if is_between(one, old, new)]
        if numbers and not within:
            continue
        rank = 2 * (not within) + (not migration)
        found[url] = (rank, place, entry._replace(url=url))
    return [entry for _, _, entry in sorted(found.values(), key=lambda one: one[:2])][:MOST_PAGES]


def is_between(version: str, old: str, new: str) -> bool:
    """Tell whether a version comes after one of two others and not after the other, as far as it is written out.

    Args:
        version: two or more numbers; `2.0` also stands for what leads to it.
        old: one of the two versions.
        new: the other one.
    """
    try:
        first, last = sorted((Version(old), Version(new)))
        one = Version(version)
    except InvalidVersion:
        return False
    return first.release[: len(one.release)] < one.release <= last.release


class Passages:
    """The passages of some pages, by the words in them.

    Args:
        pages: changelogs and migration guides.
        old: the earlier version.
        new: the later version.
    """

    def __init__(self, pages: Iterable[Page], old: str, new: str) -> None:
        self._blocks = [block for page in pages for block in _blocks(page, old, new)]
        self._places: dict[str, list[int]] = defaultdict(list)
        for number, block in enumerate(self._blocks):
            for word in set(_WORD.findall(block.text)):
                self._places[word].append(number)

    def with_passage(self, change: ApiChange) -> ApiChange:
        """Return a change with the passage that tells of it; the change itself where none does, or it has one."""
        if change.stated is not None or change.kind is ChangeKind.ADDED:
            return change
        parts = change.symbol.split(".")
        names = change.parameters[:4] or (parts[-1],)
        best, highest = None, 0.0
        for name in names:
            for number in self._places.get(name, ())[:200]:
                block = self._blocks[number]
                score = _score(block.text, name, parts, is_parameter=bool(change.parameters))
                if score > highest:
                    best, highest = block, score
        if best is None:
            return change
        stated = StatedChange(_cut(best.text, names), best.url, best.version)
        return replace(change, stated=stated, since=change.since or best.version)


def _score(text: str, name: str, parts: Sequence[str], *, is_parameter: bool) -> float:
    """Return how surely a passage tells of a change, 0 for not at all: the name is code, and its owner is named."""
    word = re.escape(name)
    in_code = re.search(rf"`[^`]*(?<!\w){word}(?!\w)[^`]*`", text)
    telling = "_" in name.strip("_") or (name[:1].isupper() and not name.isupper() and name[1:] != name[1:].lower())
    if not in_code and not (telling and re.search(rf"(?<!\w){word}(?!\w)", text)):
        return 0.0
    lower = text.lower()
    owners = parts if is_parameter else parts[:-1]
    owner = owners[-1] if owners else ""
    named = bool(owner) and re.search(rf"(?<!\w){re.escape(owner)}(?!\w)", text) is not None
    said = sum(word in lower for word in _LATER)
    if is_parameter and not named:
        return 0.0
    return 1.0 + 2.0 * named + 0.5 * min(said, 3) - 0.001 * len(text) if said else 0.0


def _cut(text: str, names: Sequence[str]) -> str:
    """Return the part of a passage around the first name, in at most 300 characters."""
    plain = re.sub(r"^\s*(?:[-*+]|\d+\.)\s+", "", " ".join(text.split()))
    if len(plain) <= LONGEST:
        return plain
    places = [found for name in names if (found := plain.find(name)) >= 0]
    start = max(0, min(places, default=0) - LONGEST // 3)
    start = plain.find(" ", start) + 1 if start else 0
    part = plain[start : start + LONGEST - 2]
    return f"{'…' if start else ''}{part.rpartition(' ')[0]}…"


def _blocks(page: Page, old: str, new: str) -> Iterator[_Passage]:
    """Yield the paragraphs and list items of a page, without those under the heading of a version outside the two."""
    headings = {one.line: one for one in page.headings}
    numbers = [one for one in _NUMBER.findall(page.title) if "." in one]
    standing = version = numbers[0] if numbers else ""
    anchor, level_of_version, wanted = "", 0, True
    lines: list[str] = []
    for number, line in enumerate(page.markdown[:_MOST_CHARACTERS].split("\n"), 1):
        heading = headings.get(number)
        starts = heading is not None or not line.strip() or re.match(r"\s*(?:[-*+]|\d+\.)\s", line) is not None
        if starts and lines:
            if wanted:
                yield _Passage("\n".join(lines), f"{page.url}{anchor}", version)
            lines = []
        if heading is None:
            if line.strip():
                lines.append(line)
            continue
        anchor = f"#{heading.anchor}"
        named = [one for one in _NUMBER.findall(heading.title) if "." in one]
        if named:
            version, level_of_version = named[0], heading.level
            wanted = any(is_between(one, old, new) for one in named)
        elif heading.level <= level_of_version:
            version, level_of_version, wanted = standing, 0, True
    if lines and wanted:
        yield _Passage("\n".join(lines), f"{page.url}{anchor}", version)
