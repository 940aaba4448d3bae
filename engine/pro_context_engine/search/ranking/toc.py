"""The entries of a table of contents about a topic, chosen by title, address, description and section."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from math import log
from urllib.parse import urldefrag

from pro_context_engine.domain.model import TocEntry
from pro_context_engine.search.index.analysis import analyse, query_terms
from pro_context_engine.search.index.chunk_fields import path_terms

KEPT_ENTRIES = 20_000
"""The number of entries whose terms are kept in memory, in about 12 MB: analysing 2,000 takes 0.1 s."""

_OFTEN = {
    *("start", "started", "quickstart", "introduction", "overview", "installation", "tutorial", "tutorials"),
    *("guide", "guides", "concepts", "usage", "api", "reference", "docs", "documentation"),
}
_SELDOM = {
    *("optional", "changelog", "changes", "release", "releases", "history", "blog", "community", "contribute"),
    *("contributing", "legal", "license", "archive", "archived", "deprecated", "legacy"),
}
_WORD = re.compile(r"[a-z]+")
_LAST = 2

_TITLE, _PATH, _DESCRIPTION, _SECTION = 4.0, 2.0, 1.0, 1.0


def likely_entries(entries: Sequence[TocEntry], topic: str, limit: int) -> list[TocEntry]:
    """Return the entries most likely to answer, best first, which is the order to fetch pages in.

    Args:
        entries: a table of contents.
        topic: the user's topic.
        limit: at most this many entries.

    Returns:
        The entries that share words with the topic, then the others in their own order.
    """
    # A dict keeps the first of equal keys: the matching positions lead, the others follow.
    matching = (position for _, position in _match_entries([entries], topic))
    order = dict.fromkeys([*matching, *range(len(entries))])
    return [entries[position] for position in list(order)[:limit]]


def related_entries(
    tocs: Sequence[Sequence[TocEntry]], topic: str, answered: Collection[str], limit: int = 5
) -> list[TocEntry]:
    """Return entries about the topic whose pages are not part of the answer, best first.

    Args:
        tocs: the entries of tables of contents.
        topic: the user's topic.
        answered: URLs of the answer's pages; fragments are ignored.
        limit: at most this many entries.
    """
    used = {urldefrag(url).url for url in answered}
    matching = (tocs[number][position] for number, position in _match_entries(tocs, topic))
    return list(islice((entry for entry in matching if urldefrag(entry.url).url not in used), limit))


def matching_entries(entries: Sequence[TocEntry], topic: str) -> list[TocEntry]:
    """Return the entries that share a word with a topic, best first."""
    return [entries[position] for _, position in _match_entries([entries], topic)]


def is_seldom_needed(entry: TocEntry) -> bool:
    """Tell whether an entry stands in a section of history or of the project itself, or is such a document alone."""
    name = set(_WORD.findall(entry.title.lower().rpartition("/")[2].partition(".")[0]))
    return _likelihood(entry.section) == _LAST or (bool(name) and name <= _SELDOM)


def foremost_entries(entries: Sequence[TocEntry], limit: int) -> list[TocEntry]:
    """Return the entries most likely to be needed for any topic, in their own order.

    Sections for beginners and reference sections come before others, optional and historical sections last. Among equal
    sections, each contributes its first entries before any contributes many.

    Args:
        entries: a table of contents.
        limit: at most this many entries.
    """
    if len(entries) <= limit:
        return list(entries)
    seen: Counter[str] = Counter()
    ranked: list[tuple[int, int, int]] = []
    for position, entry in enumerate(entries):
        ranked.append((_likelihood(entry.section), seen[entry.section], position))
        seen[entry.section] += 1
    return [entries[position] for position in sorted(position for *_, position in sorted(ranked)[:limit])]


@lru_cache(maxsize=512)
def _likelihood(section: str) -> int:
    """Return 0 for a section that is often needed, 2 for one that is seldom needed, 1 for all others."""
    words = set(_WORD.findall(section.lower()))
    if words & _SELDOM:
        return _LAST
    return 0 if words & _OFTEN else 1


def _match_entries(tocs: Sequence[Sequence[TocEntry]], topic: str) -> list[tuple[int, int]]:
    """Return the entries that share a word with the topic, best first: number of the table and position in it."""
    tables = [_term_places.places(entries) for entries in tocs]
    total = sum(map(len, tocs))
    scores: dict[tuple[int, int], float] = {}
    for term in query_terms(topic):
        found = [((number, place), weight) for number, one in enumerate(tables) for place, weight in one.get(term, ())]
        rarity = log(1 + total / len(found)) if found else 0.0
        for key, weight in found:
            scores[key] = scores.get(key, 0.0) + rarity * weight
    return sorted(scores, key=lambda key: (-scores[key], key))


Places = Mapping[str, Sequence[tuple[int, float]]]
"""For each term the positions of entries, ascending, with the weight of the fields that have the term."""


class _TermPlaces:
    """The terms of the tables of contents used last; a table is identified by being the same object."""

    def __init__(self) -> None:
        # The entries are kept too, so that no other object can have the same identity.
        self._kept: dict[int, tuple[Sequence[TocEntry], Places]] = {}

    def places(self, entries: Sequence[TocEntry]) -> Places:
        """Return where the terms of a table of contents are."""
        self._kept[id(entries)] = kept = self._kept.pop(id(entries), None) or (entries, _places(entries))
        while len(self._kept) > 1 and sum(len(one) for one, _ in self._kept.values()) > KEPT_ENTRIES:
            del self._kept[next(iter(self._kept))]
        return kept[1]


_term_places = _TermPlaces()


def _places(entries: Sequence[TocEntry]) -> Places:
    places: dict[str, list[tuple[int, float]]] = {}
    for position, entry in enumerate(entries):
        # Most terms of an entry have the same weight and share one tuple, which takes a third of the memory.
        pairs: dict[float, tuple[int, float]] = {}
        for term, weight in _weights(entry).items():
            places.setdefault(term, []).append(pairs.setdefault(weight, (position, weight)))
    return places


def _weights(entry: TocEntry) -> Mapping[str, float]:
    """Return the entry's terms, each with the total weight of the fields that have it."""
    weights: dict[str, float] = {}
    fields = (
        (analyse(entry.title), _TITLE),
        (path_terms(entry.url), _PATH),
        (analyse(entry.description), _DESCRIPTION),
        (analyse(entry.section), _SECTION),
    )
    for terms, weight in fields:
        for term in set(terms):
            weights[term] = weights.get(term, 0.0) + weight
    return weights
