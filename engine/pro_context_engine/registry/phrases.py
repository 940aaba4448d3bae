"""Phrases: which libraries somebody means who says it in words (`how to use sqlalchemy sessions`)."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.model import Library
from pro_context_engine.registry import popularity
from pro_context_engine.registry.exact import ExactNames
from pro_context_engine.registry.spelling import Spelling
from pro_context_engine.registry.wording import Wording, asks_about_use, content_words

_MOST_WORDS_OF_A_NAME = 3

# What a library's whole name in the phrase adds to its score (0..1), before its popularity is taken into account.
_NAME_IN_SEARCH = 0.3
_NAME_IN_USE = 0.6
_OTHER_LANGUAGE = 0.8


class Phrases:
    """The libraries by what can be said of them: description, names in passing, languages."""

    def __init__(self, libraries: Sequence[Library], exact: ExactNames, spelling: Spelling) -> None:
        self._libraries = libraries
        self._exact = exact
        self._spelling = spelling
        self._wording = Wording(libraries)

    def subject(self, phrase: str) -> tuple[str, set[str]]:
        """Return what a phrase is about without fillers and languages, and the languages it names.

        `python requests library docs` is about `requests` and names Python.
        """
        said = content_words(phrase)
        languages = self._wording.languages.intersection(said)
        return " ".join(word for word in said if word not in languages), languages

    def scores(self, phrase: str) -> dict[int, float]:
        """Return how well libraries fit the phrase: score 0.. by position, about 0.85 for a full description."""
        said = [word if self._wording.knows(word) else self._spelling.corrected(word) for word in content_words(phrase)]
        scores = self._wording.scores(said)
        for position, bonus in self._mentioned(said, asks_about_use(phrase)).items():
            scores[position] = scores.get(position, 0.0) + bonus
        languages = self._wording.languages.intersection(said)
        speaking = self._wording.scores(sorted(languages)) if languages else scores
        return {at: score if at in speaking else score * _OTHER_LANGUAGE for at, score in scores.items()}

    def _mentioned(self, said: Sequence[str], about_use: bool) -> dict[int, float]:
        """Return the bonus of each library whose whole name is part of the phrase.

        Who asks how to use something has named it; who looks for something may name what it should go with, so there
        the name counts only for its share of the phrase.
        """
        bonuses: dict[int, float] = {}
        words = [word for word in said if word not in self._wording.languages]
        for length in range(_MOST_WORDS_OF_A_NAME, 0, -1):
            for start in range(len(words) - length + 1):
                part = words[start : start + length]
                worth = _NAME_IN_USE if about_use else _NAME_IN_SEARCH * self._wording.share(part, said)
                _, positions = next(self._exact.find(" ".join(part)), (None, []))
                for position in positions:
                    fame = (1 + popularity.weight(self._libraries[position])) / 2
                    bonuses.setdefault(position, fame * worth)
        return bonuses
