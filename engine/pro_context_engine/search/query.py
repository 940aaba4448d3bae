"""Questions to hits: what is asked in one or several wordings, and the chunks the index has for it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from pro_context_engine.domain.model import Hit
from pro_context_engine.domain.storage import ChunkIndex
from pro_context_engine.search.index.analysis import query_pairs, query_terms
from pro_context_engine.search.index.dotted_names import asked_names
from pro_context_engine.search.ranking.fusion import fused

HITS = 60
"""Chunks looked at for one answer."""


@dataclass(frozen=True, slots=True)
class Question:
    """One wording of what is asked.

    Attributes:
        text: as the caller wrote it.
        terms: of `index.query_terms`.
        names: of `index.names.asked_names`.
        pairs: of `index.query_pairs`.
    """

    text: str
    terms: tuple[str, ...]
    names: tuple[str, ...]
    pairs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked: the topic first, then its rephrasings."""

    wordings: tuple[Question, ...]

    @property
    def topic(self) -> str:
        """Return the wording that counts most."""
        return self.wordings[0].text

    @property
    def text(self) -> str:
        """Return all wordings together."""
        return "\n".join(question.text for question in self.wordings)

    @property
    def terms(self) -> tuple[str, ...]:
        """Return the terms of all wordings, the topic's first."""
        return tuple(dict.fromkeys(term for question in self.wordings for term in question.terms))

    @property
    def names(self) -> tuple[str, ...]:
        """Return the dotted names of all wordings, the topic's first."""
        return tuple(dict.fromkeys(name for question in self.wordings for name in question.names))


def asked(topic: str, rephrasings: Sequence[str] = ()) -> Asked:
    """Return what is asked, wordings of the same terms once.

    Args:
        topic: words, a question, an error message or code.
        rephrasings: the same in other words.
    """
    wordings: dict[tuple[str, ...], Question] = {}
    for text in (topic, *rephrasings):
        terms = tuple(query_terms(text))
        if terms or not wordings:
            wordings.setdefault(terms, Question(text, terms, tuple(asked_names(text)), tuple(query_pairs(text))))
    return Asked(tuple(wordings.values()))


async def hits(index: ChunkIndex, question: Asked, scopes: Sequence[tuple[str, str | None]]) -> list[Hit]:
    """Return the best chunks for what is asked, best first.

    Args:
        index: where to look.
        question: what is asked.
        scopes: see `ChunkIndex.search`.
    """
    searches = (index.search([*one.terms, *one.names, *one.pairs], scopes, HITS) for one in question.wordings)
    return fused(await asyncio.gather(*searches))
