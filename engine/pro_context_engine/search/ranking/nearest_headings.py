"""The headings closest in spelling to a topic's words, as suggestions when no page has these words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from math import fsum

from pro_context_engine.search.index.analysis import query_terms

MOST_WORDS = 16
"""The maximum number of words of a topic that are compared."""
MOST_ALIKE = 50
"""The maximum number of similar words for each of them."""

LEAST_ALIKE = 0.7
"""The lowest similarity (0..1, by edit distance) of a suggestion."""

_SHORTEST, _LONGEST = 3, 40
_WORD = re.compile(r"[^\W_]+")


def nearest_titles(titles: Sequence[str], topic: str, limit: int) -> list[str]:
    """Return the titles whose words are most similar to those of the topic, best first.

    Args:
        titles: of the headings of the documentation, each once.
        topic: the user's topic; stop words are ignored.
        limit: at most this many.
    """
    runs = list(dict.fromkeys("\n".join(titles).split()))
    known = {word: word.lower() for word in dict.fromkeys(_WORD.findall("\n".join(runs))) if _is_telling(word)}
    choices = list(dict.fromkeys(known.values()))
    asked = [word for word in dict.fromkeys(_words(topic)) if query_terms(word)][:MOST_WORDS]
    alike = [_similar_words(word, choices) for word in asked]
    near = frozenset(chain.from_iterable(alike))
    spelt = {word for word, plain in known.items() if plain in near}
    having = {run for run in runs if run in spelt or not (run.isalnum() or spelt.isdisjoint(_WORD.findall(run)))}
    scores: dict[str, float] = {}
    for title in titles:
        if not having.isdisjoint(title.split()):
            words = near.intersection(_words(title))
            scores[title] = fsum(max((one[word] for word in words if word in one), default=0.0) for one in alike)
    return sorted(scores, key=lambda title: (-scores[title], len(_words(title)), title))[:limit]


def _words(text: str) -> list[str]:
    """Return the words worth comparing, including the parts of identifiers."""
    return [word.lower() for word in _WORD.findall(text) if _is_telling(word)]


def _is_telling(word: str) -> bool:
    return _SHORTEST <= len(word) <= _LONGEST


def _similar_words(word: str, known: Sequence[str]) -> dict[str, float]:
    """Return the known words most similar to a word, each with its similarity."""
    # Loading rapidfuzz takes longer than an answer, and nearly every topic is found.
    from rapidfuzz import process  # noqa: PLC0415
    from rapidfuzz.distance import OSA  # noqa: PLC0415

    scorer = OSA.normalized_similarity
    found = process.extract(word, known, scorer=scorer, score_cutoff=LEAST_ALIKE, limit=MOST_ALIKE)
    return {near: similarity for near, similarity, _ in found}
