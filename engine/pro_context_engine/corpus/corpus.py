"""An open corpus: its search by words and, if they are installed, by vectors, and its chunks."""

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
from pro_context_engine.corpus import metadata_file
from pro_context_engine.corpus.result_cursors import KEY_NAME, Cursors
from pro_context_engine.corpus.search_results import Results, fuse, hint_for, metadata_of
from pro_context_engine.corpus.values import CorpusDescription, CorpusHits, Metadata, Neighbour, Surroundings
from pro_context_engine.corpus.vectors import Embedder, VectorIndex, open_embedder
from pro_context_engine.domain.errors import ChunkIdMalformed, ChunkUnknown, CorpusUnusable
from pro_context_engine.domain.model import Hit
from pro_context_engine.search.excerpts.highlights import SoughtTerms
from pro_context_engine.search.query import Question, parse_question

FIRST = 21
"""The number of results looked up at first: two pages of ten, which most searches need, and one more."""

FUSED = 60
"""The number of results by words, and of results by vectors, that are merged into one order."""

MAX_FOUND = 300
"""The maximum number of results of one search, over all its pages."""

KEPT_HITS = 10_000
"""The number of results kept in memory, of 400 searches, in at most 50 MB, for the next page or a repeated search."""

KEPT_GROUPS = 100_000
"""The number of group numbers kept for filters: enough for a hundred filters in a corpus with the most groups."""

CLOSE_SECONDS = 2.0
"""The time that closing waits for a running search, seconds."""

GLOBAL = "global-guide"
"""The `scope` of pages for every language."""

_log = logging.getLogger("pro_context.corpus")

_CHUNK_ID = re.compile(r"(?=[^#]*[^#\s])[^#/][^#]*(?:#[\w-]+(?:/[\w-]+)*)?")
_LONGEST_ID = 8_000


class Corpus:
    """An open corpus that can be searched and read.

    Attributes:
        description: the corpus's own description.
    """

    def __init__(self, folder: Path, embedder: Embedder | None = None) -> None:
        """Open a built corpus.

        Args:
            folder: the folder of the built corpus.
            embedder: makes the vector of a query; None to search by words alone.

        Raises:
            CorpusUnusable: there is no built corpus, or it cannot be read.
        """
        self.description: CorpusDescription = metadata_file.read(folder)
        self._reader = CorpusReader(folder / self.description.index)
        try:
            key = (folder / KEY_NAME).read_bytes()
        except OSError:
            self._reader.close()
            raise CorpusUnusable(f"its {KEY_NAME} cannot be read; build it anew") from None
        self._cursors = Cursors(key, self.description.index)
        self._groups = self._reader.groups()
        self._vectors: VectorIndex | None = None
        if embedder is not None and self.description.embedding == embedder.embedding:
            self._vectors = embedder.index(list(self._reader.vectors()))
        self._first = FIRST if self._vectors is None else FUSED
        self._results = BoundedCache(KEPT_HITS)
        self._groups_by_filter = BoundedCache(KEPT_GROUPS)
        self._closed = Event()
        self._calls = BlockingCalls("corpus")
        self._calls.begin(partial(self._reader.read_ahead, self._closed.is_set))

    @property
    def hybrid(self) -> bool:
        """Tell whether searches also use vectors."""
        return self._vectors is not None

    async def search(self, query: str, filters: Metadata, limit: int, cursor: str = "") -> CorpusHits:
        """Return the chunks that match a query, best first.

        With a filter for a language and none for a scope, the pages for every language match too.

        Args:
            query: words, a question, an error message or code.
            filters: taxonomy values that pages must have.
            limit: at most this many chunks.
            cursor: the cursor from earlier results of the same search, to continue after them; "" to start.

        Raises:
            CursorUnusable: the cursor is malformed, or of another search.
            CursorOutdated: the cursor is of an earlier build.
        """
        start = self._cursors.position(cursor, query, filters) if cursor else 0
        return await self._calls.call(partial(self._search, query, filters, start, limit))

    async def surroundings(self, chunk_id: str, distance: int) -> Surroundings:
        """Return a chunk with up to `distance` chunks before it and after it on its page.

        Raises:
            ChunkIdMalformed: no chunk can have this id.
            ChunkUnknown: no chunk has it.
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
        """Close the index after the reads in progress."""
        self._closed.set()
        wait([self._calls.begin(self._reader.close)], CLOSE_SECONDS)

    def _search(self, query: str, filters: Metadata, start: int, limit: int) -> CorpusHits:
        asked = parse_question(query)
        results = self._results_of(query, asked, filters, start + limit)
        shown = results.page(start, limit)
        end = start + len(shown)
        cursor = self._cursors.cursor_after(end, query, filters) if end < len(results) else ""
        hint = None if shown else hint_for(filters, partial(self._metadata_of_hits, asked))
        return CorpusHits(shown, cursor, hint)

    def _results_of(self, query: str, asked: Question, filters: Metadata, wanted: int) -> Results:
        """Return the results of a search, from memory if it was made before: the index never changes."""
        search = (query, tuple(sorted(filters.items())), wanted >= self._first)
        if search in self._results:
            return cast("Results", self._results.use(search))
        results = Results(self._find(asked, filters, wanted), SoughtTerms(asked.terms))
        self._results.keep(search, results, len(results) + 1)
        return results

    def _find(self, asked: Question, filters: Metadata, wanted: int) -> list[Hit]:
        """Return the results of a search, best first: all if more than the first are wanted, in the same order."""
        groups = self._groups_to_search(filters)
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
        return fuse(by_words, self._reader.hits(self._vectors.nearest(asked.topic, groups, FUSED)))

    def _groups_to_search(self, filters: Metadata) -> Sequence[int] | None:
        """Return the groups of pages to search, None for all."""
        key = tuple(sorted(filters.items()))
        if key not in self._groups_by_filter:
            fitting = [group.number for group in self._groups if _fits(group.values, filters)]
            self._groups_by_filter.keep(key, None if len(fitting) == len(self._groups) else fitting, len(fitting) + 1)
        return cast("Sequence[int] | None", self._groups_by_filter.use(key))

    def _metadata_of_hits(self, asked: Question, filters: Metadata) -> Sequence[Metadata]:
        return [metadata_of(hit) for hit in self._find(asked, filters, MAX_FOUND)]


def open_corpus(folder: Path) -> Corpus:
    """Open a built corpus, with vectors if it has them and the embedder is installed.

    Args:
        folder: the folder of the built corpus.

    Raises:
        CorpusUnusable: there is no built corpus, or it cannot be read.
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
