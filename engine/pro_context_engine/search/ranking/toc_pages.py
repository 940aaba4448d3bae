"""A table of contents, page by page: guides first, then the modules of an API by how public they are (decision 70)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b

from pro_context_engine.domain.errors import CursorUnusable
from pro_context_engine.domain.model import TocEntry
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.search.excerpts.token_estimate import most_tokens_of_json
from pro_context_engine.search.ranking.toc import is_seldom_needed, matching_entries

_DIGEST_BYTES = 8
_CURSOR = re.compile(r"([1-9][0-9]{0,5})-([0-9a-f]{16})")
_API_SECTION = re.compile(r"\b(api|reference)\b", re.IGNORECASE)
_MODULE = re.compile(r"@?[\w-]+([./][\w-]+)*")
_NOT_FOR_USERS = re.compile(r"_.*|tests?|vendor(ed)?|internals?")
_GUIDE, _API, _SELDOM = range(3)


@value_class
class TocPage:
    """Some entries of a table of contents.

    Attributes:
        entries: those that fit, in the order of all pages.
        total: number of entries on all pages.
        cursor: of the next page, "" after the last.
    """

    entries: Sequence[TocEntry]
    total: int
    cursor: str


def toc_page(entries: Sequence[TocEntry], topic: str, cursor: str, max_tokens: int) -> TocPage:
    """Return the entries that fit into a budget, at least one where there are any.

    Args:
        entries: a table of contents, or a part of it.
        topic: words that an entry must share, the best entries first; "" for all entries, those of a section together.
        cursor: of the page before; "" for the first page.
        max_tokens: bound on the entries as JSON.

    Raises:
        CursorUnusable: the cursor belongs to other entries or another topic.
    """
    ordered = matching_entries(entries, topic) if topic else _ranked(entries)
    first = _position(cursor, ordered, topic)
    room, last = max_tokens, first
    while last < len(ordered):
        size = most_tokens_of_json(_shown(ordered[last]))
        if size > room and last > first:
            break
        room -= size
        last += 1
    following = f"{last}-{_digest(ordered[:last], topic)}" if last < len(ordered) else ""
    return TocPage(ordered[first:last], len(ordered), following)


def _ranked(entries: Sequence[TocEntry]) -> list[TocEntry]:
    sections: dict[str, int] = {}
    for entry in entries:
        sections.setdefault(entry.section, len(sections))

    def rank(entry: TocEntry) -> tuple[int, int, tuple[bool, int]]:
        kind = _kind(entry)
        return kind, sections[entry.section], _distance(entry.title) if kind == _API else (False, 0)

    return sorted(entries, key=rank)


def _kind(entry: TocEntry) -> int:
    if is_seldom_needed(entry):
        return _SELDOM
    return _API if _API_SECTION.search(entry.section) else _GUIDE


def _distance(title: str) -> tuple[bool, int]:
    """Return how far a module is from the top of its package: whether it is private, and its depth.

    An entry whose title is not the name of a module stays where its author put it.
    """
    if not _MODULE.fullmatch(title):
        return False, 1
    parts = re.split(r"[./]", title.lstrip("@"))
    return any(map(_NOT_FOR_USERS.fullmatch, parts)), len(parts) - title.startswith("@")


def _shown(entry: TocEntry) -> dict[str, str]:
    fields = {"title": entry.title, "url": entry.url, "description": entry.description, "section": entry.section}
    return {name: value for name, value in fields.items() if value}


def _position(cursor: str, entries: Sequence[TocEntry], topic: str) -> int:
    if not cursor:
        return 0
    parsed = _CURSOR.fullmatch(cursor)
    position = int(parsed[1]) if parsed else 0
    if not parsed or position >= len(entries) or parsed[2] != _digest(entries[:position], topic):
        raise CursorUnusable
    return position


def _digest(shown: Sequence[TocEntry], topic: str) -> str:
    """Return 16 hexadecimal digits; they detect mistakes and are no protection."""
    text = "\n".join([topic, *(entry.url for entry in shown)])
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_BYTES).hexdigest()
