"""A built corpus, open: found by words and, where they are installed, by vectors; read chunk by chunk."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import wait
from functools import partial
from pathlib import Path
from threading import Event
from typing import cast

from pro_context_engine.adapters.store.bounded_cache import BoundedCache
from pro_context_engine.adapters.store.sqlite.corpus_file import CorpusReader
from pro_context_engine.concurrency.blocking_calls import BlockingCalls
from pro_context_engine.corpus import metadata_file, ordering
from pro_context_engine.corpus.hints import hint_for
from pro_context_engine.corpus.result_cursors import KEY_NAME, Cursors
from pro_context_engine.corpus.values import CorpusDescription, CorpusHit, CorpusHits, Metadata, Neighbour, Surroundings
from pro_context_engine.corpus.vectors import Embedder, VectorIndex, open_embedder
from pro_context_engine.domain.errors import ChunkIdMalformed, ChunkUnknown, CorpusUnusable
from pro_context_engine.domain.model import Hit
from pro_context_engine.search import query as lookup
from pro_context_engine.search.query import Asked
from pro_context_engine.search.ranking.highlights import Sought
from pro_context_engine.search.ranking.snippets import snippet

FIRST = 21
"""Results that are looked for at first: two pages of ten, where most searches end, and one that tells of more."""

FUSED = 60
"""Results by words, and as many by vectors, that are brought into one order."""

MAX_FOUND = 300
"""Results that one search has, over all its pages."""

KEPT_HITS = 10_000
"""Results of 400 searches, in some 50 MB at most: to go on in one of them, or to repeat it, is not to search again."""

KEPT_GROUPS = 100_000
"""Groups that filters fit: of a hundred filters, where a corpus has the most that it may."""

CLOSE_SECONDS = 2.0
"""So long an end waits for a search that is going on."""

GLOBAL = "global-guide"
"""The `scope` of pages for every language."""

_log = logging.getLogger("pro_context.corpus")

_CHUNK_ID = re.compile(r"(?=[^#]*[^#\s])[^#/][^#]*(?:#[\w-]+(?:/[\w-]+)*)?")
_LONGEST_ID = 8_000


class Corpus:
    """What can be asked of a built corpus.

    Attributes:
        description: what it says of itself.
    """

    def __init__(self, folder: Path, embedder: Embedder | None = None) -> None:
        """Open a built corpus.

        Args:
            folder: that it was built into.
            embedder: makes vectors of what is asked; None to go by words alone.

        Raises:
            CorpusUnusable: there is none, or none that can be read.
        """
        self.description: CorpusDescription = metadata_file.read(folder)
        self._reader = CorpusReader(folder / self.description.index)
        try:
            key = (folder / KEY_NAME).read_bytes()
        except OSError:
            raise CorpusUnusable(f"its {KEY_NAME} cannot be read; build it anew") from None
        self._cursors = Cursors(key, self.description.index)
        self._groups = self._reader.groups()
        self._vectors: VectorIndex | None = None
        if embedder is not None and self.description.embedding == embedder.embedding:
            self._vectors = embedder.index(list(self._reader.vectors()))
        self._first = FIRST if self._vectors is None else FUSED
        self._results = BoundedCache(KEPT_HITS)
        self._fitting = BoundedCache(KEPT_GROUPS)
        self._closed = Event()
        self._calls = BlockingCalls("corpus")
        self._calls.begin(partial(self._reader.read_ahead, self._closed.is_set))

    @property
    def hybrid(self) -> bool:
        """Tell whether searches go by vectors too."""
        return self._vectors is not None

    async def search(self, query: str, filters: Metadata, limit: int, cursor: str = "") -> CorpusHits:
        """Return the chunks that match a query, best first.

        Where a language is asked for and no scope, pages that are for every language belong to it.

        Args:
            query: words, a question, an error message or code.
            filters: taxonomy values that pages must have.
            limit: at most so many.
            cursor: of earlier results of the same search, to go on after them; "" for the first ones.

        Raises:
            CursorUnusable: the cursor is none of ours, or of another search.
            CursorOutdated: the cursor is of an earlier build.
        """
        start = self._cursors.position(cursor, query, filters) if cursor else 0
        return await self._calls.call(partial(self._search, query, filters, start, limit))

    async def around(self, chunk_id: str, distance: int) -> Surroundings:
        """Return a chunk with at most so many before and after it on its page.

        Raises:
            ChunkIdMalformed: no chunk could have this id.
            ChunkUnknown: none has it.
        """
        if len(chunk_id) > _LONGEST_ID or not chunk_id.isprintable() or not _CHUNK_ID.fullmatch(chunk_id):
            raise ChunkIdMalformed(chunk_id[:_LONGEST_ID])
        chunks, total = await self._calls.call(partial(self._reader.around, chunk_id, distance))
        target = next((chunk.ordinal for chunk in chunks if chunk.chunk_id == chunk_id), None)
        if target is None:
            raise ChunkUnknown(chunk_id)
        return Surroundings(
            tuple(Neighbour(chunk.chunk_id, chunk.ordinal + 1, chunk.ordinal - target, chunk.text) for chunk in chunks),
            total,
        )

    def close(self) -> None:
        """Release the index, once what is read of it now is read."""
        self._closed.set()
        wait([self._calls.begin(self._reader.close)], CLOSE_SECONDS)

    def _search(self, query: str, filters: Metadata, start: int, limit: int) -> CorpusHits:
        asked = lookup.asked(query)
        results = self._results_of(query, asked, filters, start + limit)
        shown = results.shown(start, limit)
        end = start + len(shown)
        cursor = self._cursors.after(end, query, filters) if end < len(results) else ""
        hint = None if shown else hint_for(filters, partial(self._metadata_of_found, asked))
        return CorpusHits(shown, cursor, hint)

    def _results_of(self, query: str, asked: Asked, filters: Metadata, wanted: int) -> _Results:
        """Return the results of a search, kept from before where the same was asked: the index never changes."""
        search = (query, tuple(sorted(filters.items())), wanted >= self._first)
        if search in self._results:
            return cast("_Results", self._results.use(search))
        results = _Results(self._found(asked, filters, wanted), Sought(asked.terms))
        self._results.keep(search, results, len(results) + 1)
        return results

    def _found(self, asked: Asked, filters: Metadata, wanted: int) -> list[Hit]:
        """Return the results of a search, best first: all if more than the first are wanted, in the same order."""
        groups = self._searched(filters)
        if groups == []:
            return []
        [question] = asked.wordings
        terms = [*question.terms, *question.names, *question.pairs]
        by_words = self._reader.search(terms, groups, self._first) if question.terms else []
        if len(by_words) == self._first and wanted >= self._first:
            first = {hit.chunk.chunk_id for hit in by_words}
            more = self._reader.search(terms, groups, MAX_FOUND)
            by_words += [hit for hit in more if hit.chunk.chunk_id not in first]
        if self._vectors is None:
            return by_words
        return ordering.fused(by_words, self._reader.hits(self._vectors.nearest(asked.topic, groups, FUSED)))

    def _searched(self, filters: Metadata) -> Sequence[int] | None:
        """Return the groups of the pages to search, None for all."""
        key = tuple(sorted(filters.items()))
        if key not in self._fitting:
            fitting = [group.number for group in self._groups if _fits(group.values, filters)]
            self._fitting.keep(key, None if len(fitting) == len(self._groups) else fitting, len(fitting) + 1)
        return cast("Sequence[int] | None", self._fitting.use(key))

    def _metadata_of_found(self, asked: Asked, filters: Metadata) -> Sequence[Metadata]:
        return [ordering.metadata_of(hit) for hit in self._found(asked, filters, MAX_FOUND)]


class _Results:
    """What a search found, best first; each as it is shown, once it was."""

    def __init__(self, found: Sequence[Hit], sought: Sought) -> None:
        self._found = found
        self._sought = sought
        self._shown: dict[int, CorpusHit] = {}

    def __len__(self) -> int:
        return len(self._found)

    def shown(self, start: int, limit: int) -> tuple[CorpusHit, ...]:
        """Return at most so many from a place on, 0-based."""
        places = range(start, min(start + limit, len(self)))
        self._shown |= {place: _hit(self._found[place], self._sought) for place in places if place not in self._shown}
        return tuple(self._shown[place] for place in places)


def open_corpus(folder: Path) -> Corpus:
    """Open a built corpus, with vectors where it has them and they can be made here.

    Args:
        folder: that it was built into.

    Raises:
        CorpusUnusable: there is none, or none that can be read.
    """
    embedder = open_embedder() if metadata_file.read(folder).embedding else None
    corpus = Corpus(folder, embedder)
    if corpus.hybrid:
        _log.info("the corpus is searched by words and vectors")
    else:
        _log.warning("the corpus is searched by words alone: vectors need pro-context[vectors], to build and to serve")
    return corpus


def _fits(group: Metadata, filters: Mapping[str, str]) -> bool:
    if all(group.get(key) == value for key, value in filters.items()):
        return True
    if "language" not in filters or "scope" in filters or "language" in group or group.get("scope") != GLOBAL:
        return False
    return all(group.get(key) == value for key, value in filters.items() if key != "language")


def _hit(hit: Hit, sought: Sought) -> CorpusHit:
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
        metadata=ordering.metadata_of(hit),
    )
