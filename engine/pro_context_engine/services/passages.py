"""The read path of get-docs: topic → libraries → hits → passages within the budget."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Sequence
from functools import partial
from urllib.parse import urldefrag

from pro_context_engine.concurrency.gathering import gather
from pro_context_engine.domain.errors import TopicUnmatched
from pro_context_engine.domain.model import Hit, Passage, TocEntry
from pro_context_engine.domain.results import Answer
from pro_context_engine.domain.storage import Store
from pro_context_engine.domain.value_class import part_class, value_class
from pro_context_engine.domain.versions.version_match import UNJUDGED, Verdicts
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.search import query
from pro_context_engine.search.excerpts.quoting import FRAME, overhead, quote, size, warning_size
from pro_context_engine.search.query import Question
from pro_context_engine.search.ranking.guides_beside_sections import MIXED_HITS
from pro_context_engine.search.ranking.passage_selection import PAGES, Neighbours, select_passages
from pro_context_engine.search.ranking.ranked_pages import RankedPage, pages_of
from pro_context_engine.search.ranking.relevance import are_plausible, confidence
from pro_context_engine.search.ranking.site_sections import site_sections
from pro_context_engine.services.asked_names import AskedNames, AskedNamesService, inherited_elsewhere
from pro_context_engine.services.found_pages import Found, is_mixed, mismatches, next_pages, other_language, silence
from pro_context_engine.services.message_places import MessagePlaces
from pro_context_engine.services.missing_names import CONFIDENCE as MISSING_CONFIDENCE
from pro_context_engine.services.missing_names import ROOM as MISSING_ROOM
from pro_context_engine.services.missing_names import MissingNames
from pro_context_engine.services.needed_pages import NamesByLibrary, NeededPages, PreparedQuestion, pages_alone
from pro_context_engine.services.no_match import no_match_fact
from pro_context_engine.services.on_demand import OnDemand, raise_if_any
from pro_context_engine.services.package_sections import PackageSections, RankedSections
from pro_context_engine.services.quote_marks import new_mark
from pro_context_engine.services.versions import WantedVersions

ANSWER_PAGES = 12
"""Bound on the pages of a library that an answer is made of."""

UNKNOWN_CONFIDENCE = 0.5
"""The confidence at most in an answer about a name alone, by words, while the symbols are not known yet."""

ORIGINS_SHARE = 0.3
"""The share of the budget for code that makes the error message of a question."""

ORIGINS_CONFIDENCE = 0.3
"""The confidence in an answer of such code alone."""

PASSAGE_BYTES = 1_000
"""The memory of a passage besides its text, an estimate."""


@value_class
class _Request:
    """A request for passages: the question, the verdicts on the versions of its libraries, and the budget."""

    question: PreparedQuestion
    verdicts: Verdicts
    max_tokens: int

    @property
    def key(self) -> Hashable:
        """Return everything that the passages depend on besides the stored pages and tables of contents."""
        names, places = self.question.names, self.question.places
        keys = [one.key for one in self.question.opened]
        libraries = ((key, names[key], tuple(places.get(key, ())), self.verdicts.get(key)) for key in keys)
        return self.question.asked, self.max_tokens, *libraries


@value_class
class _Selected:
    """The passages of an answer, none if nothing matches, with all that follows from the stored pages."""

    chosen: tuple[Passage, ...] = ()
    warnings: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    related: tuple[TocEntry, ...] = ()
    tokens: int = 0
    confidence: float = 0.0
    without_table: bool = False


@part_class
class PassagesService:
    """Answer a topic with passages of the libraries that are asked.

    Attributes:
        versions: opens each in the version that is wanted.
        ingest: knows which pages are stored.
        on_demand: tells which pages are being fetched, and has guides fetched.
        needed_pages: has the pages fetched that an answer needs.
        asked_names: finds the symbols that a question names.
        missing_names: tells which names a library lacks.
        sections: ranks the sections of packages.
        message_places: finds the code that makes an error message.
        store: finds chunks.
    """

    versions: WantedVersions
    ingest: Ingest
    on_demand: OnDemand
    needed_pages: NeededPages
    asked_names: AskedNamesService
    missing_names: MissingNames
    sections: PackageSections
    message_places: MessagePlaces
    store: Store

    async def passages(self, wanted: Sequence[tuple[str, str | None]], asked: Question, max_tokens: int) -> Answer:
        """Return the passages that answer, within a budget; see `DocsEngine.passages`."""
        libraries = self.versions.libraries(wanted)
        opened = await self.versions.open_all(libraries)
        try:
            answer = await self.answer(opened, asked, max_tokens, self.versions.verdicts(opened, libraries))
            if self.store.failing or await self.ingest.keeps(opened):
                return answer
        except TopicUnmatched:
            if self.store.failing or await self.ingest.keeps(opened):
                raise
        # The store was cleared meanwhile, so that pages may be missing.
        opened = await self.versions.open_all(libraries)
        return await self.answer(opened, asked, max_tokens, self.versions.verdicts(opened, libraries))

    async def answer(
        self, opened: Sequence[OpenedLibrary], asked: Question, max_tokens: int, verdicts: Verdicts
    ) -> Answer:
        """Return the passages of opened libraries that answer, under a warning for each wrong version.

        Args:
            opened: the libraries.
            asked: the topic.
            max_tokens: see `DocsEngine.passages`.
            verdicts: how the version of each library matches the wanted one, by its key.

        Raises:
            DocsError: see `DocsEngine.passages`.
        """
        question = await self.needed_pages.prepare(opened, asked)
        # Looked at before searching: a page that arrives meanwhile may be missing in the answer.
        underway = self.on_demand.underway(opened)
        selected = await self._selected(_Request(question, verdicts, max_tokens), is_underway=bool(underway))
        growing = self.on_demand.add_guides(opened)
        if not selected.chosen:
            raise_if_any(underway)
            if not selected.missing:
                # A guide that is on its way may answer; of names the symbol table knows better.
                raise_if_any(growing)
            await self.on_demand.raise_if_unavailable(opened)
            raise await no_match_fact(self.ingest, self.store, opened, asked, selected.missing)
        by_key = {one.key: one for one in opened}
        used = [by_key[passage.library_id, passage.version or ""] for passage in selected.chosen]
        for one in opened:
            self.asked_names.prepare(one)
        return Answer(
            content=quote(selected.chosen, new_mark, selected.warnings),
            tokens=selected.tokens,
            passages=selected.chosen,
            confidence=selected.confidence,
            related=selected.related,
            fetched_at=used[0].snapshot.fetched_at,
            cached=not question.fetched and all(one.cached for one in opened),
            stale=any(one.stale for one in used),
            indexing=bool(underway or growing) or selected.without_table,
            verdict=verdicts.get(used[0].key, UNJUDGED),
        )

    async def _selected(self, request: _Request, *, is_underway: bool) -> _Selected:
        """Return the passages that answer, from the pages that are stored; the same as before, where nothing changed.

        Args:
            request: the question.
            is_underway: whether pages are being fetched: names may be missing only for want of these.
        """
        select = partial(self._select, request, is_underway=is_underway)
        if is_underway or any(own.lacking for own in request.question.names.values()):
            # Other versions and the project tell of a missing name too.
            return await select()
        return await self.store.remembered(request.key, select, _size)

    async def _select(self, request: _Request, *, is_underway: bool) -> _Selected:
        opened, asked = request.question.opened, request.question.asked
        found, names = await self._found(request)
        hits = {one.opened.key: one.hits for one in found}
        lacking = [(one, name, hits.get(one.key, ())) for one in opened for name in names[one.key].lacking]
        missing = await self.missing_names.warnings(lacking, underway=is_underway)
        elsewhere = inherited_elsewhere(names.values())
        warnings = [*missing, *elsewhere, *mismatches(request.verdicts, found)]
        warnings += [*silence(opened, found), *other_language(asked)]
        is_missing = bool(missing) and any(name.alone for _, name, _ in lacking)
        most = min(request.max_tokens, MISSING_ROOM) if is_missing else request.max_tokens
        chosen = await self._chosen(request, found, most - FRAME - sum(map(warning_size, warnings)))
        if not chosen:
            return _Selected(missing=tuple(missing))
        is_unsure = bool(elsewhere) or _is_unsure(names, chosen, asked)
        most_sure = MISSING_CONFIDENCE if is_missing else UNKNOWN_CONFIDENCE if is_unsure else 1.0
        return _Selected(
            chosen=tuple(chosen),
            warnings=tuple(warnings),
            missing=tuple(missing),
            related=tuple(next_pages(found, asked, chosen, request.question.places)),
            tokens=size(chosen, warnings),
            confidence=min(found[0].confidence if found else ORIGINS_CONFIDENCE, most_sure),
            without_table=any(own.unknown for own in names.values()),
        )

    async def _chosen(self, request: _Request, found: Sequence[Found], room: int) -> list[Passage]:
        """Return the passages that have room (tokens) together; code that makes an error message comes last."""
        origins = await self._origins(request, room)
        room -= sum(one.tokens + overhead(one) for one in origins)
        libraries = [one.pages for one in found]
        terms = [one.terms for one in request.question.asked.wordings]
        return [*select_passages(libraries, await self._neighbours(libraries), room, terms), *origins]

    async def _origins(self, request: _Request, room: int) -> list[Passage]:
        """Return the code that makes the error message of the question, as much as fits beside the other passages."""
        found = await self.message_places.passages(request.question.opened, request.question.asked)
        kept: list[Passage] = []
        for one in found:
            if sum(other.tokens + overhead(other) for other in (*kept, one)) <= room * ORIGINS_SHARE:
                kept.append(one)
        return kept

    async def _found(self, request: _Request) -> tuple[list[Found], NamesByLibrary]:
        """Return the best pages of each library that plausibly answers, highest confidence first, and the names."""
        opened, asked, names = request.question.opened, request.question.asked, request.question.names
        most = [MIXED_HITS if is_mixed(one) else query.HITS for one in opened]
        hits = await gather(
            query.hits(self.store, asked, [one.key], limit=limit) for one, limit in zip(opened, most, strict=True)
        )
        weighed = await gather(
            self.asked_names.weighed(one, asked, names[one.key], own) for one, own in zip(opened, hits, strict=True)
        )
        names = {one.key: own for one, own in zip(opened, weighed, strict=True)}
        hits = await gather(self._with_named(one, own, names[one.key]) for one, own in zip(opened, hits, strict=True))
        telling = are_plausible(hits, asked.terms)
        plausible = [(one, own) for one, own, tells in zip(opened, hits, telling, strict=True) if tells]
        found = await asyncio.gather(*(self._ranked(one, request, names[one.key], own) for one, own in plausible))
        return sorted(found, key=lambda each: -each.confidence), names

    async def _with_named(self, opened: OpenedLibrary, hits: list[Hit], names: AskedNames) -> list[Hit]:
        return await self.asked_names.sections(opened, names.symbols, hits) if names.symbols else hits

    async def _ranked(self, opened: OpenedLibrary, request: _Request, names: AskedNames, hits: Sequence[Hit]) -> Found:
        """Return the best pages, or sections, of a library."""
        asked = request.question.asked
        if self.sections.serves(hits) and not any(one.asked.alone for one in names.symbols):
            best = await self._ranked_sections(opened, asked, hits, [one.place.url for one in names.symbols])
            return Found(opened, hits, best.pages, best.confidence)
        pages = pages_of(hits)
        if alone := pages_alone(names):
            # Several good hits on another page do not outweigh the page of the name.
            leading = sorted(pages, key=lambda page: page.url not in alone)
            return Found(opened, hits, leading[:ANSWER_PAGES], confidence(hits, asked.word_count))
        top, urls = pages[0].hits[0], [page.url for page in pages[:PAGES]]
        around = await self.store.neighbours(top)
        outlines = await self.store.outlines(top.library_id, top.version or "", urls)
        sections = site_sections(pages, around, outlines, asked.terms, request.max_tokens)
        return Found(opened, hits, sections or pages[:ANSWER_PAGES], confidence(hits, asked.word_count))

    async def _ranked_sections(
        self, opened: OpenedLibrary, asked: Question, hits: Sequence[Hit], named: Sequence[str]
    ) -> RankedSections:
        """Return the best sections; an answer that exceeds its budget is made again of the same ones."""
        scores = tuple((hit.chunk.page_url, hit.chunk.ordinal, hit.score) for hit in hits)
        rank = partial(self.sections.ranked, opened, asked, hits, named)
        key = ("sections", opened.key, asked, tuple(named), scores)
        return await self.store.remembered(key, rank, _sections_size)

    async def _neighbours(self, libraries: Sequence[Sequence[RankedPage]]) -> Neighbours:
        """Return the chunks of each library's best page; a section that was chosen alone has no context."""
        best = [pages[0] for pages in libraries if pages[0].anchor is None]
        # All at the same time: while pages are being stored, each read of the store waits.
        chunks = await gather(self.store.neighbours(page.hits[0]) for page in best)
        return {page.key: around for page, around in zip(best, chunks, strict=True)}


def _is_unsure(names: NamesByLibrary, chosen: Sequence[Passage], asked: Question) -> bool:
    """Tell whether an answer cannot be sure: a table of symbols is lacking, or the question is in another language.

    Nor can it where the only name of the question is known, and the answer begins with another page than its own.
    """
    pages = set[str]().union(*map(pages_alone, names.values()))
    is_elsewhere = bool(pages) and urldefrag(chosen[0].url).url not in pages
    without_table = any(own.unknown for own in names.values())
    return without_table or is_elsewhere or (bool(asked.language) and not any(own.symbols for own in names.values()))


def _sections_size(ranked: RankedSections) -> int:
    """Return the memory of remembered sections, an estimate in bytes."""
    texts = (hit.chunk.text for page in ranked.pages for hit in page.hits)
    return sum(PASSAGE_BYTES + 2 * len(text) for text in texts)


def _size(selected: _Selected) -> int:
    """Return the memory of remembered passages, an estimate in bytes."""
    return PASSAGE_BYTES * (1 + len(selected.chosen)) + 2 * sum(len(one.text) for one in selected.chosen)
