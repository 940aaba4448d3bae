"""Which entries of a table of contents are about a topic, told from the entries alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from math import log
from urllib.parse import urldefrag

from pro_context_engine.index.analysis import analyse, query_terms
from pro_context_engine.index.fields import path_terms
from pro_context_engine.model import TocEntry

KEPT_ENTRIES = 8_192
"""Of so many entries the terms are kept: a table of contents of 2,000 entries takes 0.1 s, in every answer."""

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
    order = dict.fromkeys([*_matching(entries, topic), *range(len(entries))])
    return [entries[position] for position in list(order)[:limit]]


def related(entries: Sequence[TocEntry], topic: str, answered: Collection[str], limit: int = 5) -> list[TocEntry]:
    """Return entries about the topic that the answer does not come from, best first.

    Args:
        entries: a table of contents.
        topic: what the user asked.
        answered: URLs the answer was made of; fragments do not matter.
        limit: at most so many.
    """
    used = {urldefrag(url).url for url in answered}
    matching = (entries[position] for position in _matching(entries, topic))
    return [entry for entry in matching if urldefrag(entry.url).url not in used][:limit]


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


def _matching(entries: Sequence[TocEntry], topic: str) -> list[int]:
    """Return the positions of the entries that share a word with the topic, best first."""
    asked = query_terms(topic)
    found = {
        position: {term: weights[term] for term in asked if term in weights}
        for position, weights in enumerate(map(_weights, entries))
        if not weights.keys().isdisjoint(asked)
    }
    having = Counter(term for one in found.values() for term in one)
    rarity = {term: log(1 + len(entries) / times) for term, times in having.items()}
    scores = {position: sum(rarity[term] * weight for term, weight in one.items()) for position, one in found.items()}
    return sorted(scores, key=lambda position: (-scores[position], position))


@lru_cache(maxsize=KEPT_ENTRIES)
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
