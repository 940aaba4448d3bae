"""The sections of a package's pages that answer a question, in the order of their scores."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from math import exp
from typing import NamedTuple

from pro_context_engine.domain.model import Chunk, Hit
from pro_context_engine.domain.storage import Store
from pro_context_engine.domain.value_class import part_class, value_class
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.libraries.project.requirements import Ecosystem
from pro_context_engine.search.excerpts.display_parts import is_heading_alone
from pro_context_engine.search.excerpts.section_digest import digest
from pro_context_engine.search.excerpts.section_outline import listed, outline, prose_listed, prose_outline
from pro_context_engine.search.index.analysis import MAX_QUERY_TERMS, telling_stop_words
from pro_context_engine.search.index.section_parts import is_reference, section_text
from pro_context_engine.search.query import HITS, Question, Wording
from pro_context_engine.search.ranking.expanded_terms import SHARE, ExpandedTerms
from pro_context_engine.search.ranking.guides_beside_sections import (
    guide_leads,
    guides_of,
    heading_repeats,
    is_guide,
    of_the_present,
    put_together,
)
from pro_context_engine.search.ranking.hit_sections import HitSection, hit_sections
from pro_context_engine.search.ranking.name_variants import plain_first
from pro_context_engine.search.ranking.passage_selection import LEAST_SHARE
from pro_context_engine.search.ranking.prose_mentions import mentions
from pro_context_engine.search.ranking.ranked_pages import RankedPage
from pro_context_engine.search.ranking.relevance import confidence
from pro_context_engine.search.ranking.section_confidence import Evidence, first_confidence, probabilities
from pro_context_engine.search.ranking.section_reading import ReadSection
from pro_context_engine.search.ranking.section_scores import SectionScorer
from pro_context_engine.search.ranking.site_sections import Outlines, site_sections

_SCHEMES = tuple(f"{ecosystem}://" for ecosystem in Ecosystem)

MOST_SECTIONS = 20
"""The most sections of an answer."""

MOST_BESIDE_GUIDES = 12
"""The most sections where guides are shown beside them."""

FIRST_TOKENS, NEXT_TOKENS, CONTINUED_TOKENS = 700, 300, 120
"""Tokens of the best section, of each other likely one, and of each unlikely one whose beginning was not found."""

GUIDE_TOKENS = 1_000
"""The budget, in tokens, for which sections of guides are shortened as those of a site are."""

GUIDE_FIRST_TOKENS = 250
"""Tokens of the best section of guides behind a section of the API; before one, it has those of the best section."""

LIKELY = 0.1
"""The probability above which the text of a section is shown, and not its outline alone."""

LIKELY_PAGE = 0.05
"""The probability of all sections of a page above which their outlines are shown, and not their names alone."""

HEADS = 80
"""The number of the best sections whose beginning is read if no hit has it."""

CERTAINTY = 0.99
"""The probability, by the scores, with which the sections that are shown have the one that the question means."""

SPREAD = 6.0
"""The difference of scores at which a section counts e times less."""


@value_class
class RankedSections:
    """The best sections of a package, each as a page of its own, with the confidence (0..1) in the first one."""

    pages: Sequence[RankedPage]
    confidence: float


@value_class
class _SectionQuestion:
    """A question to a library, for which sections are wanted.

    Attributes:
        opened: the library.
        asked: the question.
        named: the URLs of the symbols that it names.
        mentioned: the names that the prose of its hits mentions, each with how much it counts.
    """

    opened: OpenedLibrary
    asked: Question
    named: Sequence[str]
    mentioned: Mapping[str, float]


class _ReadGuides(NamedTuple):
    """The best guides, the chunks around the best hit, and the headings of the guides by their URLs."""

    pages: Sequence[RankedPage]
    around: Sequence[Chunk]
    outlines: Outlines

    def in_short(self, terms: Sequence[str], first_tokens: int) -> Sequence[RankedPage]:
        """Return the sections in short, the best in `first_tokens`; first the best of each guide."""
        own: dict[str, list[RankedPage]] = {page.url: [] for page in self.pages}
        for section in site_sections(self.pages, self.around, self.outlines, terms, GUIDE_TOKENS, first_tokens):
            own[section.url].append(section)
        return [*_in_turn(own.values())] or self.pages


class _Scored(NamedTuple):
    """A section with its score."""

    score: float
    read: ReadSection


@part_class
class PackageSections:
    """Rank the sections of packages, by the words of the question and by how public the documented names are.

    Attributes:
        store: keeps the ranks of symbols, and the beginnings of sections.
    """

    store: Store

    @staticmethod
    def serves(hits: Sequence[Hit]) -> bool:
        """Tell whether some hits are on a package's own pages."""
        return any(hit.chunk.page_url.startswith(_SCHEMES) for hit in hits)

    async def ranked(
        self, opened: OpenedLibrary, asked: Question, hits: Sequence[Hit], named: Sequence[str]
    ) -> RankedSections:
        """Return the best sections, each as a page whose only hit is the section in short, and guides beside them.

        Args:
            opened: the library.
            asked: the question.
            hits: the hits for the question, best first.
            named: the URLs of the symbols that the question names.
        """
        # Where nothing else is found, the past of the package may answer.
        hits = of_the_present(hits, asked.text) or hits
        mentioned = mentions([hit for hit in hits if not is_reference(hit.chunk.page_url)])
        question = _SectionQuestion(opened, asked, named, mentioned)
        on_guides = [hit for hit in hits if is_guide(hit)]
        others = [hit for hit in hits if not is_guide(hit)]
        if not on_guides:
            return await self._sections(question, others, MOST_SECTIONS)
        read, sure = await self._guides(opened, asked, on_guides), confidence(on_guides, asked.word_count)
        guides = read.in_short(asked.terms, GUIDE_FIRST_TOKENS)
        best = await self._sections(question, others, MOST_BESIDE_GUIDES) if others else RankedSections((), 0.0)
        # A guide mentions the symbol that the question names; its own section documents it.
        repeats = not named and heading_repeats(guides[0], asked.terms)
        by_guides = 0.0 if named else sure
        if not best.pages or guide_leads(by_guides, best.confidence, repeats=repeats):
            guides = read.in_short(asked.terms, FIRST_TOKENS)
        if not best.pages:
            return RankedSections(guides, sure)
        return RankedSections(*put_together(guides, best.pages, by_guides, best.confidence, repeats=repeats))

    async def _guides(self, opened: OpenedLibrary, asked: Question, hits: Sequence[Hit]) -> _ReadGuides:
        """Return the best guides, with their headings and the chunks around the best hit."""
        guides = guides_of(hits, asked.text)
        around = await self.store.neighbours(guides[0].hits[0])
        return _ReadGuides(guides, around, await self.store.outlines(*opened.key, [page.url for page in guides]))

    async def _sections(self, question: _SectionQuestion, hits: Sequence[Hit], limit: int) -> RankedSections:
        """Return the best sections, at most `limit`; `hits` are not on guides."""
        named, expanded = question.named, _expanded(question.asked)
        scorers, best = await self._best(question, expanded, hits)
        if not best:
            return RankedSections((), 0.0)
        shares = probabilities([one.score for one in best])
        shown = min(limit, _likely(shares))
        chosen = [
            (one.read.section, one.score, share)
            for place, (one, share) in enumerate(zip(best, shares, strict=True))
            if place < shown or one.read.url in named
        ]
        of_pages = _shares_of_pages(chosen)
        texts = [digest(chosen[0][0].text, expanded.finder, FIRST_TOKENS)]
        for section, _, share in chosen[1:]:
            sure = 1.0 if section.url in named else share
            texts.append(_in_short(section, expanded, sure, of_pages[section.hit.chunk.page_url]))
        # The probabilities have chosen the sections: no score leaves one out again.
        worth = [max(LEAST_SHARE, exp((score - best[0].score) / SPREAD)) for _, score, _ in chosen]
        pages = [
            section.as_page(text, hits[0].score * value, min(section.parts))
            for (section, *_), text, value in zip(chosen, texts, worth, strict=True)
            if section is chosen[0][0] or not is_heading_alone(text)
        ]
        of_first = [scorer.shares(best[0].read) for scorer in scorers]
        covered, named_share, name = map(max, zip(*of_first, strict=True))
        agrees = hits[0].chunk.page_url == pages[0].url
        words = len(question.asked.terms)
        evidence = Evidence(of_pages[pages[0].url], shares[0], covered, words, agrees, named_share, name)
        return RankedSections(pages, first_confidence(evidence))

    async def _best(
        self, question: _SectionQuestion, expanded: ExpandedTerms, hits: Sequence[Hit]
    ) -> tuple[list[SectionScorer], list[_Scored]]:
        """Return the scorer of each wording, and the sections that have hits or related words, best first."""
        opened, asked = question.opened, question.asked
        ranks = await self.store.symbol_ranks(*opened.key)
        further = await self._further(opened, expanded, hits)
        present = of_the_present(further, asked.text)
        sections = hit_sections([*hits, *(hit for hit in present if not is_guide(hit))])
        # Most questions have one wording.
        of_wordings = [expanded] if len(asked.wordings) == 1 else list(map(_expanded, asked.wordings))
        scorers = [
            SectionScorer(one.terms, hits, ranks, one.names, question.named, own, question.mentioned)
            for one, own in zip(asked.wordings, of_wordings, strict=True)
        ]
        best = sorted(_scored(scorers, sections), key=_by_score)
        if completed := await self._complete(opened, [one.read.section for one in best[:HEADS]]):
            again = {one.read.url: one for one in _scored(scorers, completed)}
            best = sorted((again.get(one.read.url, one) for one in best), key=_by_score)
        plain = plain_first([one.read for one in best[:HEADS]], expanded.asked, MOST_SECTIONS)
        # A function that moves has the score of its variant.
        best[:HEADS] = [_Scored(one.score, read) for one, read in zip(best, plain, strict=False)]
        return scorers, _without_repeats(best)

    async def _further(self, opened: OpenedLibrary, expanded: ExpandedTerms, hits: Sequence[Hit]) -> list[Hit]:
        """Return further chunks, which have words related to the asked ones, with scores on the scale of the hits."""
        terms = expanded.terms[:MAX_QUERY_TERMS]
        found = await self.store.search(terms, [opened.key], HITS) if expanded.has_related else []
        known = {(hit.chunk.page_url, hit.chunk.ordinal) for hit in hits}
        scale = SHARE * max(map(_score, hits)) / (max(map(_score, found), default=0.0) or 1.0)
        own = SHARE * max(map(_own_score, hits)) / (max(map(_own_score, found), default=0.0) or 1.0)
        return [hit.scaled(scale, own) for hit in found if (hit.chunk.page_url, hit.chunk.ordinal) not in known]

    async def _complete(self, opened: OpenedLibrary, sections: Sequence[HitSection]) -> list[HitSection]:
        """Add the beginnings that no hit has; return the sections that lacked one."""
        lacking = [section for section in sections if section.anchor and not section.begins]
        found = await self.store.sections(*opened.key, [section.url for section in lacking]) if lacking else []
        for section, beginning in zip(lacking, found, strict=True):
            if beginning is not None:
                section.add(beginning[0])
        return lacking


def _expanded(asked: Question | Wording) -> ExpandedTerms:
    return ExpandedTerms(asked.terms, asked.pairs, telling_stop_words(asked.text))


def _in_turn(pages: Collection[Sequence[RankedPage]]) -> Iterator[RankedPage]:
    """Yield the first section of each page, then the others page by page."""
    yield from (own[0] for own in pages if own)
    yield from (section for own in pages for section in own[1:])


def _shares_of_pages(chosen: Iterable[tuple[HitSection, float, float]]) -> dict[str, float]:
    """Return the probability of the sections of each page together, by its URL; each section has its own last."""
    shares: dict[str, float] = {}
    for section, _, share in chosen:
        url = section.hit.chunk.page_url
        shares[url] = shares.get(url, 0.0) + share
    return shares


def _in_short(section: HitSection, expanded: ExpandedTerms, share: float, of_page: float) -> str:
    """Return the shown text of a section after the best one; the less likely it and its page are, the shorter."""
    if share > LIKELY or not section.begins:
        return digest(section.text, expanded.finder, NEXT_TOKENS if share > LIKELY else CONTINUED_TOKENS)
    if not is_reference(section.url):
        return (prose_listed if of_page <= LIKELY_PAGE else prose_outline)(section.text, expanded.finder)
    return (listed if of_page <= LIKELY_PAGE else outline)(section.text, expanded.finder)


def _score(hit: Hit) -> float:
    return hit.score


def _own_score(hit: Hit) -> float:
    return hit.own_score


def _by_score(one: _Scored) -> float:
    return -one.score


def _scored(scorers: Sequence[SectionScorer], sections: Sequence[HitSection]) -> list[_Scored]:
    """Return sections with their scores for the wording that fits each best."""
    read = [ReadSection(section) for section in sections]
    scores = [one.scores(read) for one in scorers]
    return [_Scored(max(values), one) for one, *values in zip(read, *scores, strict=True)]


def _without_repeats(best: Sequence[_Scored]) -> list[_Scored]:
    """Return the sections without those that document the same name by the same text as a better one."""
    seen = set[tuple[str, str]]()
    kept: list[_Scored] = []
    for one in best:
        text = section_text(one.read.section.text).rest if one.read.symbol and len(kept) < MOST_SECTIONS else ""
        if not text or (one.read.symbol, text) not in seen:
            kept.append(one)
        if text:
            seen.add((one.read.symbol, text))
    return kept


def _likely(shares: Sequence[float]) -> int:
    """Return how many of the first sections it takes until it is nearly certain that the meant one is among them."""
    sums = accumulate(shares, initial=0.0)
    return min(MOST_SECTIONS, sum(before < CERTAINTY for before in sums) or 1)
