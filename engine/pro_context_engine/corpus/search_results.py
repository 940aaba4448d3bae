"""The results of a corpus search: their order, their form, and suggestions if there are none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import orjson

from pro_context_engine.corpus.values import CorpusHit, Hint, Metadata
from pro_context_engine.domain.model import Hit
from pro_context_engine.search.excerpts.highlights import SoughtTerms
from pro_context_engine.search.excerpts.snippets import snippet

_RANK = 60
"""The usual constant of reciprocal rank fusion; a higher one makes later ranks count more."""


def fuse(by_words: Sequence[Hit], by_vectors: Sequence[Hit]) -> list[Hit]:
    """Return the hits of both rankings, each once, by the sum of their reciprocal ranks, which is their score.

    Args:
        by_words: best first.
        by_vectors: best first.
    """
    hits: dict[str, Hit] = {}
    scores: dict[str, float] = {}
    for ranking in (by_words, by_vectors):
        for rank, hit in enumerate(ranking, 1):
            chunk_id = hit.chunk.chunk_id
            hits.setdefault(chunk_id, hit)
            scores[chunk_id] = scores.get(chunk_id, 0.0) + 1 / (_RANK + rank)
    ordered = sorted(hits, key=lambda chunk_id: (-scores[chunk_id], chunk_id))
    return [replace(hits[chunk_id], score=scores[chunk_id]) for chunk_id in ordered]


def metadata_of(hit: Hit) -> Metadata:
    """Return the taxonomy values of a hit's page."""
    values: Metadata = orjson.loads(hit.library_id)
    return values


MAX_SUGGESTED = 20
"""The maximum number of suggested values of one filter."""


def hint_for(filters: Metadata, search: Callable[[Metadata], Sequence[Metadata]]) -> Hint:
    """Return a hint: for each filter, the other values with which the query has results.

    Args:
        filters: the filters of the search without results.
        search: returns the taxonomy values of the query's results under given filters, best first.
    """
    found = {key: search(_without(filters, key)) for key in filters}
    if len(filters) > 1 and not any(found.values()):
        found = dict.fromkeys(filters, search({}))
    suggested = {key: values for key in filters if (values := _values(key, found[key]))}
    named = " and ".join(f"{key} '{value}'" for key, value in filters.items())
    message = f"0 results found for {named}." if named else "0 results found."
    if not suggested:
        message += f" {_other_ways([key for key in filters if found[key]])}"
    return Hint(message, suggested)


def _other_ways(loose: Sequence[str]) -> str:
    """Return a suggestion if no other values help: the filters without which there are results, if any."""
    return f"There are results without {' or '.join(loose)}." if loose else "Try fewer or other words."


def _without(filters: Metadata, key: str) -> Metadata:
    return {other: value for other, value in filters.items() if other != key}


def _values(key: str, found: Sequence[Metadata]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values[key] for values in found if key in values))[:MAX_SUGGESTED]


class Results:
    """The hits of a search, best first, each converted to a result when it is first shown."""

    def __init__(self, found: Sequence[Hit], sought: SoughtTerms) -> None:
        self._hits = found
        self._sought = sought
        self._shown: dict[int, CorpusHit] = {}

    def __len__(self) -> int:
        return len(self._hits)

    def page(self, start: int, limit: int) -> tuple[CorpusHit, ...]:
        """Return at most `limit` results from a 0-based position on."""
        places = range(start, min(start + limit, len(self)))
        self._shown |= {place: _hit(self._hits[place], self._sought) for place in places if place not in self._shown}
        return tuple(self._shown[place] for place in places)


def _hit(hit: Hit, sought: SoughtTerms) -> CorpusHit:
    chunk = hit.chunk
    titled = chunk.heading_path[:1] == (chunk.page_title,)
    path = chunk.heading_path if titled else (chunk.page_title, *chunk.heading_path)
    return CorpusHit(
        chunk_id=chunk.chunk_id,
        score=round(hit.score, 4),
        heading=path[-1],
        breadcrumb=" > ".join(path),
        snippet=snippet(chunk, sought),
        filepath=chunk.chunk_id.partition("#")[0],
        metadata=metadata_of(hit),
    )
