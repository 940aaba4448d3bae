"""The headings closest in spelling to a topic's words, as suggestions when no page has these words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pro_context_engine.domain.model import TocEntry
from pro_context_engine.search.index.analysis import query_terms

MOST_WORDS = 16
"""The maximum number of words of a topic that are compared."""
MOST_ALIKE = 50
"""The maximum number of similar words for each of them."""

LEAST_ALIKE = 0.7
"""The lowest similarity (0..1, by edit distance) of a suggestion."""

_SHORTEST, _LONGEST = 3, 40
_WORD = re.compile(r"[^\W_]+")


def nearest_headings(headings: Sequence[TocEntry], topic: str, limit: int) -> list[TocEntry]:
    """Return the headings whose words are most similar to those of the topic, best first.

    Args:
        headings: headings of the documentation; titles may repeat.
        topic: the user's topic; stop words are ignored.
        limit: at most this many headings, of different titles.
    """
    titles = {heading.title: heading for heading in reversed(headings)}
    having: dict[str, list[str]] = {}
    for title in titles:
        for word in dict.fromkeys(_words(title)):
            having.setdefault(word, []).append(title)
    scores: Counter[str] = Counter()
    for word in [word for word in dict.fromkeys(_words(topic)) if query_terms(word)][:MOST_WORDS]:
        best: dict[str, float] = {}
        for near, similarity in _similar_words(word, list(having)):
            for title in having[near]:
                best.setdefault(title, similarity)
        scores.update(best)
    found = sorted(scores, key=lambda title: (-scores[title], len(_words(title)), title))
    return [titles[title] for title in found[:limit]]


def _words(text: str) -> list[str]:
    """Return the words worth comparing, including the parts of identifiers."""
    return [word.lower() for word in _WORD.findall(text) if _SHORTEST <= len(word) <= _LONGEST]


def _similar_words(word: str, known: Sequence[str]) -> list[tuple[str, float]]:
    """Return the known words most similar to a word with their similarity, best first."""
    # Loading rapidfuzz takes longer than an answer, and nearly every topic is found.
    from rapidfuzz import process  # noqa: PLC0415
    from rapidfuzz.distance import OSA  # noqa: PLC0415

    scorer = OSA.normalized_similarity
    found = process.extract(word, known, scorer=scorer, score_cutoff=LEAST_ALIKE, limit=MOST_ALIKE)
    return [(near, similarity) for near, similarity, _ in found]
