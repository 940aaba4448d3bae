"""Questions to hits: one or several wordings of a question, and the chunks the index has for it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from pro_context_engine.domain.model import Hit
from pro_context_engine.domain.storage import ChunkIndex
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.search.index.analysis import analyse, query_pairs, query_terms
from pro_context_engine.search.index.dotted_names import asked_names
from pro_context_engine.search.index.stop_words import WEAK_WORDS
from pro_context_engine.search.question_language import foreign_language, searchable
from pro_context_engine.search.ranking.fusion import fuse
from pro_context_engine.search.ranking.preference import prefer

HITS = 60
"""The number of chunks that an answer is chosen from."""

Scope = tuple[str, str | None]
"""A snapshot, or with None all snapshots of a library: (libraryId, version); see `ChunkIndex.search`."""


@value_class
class Wording:
    """One wording of a question.

    Attributes:
        text: the caller's text.
        terms: output of `analysis.query_terms`.
        names: output of `dotted_names.asked_names`.
        pairs: output of `analysis.query_pairs`.
    """

    text: str
    terms: tuple[str, ...]
    names: tuple[str, ...]
    pairs: tuple[str, ...]


@value_class
class Question:
    """A question in several wordings: the topic first, then its rephrasings.

    Attributes:
        wordings: without the function words of another language than English.
        language: the language of the topic, "" for English; see `languages.foreign_language`.
        foreign_topic: the topic as it was asked in that language, "" for English.
    """

    wordings: tuple[Wording, ...]
    language: str = ""
    foreign_topic: str = ""

    @property
    def topic(self) -> str:
        """Return the wording with the highest weight."""
        return self.wordings[0].text

    @property
    def text(self) -> str:
        """Return all wordings, one a line."""
        return "\n".join(one.text for one in self.wordings)

    @property
    def terms(self) -> tuple[str, ...]:
        """Return the terms of all wordings, those of the topic first."""
        return tuple(dict.fromkeys(term for one in self.wordings for term in one.terms))

    @property
    def word_count(self) -> int:
        """Return the number of terms of the longest wording."""
        return max(len(one.terms) for one in self.wordings)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the dotted names of all wordings, those of the topic first."""
        return tuple(dict.fromkeys(name for one in self.wordings for name in one.names))

    @property
    def pairs(self) -> tuple[str, ...]:
        """Return the pairs of neighbouring terms of all wordings, those of the topic first."""
        return tuple(dict.fromkeys(pair for one in self.wordings for pair in one.pairs))


def parse_question(topic: str, rephrasings: Sequence[str] = ()) -> Question:
    """Return a question with each distinct set of terms once.

    Args:
        topic: words, a question, an error message or code.
        rephrasings: the topic in other words.
    """
    wordings: dict[tuple[str, ...], Wording] = {}
    language = foreign_language(topic)
    for asked in (topic, *rephrasings):
        text = searchable(asked, language) if language else asked
        terms = tuple(query_terms(text))
        if terms or not wordings:
            wordings.setdefault(terms, Wording(text, terms, tuple(asked_names(text)), tuple(query_pairs(text))))
    return Question(tuple(wordings.values()), language, topic if language else "")


async def hits(
    index: ChunkIndex,
    question: Question,
    scopes: Sequence[Scope],
    preferred: Sequence[Scope] = (),
    limit: int = HITS,
) -> list[Hit]:
    """Return the best chunks for a question, best first.

    Args:
        index: the index to search.
        question: the question in all its wordings.
        scopes: see `ChunkIndex.search`.
        preferred: those of the scopes whose chunks rank before others of about the same relevance.
        limit: bound on the chunks for one wording.
    """
    own = preferred if len(preferred) < len(scopes) else ()
    wordings = tuple(_without_name(one, scopes) for one in question.wordings)
    found = await _search_each(index, wordings, scopes, own, limit)
    if not any(found) and wordings != question.wordings:
        # The library has only its name of the asked words, which may be what its functions do: `read-port`.
        found = await _search_each(index, question.wordings, scopes, own, limit)
    return fuse([prefer(hits, frozenset(own)) if own else hits for hits in found])


async def _search_each(
    index: ChunkIndex, wordings: Sequence[Wording], scopes: Sequence[Scope], preferred: Sequence[Scope], limit: int
) -> list[list[Hit]]:
    """Return the best chunks for each wording."""
    if len(wordings) == 1:
        # A task takes as long as a small part of a search, and most questions have one wording.
        return [await _search(index, wordings[0], scopes, preferred, limit)]
    return await asyncio.gather(*(_search(index, one, scopes, preferred, limit) for one in wordings))


def _without_name(asked: Wording, scopes: Sequence[Scope]) -> Wording:
    """Return a wording without the name of the library where one library is searched (decision 93).

    Each of its pages may have the name, and those with the name in the title are no better answers.
    """
    libraries = {library_id for library_id, _ in scopes}
    if len(libraries) != 1:
        return asked
    name = frozenset(analyse(libraries.pop().rpartition("/")[2]))
    terms = tuple(term for term in asked.terms if term not in name)
    if len(terms) == len(asked.terms) or WEAK_WORDS.issuperset(terms):
        return asked
    return replace(asked, terms=terms, pairs=tuple(pair for pair in asked.pairs if name.isdisjoint(pair.split())))


async def _search(
    index: ChunkIndex, asked: Wording, scopes: Sequence[Scope], preferred: Sequence[Scope], limit: int
) -> list[Hit]:
    return await index.search([*asked.terms, *asked.names, *asked.pairs], scopes, limit, preferred)
