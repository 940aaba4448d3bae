"""The scoring of chunks that a database has found: every database ranks them in the same order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from pro_context_engine.adapters.store.bounded_cache import ENTRY_BYTES
from pro_context_engine.domain.model import Chunk, FoundWords, Hit
from pro_context_engine.search.index.candidates import Chosen, First, candidates, shared_candidates
from pro_context_engine.search.index.features import features
from pro_context_engine.search.index.number_runs import NumberRuns
from pro_context_engine.search.index.postings import Postings
from pro_context_engine.search.index.scoring import CollectionStatistics, scores
from pro_context_engine.search.index.term_counts import Candidate, PageTerms, TermCounts
from pro_context_engine.search.index.weights import WEIGHTS, weighted

LEAST_CANDIDATES = 200
"""The fewest chunks that are scored, also where fewer are asked for."""

SCORED = 60
"""The same where scores alone rank: in packages, and for libraries that are preferred among others."""

PART_SCORED = 50
"""In packages, one chunk of this number is scored: the larger a package, the more of its chunks have all the asked
words, and only their scores tell them apart (docs/decisions/0214-candidates-of-large-packages.md)."""

MOST_SCORED = 1_000
"""The most chunks that are scored in a large package."""

LEAST_BYTES = 200
"""The memory of the smallest cached value."""

# The memory of a cached candidate, and of each of its terms, in bytes.
_ROW_BYTES, _TERM_BYTES = 1_000, 8

RANKED = 100
"""The number of candidates, those with the best scores, that are ranked by all features."""


class ChunkRow(NamedTuple):
    """A chunk in the index.

    Attributes:
        library_id: of its snapshot.
        version: of its snapshot, "" for a source without versions.
        url: of its page.
        ordinal: its place on the page.
        candidate: its terms.
    """

    library_id: str
    version: str
    url: str
    ordinal: int
    candidate: Candidate

    @property
    def size(self) -> int:
        """Return the memory that it takes in a cache, an estimate in bytes."""
        return _ROW_BYTES + _TERM_BYTES * self.candidate.length


class ChunkPage(NamedTuple):
    """The page of chunks in the index.

    Attributes:
        library_id: of its snapshot.
        version: see `ChunkRow`.
        url: of the page.
        terms: of the page and of the links to it.
    """

    library_id: str
    version: str
    url: str
    terms: PageTerms

    @property
    def size(self) -> int:
        """Return the memory that it takes in a cache, an estimate in bytes."""
        return ENTRY_BYTES + 2 * len(self.terms.every)

    def chunk(self, ordinal: int, headings: Sequence[Sequence[str]], fields: Sequence[str]) -> ChunkRow:
        """Return a chunk of this page.

        Args:
            ordinal: its place on the page.
            headings: its headings as they are stored, titles first.
            fields: the analysed terms of each of its fields, joined by spaces.
        """
        # The garbage collector need not look at a tuple of texts again, of which a cache has thousands.
        titles = tuple([heading[0] for heading in headings])
        return ChunkRow(self.library_id, self.version, self.url, ordinal, Candidate(fields, self.terms, titles))


class RankedRow(NamedTuple):
    """A chunk with the score that ranks it.

    Attributes:
        number: of its row.
        row: its terms.
        score: ranks it, unbounded.
        own: see `scoring.Score`.
        reach: see `scoring.Score`.
        words: see `Hit`.
    """

    number: int
    row: ChunkRow
    score: float
    own: float
    reach: float
    words: FoundWords

    def hit(self, chunk: Chunk) -> Hit:
        """Return the hit that the chunk with its text is."""
        row = self.row
        version, terms = row.version or None, row.candidate.text
        return Hit(chunk, self.score, row.library_id, version, self.own, self.reach, terms, self.words)


class Ranking:
    """The ranking of the chunks of a store.

    Attributes:
        weights: the weights of the features that rank chunks, relative to the score.
        package_sources: the names of the sources that read packages, whose chunks the score alone ranks.
    """

    weights: Mapping[str, float] = WEIGHTS
    package_sources: Collection[str] = ()

    def for_search(self, limit: int, *, packages_only: bool, prefers: bool) -> tuple[Mapping[str, float] | None, int]:
        """Return the weights of the features, None for none, and the number of chunks to score.

        Args:
            limit: number of chunks that are asked for.
            packages_only: whether packages alone are searched.
            prefers: whether some libraries are preferred.
        """
        weights = None if packages_only else self.weights
        # Of more candidates, the preferred ones would be lost among those with better scores.
        return weights, max(limit, SCORED if prefers or weights is None else LEAST_CANDIDATES)


def chunk_bytes(chunk: Chunk | None) -> int:
    """Return the memory that a chunk takes in a cache, an estimate."""
    return _ROW_BYTES + 2 * len(chunk.text) if chunk else LEAST_BYTES


def best_rows(
    terms: Sequence[str],
    postings: Mapping[str, Postings],
    size: tuple[int, float, float],
    limit: int,
    first: First,
    read: Callable[[Sequence[int]], Mapping[int, ChunkRow]],
    preferred: NumberRuns | None,
    weights: Mapping[str, float] | None,
) -> Iterator[RankedRow]:
    """Yield the chunks that are the best candidates by their postings, scored in full, best first.

    Args:
        terms: see `storage.ChunkIndex.search`.
        postings: of each term except the pairs.
        size: the number of searched chunks, their mean length in terms, and the mean number of chunks of a page.
        limit: the most chunks to score; more are scored in a large package.
        first: see `candidates.candidates`.
        read: returns the chunks in some rows.
        preferred: the chunks that take at least half of the places if enough of them match; None for no preference.
        weights: see `ranked_rows`.
    """
    chunks, length, siblings = size
    if weights is None:
        limit = max(limit, min(chunks // PART_SCORED, MOST_SCORED))
    having = {term: len(one.numbers) for term, one in postings.items()}
    statistics = CollectionStatistics(chunks, length, having, siblings)
    weighed = [(statistics.weight(term), one) for term, one in postings.items()]
    best = shared_candidates(weighed, preferred, limit, first) if preferred else candidates(weighed, limit, first)
    return ranked_rows(terms, statistics, best, read(list(best)), weights)


def ranked_rows(
    terms: Sequence[str],
    statistics: CollectionStatistics,
    chosen: Chosen,
    rows: Mapping[int, ChunkRow],
    weights: Mapping[str, float] | None,
) -> Iterator[RankedRow]:
    """Yield the chunks in some rows, best first.

    Args:
        terms: see `storage.ChunkIndex.search`.
        statistics: the counts of the searched chunks, for each term except the pairs.
        chosen: which of these terms each chunk has.
        rows: the candidates, by row.
        weights: the weights of their features (`features.Features`), for the best `RANKED` of them; None for their
            scores alone.
    """
    candidates = [row.candidate for row in rows.values()]
    having = [chosen[number] for number in rows]
    bits = {term: 1 << number for number, term in enumerate(statistics.having)}
    counts = TermCounts(terms, candidates, _places(bits, having))
    scored = scores(terms, statistics, candidates, counts)
    totals = {position: one.total for position, one in enumerate(scored)}
    every = list(rows.items())
    best = _ordered(totals, every)
    if weights is not None:
        best = best[:RANKED]
        totals = {position: totals[position] for position in best}
        values = weighted(features(terms, statistics, candidates, totals, counts), weights)
        asked = statistics.asked_weight(terms)
        # On the scale of the former score, so that its reach relates both to the weight of the asked words.
        totals = {position: asked * value for position, value in zip(best, values, strict=True)}
        best = _ordered(totals, every)
    return (RankedRow(*every[at], totals[at], scored[at].own, scored[at].reach, (bits, having[at])) for at in best)


def _ordered(totals: Mapping[int, float], rows: Sequence[tuple[int, ChunkRow]]) -> list[int]:
    """Return positions by their totals, the highest first, those of equal totals by library, page and place."""

    def key(position: int) -> tuple[float, str, str, int]:
        _, row = rows[position]
        return -totals[position], row.library_id, row.url, row.ordinal

    return sorted(totals, key=key)


def _places(bits: Mapping[str, int], having: Sequence[int]) -> dict[str, list[int]]:
    """Return for each term the positions of the chunks that have it."""
    return {term: [position for position, own in enumerate(having) if own & bit] for term, bit in bits.items()}
