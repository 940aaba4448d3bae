"""Which entries of a table of contents are about a topic, told from the entries alone."""

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
"""Of so many entries it is remembered where their terms are, in about 12 MB: 2,000 take 0.1 s to read."""

_OFTEN = {
    *("start", "started", "quickstart", "introduction", "overview", "installation", "tutorial", "tutorials"),
    *("guide", "guides", "concepts", "usage", "api", "reference", "docs", "documentation"),
}
_SELDOM = {
    *("optional", "changelog", "changes", "release", "releases", "history", "blog", "community", "contribute"),
    *("contributing", "legal", "license", "archive", "archived", "deprecated", "legacy"),
}
_WORD = re.compile(r"[a-z]+")

_TITLE, _PATH, _DESCRIPTION, _SECTION = 4.0, 2.0, 1.0, 1.0


def likely(entries: Sequence[TocEntry], topic: str, limit: int) -> list[TocEntry]:
    """Return the entries most likely to answer, best first: the order to fetch pages in.

    Args:
        entries: a table of contents.
        topic: what the user asked.
        limit: at most so many.

    Returns:
        The entries that share words with the topic, then the others in their own order.
    """
    # A dict keeps the first of equal keys: the matching positions lead, the others follow.
    matching = (position for _, position in _matching([entries], topic))
    order = dict.fromkeys([*matching, *range(len(entries))])
    return [entries[position] for position in list(order)[:limit]]


def related(
    tocs: Sequence[Sequence[TocEntry]], topic: str, answered: Collection[str], limit: int = 5
) -> list[TocEntry]:
    """Return entries about the topic that the answer does not come from, best first.

    Args:
        tocs: the entries of tables of contents.
        topic: what the user asked.
        answered: URLs the answer was made of; fragments do not matter.
        limit: at most so many.
    """
    used = {urldefrag(url).url for url in answered}
    matching = (tocs[number][position] for number, position in _matching(tocs, topic))
    return list(islice((entry for entry in matching if urldefrag(entry.url).url not in used), limit))


def foremost(entries: Sequence[TocEntry], limit: int) -> list[TocEntry]:
    """Return the entries most likely to be asked about whatever the topic, in their own order.

    Sections for those who begin and for reference go before others, and what is marked as optional or tells of the past
    goes last; of equal ones, each gives its first entries before any gives many.

    Args:
        entries: a table of contents.
        limit: at most so many.
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
    """Return 0 for sections that most are asked about, 2 for those that hardly anybody is, 1 for all others."""
    words = set(_WORD.findall(section.lower()))
    if words & _SELDOM:
        return 2
    return 0 if words & _OFTEN else 1


def _matching(tocs: Sequence[Sequence[TocEntry]], topic: str) -> list[tuple[int, int]]:
    """Return which entries share a word with the topic, best first: the number of the table and the position in it."""
    known = [_known.places(entries) for entries in tocs]
    total = sum(map(len, tocs))
    scores: dict[tuple[int, int], float] = {}
    for term in query_terms(topic):
        found = [((number, place), weight) for number, one in enumerate(known) for place, weight in one.get(term, ())]
        rarity = log(1 + total / len(found)) if found else 0.0
        for key, weight in found:
            scores[key] = scores.get(key, 0.0) + rarity * weight
    return sorted(scores, key=lambda key: (-scores[key], key))


Places = Mapping[str, Sequence[tuple[int, float]]]
"""Where each term is: the positions of entries, ascending, with the weight of the fields it is in."""


class _Known:
    """Tables of contents that were used last: each is known again by being the same object."""

    def __init__(self) -> None:
        # The entries are kept with what is known of them: nothing else can have their identity meanwhile.
        self._kept: dict[int, tuple[Sequence[TocEntry], Places]] = {}

    def places(self, entries: Sequence[TocEntry]) -> Places:
        """Return where the terms of a table of contents are."""
        self._kept[id(entries)] = kept = self._kept.pop(id(entries), None) or (entries, _places(entries))
        while len(self._kept) > 1 and sum(len(one) for one, _ in self._kept.values()) > KEPT_ENTRIES:
            del self._kept[next(iter(self._kept))]
        return kept[1]


_known = _Known()


def _places(entries: Sequence[TocEntry]) -> Places:
    places: dict[str, list[tuple[int, float]]] = {}
    for position, entry in enumerate(entries):
        # Most terms of an entry weigh the same: they share a pair, which is a third of what they would take.
        pairs: dict[float, tuple[int, float]] = {}
        for term, weight in _weights(entry).items():
            places.setdefault(term, []).append(pairs.setdefault(weight, (position, weight)))
    return places


def _weights(entry: TocEntry) -> Mapping[str, float]:
    """Return the entry's terms, with the weight of the fields each is in."""
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
