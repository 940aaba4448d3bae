"""The sections of a package's pages that answer a question, in the order of their scores."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from math import exp

from pro_context_engine.domain.model import Hit
from pro_context_engine.domain.storage import ChunkIndex, SymbolStore
from pro_context_engine.ingestion.toc_intake import Opened
from pro_context_engine.libraries.project.requirements import Ecosystem
from pro_context_engine.search.query import Question
from pro_context_engine.search.ranking.hit_sections import HitSection, hit_sections
from pro_context_engine.search.ranking.ranked_pages import RankedPage
from pro_context_engine.search.ranking.section_digest import digest
from pro_context_engine.search.ranking.section_scores import SectionScorer

_SCHEMES = tuple(f"{ecosystem}://" for ecosystem in Ecosystem)

MOST_SECTIONS = 12
"""The sections that an answer is made of."""

FIRST_TOKENS, NEXT_TOKENS = 700, 300
"""The room of the best section and of each other one, tokens."""

HEADS = 16
"""The best sections whose beginning is read if no hit has it."""

CERTAINTY = 0.97
"""The probability with which the meant section is among those that are shown, by their scores."""

SPREAD = 6.0
"""The difference of scores at which a section counts e times less."""


class PackageSections:
    """Rank the sections of packages, by the words of the question and by how public the documented names are.

    Args:
        store: keeps the ranks of symbols.
        index: keeps the beginnings of sections.
    """

    def __init__(self, store: SymbolStore, index: ChunkIndex) -> None:
        self._store = store
        self._index = index

    @staticmethod
    def serves(hits: Sequence[Hit]) -> bool:
        """Tell whether some hits are on a package's own pages."""
        return any(hit.chunk.page_url.startswith(_SCHEMES) for hit in hits)

    async def ranked(
        self, opened: Opened, asked: Question, hits: Sequence[Hit], named: Sequence[str]
    ) -> list[RankedPage]:
        """Return the best sections, each as a page of its own whose only hit is the section in short.

        Args:
            opened: the library.
            asked: the question.
            hits: the hits for the question, best first.
            named: the URLs of the symbols that the question names.
        """
        ranks = await self._store.symbol_ranks(*opened.key)
        sections = hit_sections(hits)
        scorers = [SectionScorer(one.terms, hits, ranks, one.names, named) for one in asked.wordings]
        best = _best(scorers, sections)[:HEADS]
        if await self._complete(opened, [section for _, section in best]):
            best = _best(scorers, [section for _, section in best])
        most = best[0][0] if best else 0.0
        return [
            _ranked_page(
                section, asked, hits[0].score * exp((score - most) / SPREAD), NEXT_TOKENS if place else FIRST_TOKENS
            )
            for place, (score, section) in enumerate(_likely(best)[:MOST_SECTIONS])
        ]

    async def _complete(self, opened: Opened, sections: Sequence[HitSection]) -> bool:
        """Add the beginnings that no hit has; return whether there were any."""
        lacking = [section for section in sections if section.anchor and not section.begins]
        found = await asyncio.gather(*(self._index.section(*opened.key, section.url) for section in lacking))
        for section, beginning in zip(lacking, found, strict=True):
            if beginning is not None:
                section.add(beginning[0])
        return bool(lacking)


def _best(scorers: Sequence[SectionScorer], sections: Sequence[HitSection]) -> list[tuple[float, HitSection]]:
    """Return the sections with their scores for the wording that fits each best, best first."""
    scored = [(max(scorer.score(section) for scorer in scorers), section) for section in sections]
    return sorted(scored, key=lambda one: -one[0])


def _likely(best: Sequence[tuple[float, HitSection]]) -> Sequence[tuple[float, HitSection]]:
    """Return the first sections, until it is nearly certain that the one that is meant is among them."""
    shares = [exp(score - best[0][0]) for score, _ in best]
    sums = list(accumulate(shares))
    return [one for one, before in zip(best, [0.0, *sums], strict=False) if before < CERTAINTY * sums[-1]]


def _ranked_page(section: HitSection, asked: Question, score: float, room: int) -> RankedPage:
    chunk = section.hit.chunk
    text = digest(section.text, asked.terms, room)
    shown = replace(
        chunk,
        text=text,
        heading_path=section.path,
        anchor=section.anchor,
        first_line=min(section.parts),
        ordinal=section.ordinal,
    )
    hit = replace(section.hit, chunk=shown, score=score, own_score=score)
    return RankedPage(hit.library_id, hit.version, chunk.page_url, chunk.page_title, score, (hit,), section.anchor)
