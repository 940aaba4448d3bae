"""Phrases: the libraries that a question in words is about (`how to use sqlalchemy sessions`)."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.domain.model import Library
from pro_context_engine.libraries.registry import popularity
from pro_context_engine.libraries.registry.descriptions import (
    DescriptionIndex,
    asks_about_use,
    content_words,
    seeks_library,
    without_question,
)
from pro_context_engine.libraries.registry.exact import ExactNames
from pro_context_engine.libraries.registry.spelling import Spelling

_MOST_WORDS_OF_A_NAME = 3

# The bonus for a library's whole name in the phrase (0..1), before its popularity is applied.
_NAME_IN_SEARCH = 0.3
_NAME_IN_USE = 0.6
_OTHER_LANGUAGE = 0.8


class Phrases:
    """The libraries by words of their descriptions, by their names in a phrase, and by languages."""

    def __init__(self, libraries: Sequence[Library], exact: ExactNames, spelling: Spelling) -> None:
        self._libraries = libraries
        self._exact = exact
        self._spelling = spelling
        self._descriptions = DescriptionIndex(libraries)

    def subjects(self, phrase: str) -> list[str]:
        """Return the possible subjects of a phrase, the longer one first.

        The subject of `how to use the OpenAI Python SDK` is `the openai python sdk` or `openai`.
        """
        return list(dict.fromkeys((without_question(phrase), self.subject(phrase))))

    def subject(self, phrase: str) -> str:
        """Return the phrase without fillers and languages: `requests` of `python requests library docs`."""
        return " ".join(word for word in content_words(phrase) if word not in self._descriptions.languages)

    def languages(self, phrase: str) -> frozenset[str]:
        """Return the languages in a phrase."""
        return self._descriptions.languages.intersection(content_words(phrase))

    def describes(self, word: str) -> bool:
        """Tell whether any description has this word, which is then no misspelt name."""
        return self._descriptions.describes(word)

    def scores(self, phrase: str) -> dict[int, float]:
        """Return how well libraries fit the phrase: score 0.. by position, about 0.85 for a full description."""
        known_words = [
            word if self._descriptions.knows(word) else self._spelling.correct(word) for word in content_words(phrase)
        ]
        scores = self._descriptions.scores(known_words)
        if not seeks_library(phrase):
            for position, bonus in self._name_bonuses(known_words, asks_about_use(phrase)).items():
                scores[position] = scores.get(position, 0.0) + bonus
        languages = self.languages(phrase)
        speaking = self._descriptions.scores(sorted(languages)) if languages else scores
        return {at: score if at in speaking else score * _OTHER_LANGUAGE for at, score in scores.items()}

    def _name_bonuses(self, known_words: Sequence[str], about_use: bool) -> dict[int, float]:
        """Return the bonus of each library whose whole name is part of the phrase.

        A question about use names its library, and so does mostly a phrase that begins with a name (`zod schema
        inference`); elsewhere the name counts only for its share of the phrase, because it may be a library to combine
        with.
        """
        bonuses: dict[int, float] = {}
        words = [word for word in known_words if word not in self._descriptions.languages]
        taken: set[int] = set()
        for length in range(_MOST_WORDS_OF_A_NAME, 0, -1):
            for start in range(len(words) - length + 1):
                part = words[start : start + length]
                named = [at for _, positions in self._exact.find(" ".join(part)) for at in positions]
                if not named or not taken.isdisjoint(range(start, start + length)):
                    continue
                # `react native` does not also name `react`.
                taken.update(range(start, start + length))
                share = 1.0 if start == 0 else self._descriptions.share(part, known_words)
                worth = _NAME_IN_USE if about_use else _NAME_IN_SEARCH * share
                for position in named:
                    fame = (1 + popularity.weight(self._libraries[position])) / 2
                    bonuses.setdefault(position, fame * worth)
        return bonuses
