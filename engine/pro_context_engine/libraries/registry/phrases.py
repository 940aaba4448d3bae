"""Phrases: which libraries somebody means who says it in words (`how to use sqlalchemy sessions`)."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.domain.model import Library
from pro_context_engine.libraries.registry import popularity
from pro_context_engine.libraries.registry.descriptions import (
    Wording,
    asks_about_use,
    content_words,
    seeks_library,
    without_question,
)
from pro_context_engine.libraries.registry.exact import ExactNames
from pro_context_engine.libraries.registry.spelling import Spelling

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

    def subjects(self, phrase: str) -> list[str]:
        """Return what a phrase may be about, the longer reading first.

        `how to use the OpenAI Python SDK` is about `the openai python sdk` or `openai`.
        """
        return list(dict.fromkeys((without_question(phrase), self.subject(phrase))))

    def subject(self, phrase: str) -> str:
        """Return the phrase without fillers and languages: `requests` of `python requests library docs`."""
        return " ".join(word for word in content_words(phrase) if word not in self._wording.languages)

    def languages(self, phrase: str) -> frozenset[str]:
        """Return the languages that a phrase names."""
        return self._wording.languages.intersection(content_words(phrase))

    def scores(self, phrase: str) -> dict[int, float]:
        """Return how well libraries fit the phrase: score 0.. by position, about 0.85 for a full description."""
        said = [word if self._wording.knows(word) else self._spelling.corrected(word) for word in content_words(phrase)]
        scores = self._wording.scores(said)
        if not seeks_library(phrase):
            for position, bonus in self._mentioned(said, asks_about_use(phrase)).items():
                scores[position] = scores.get(position, 0.0) + bonus
        languages = self.languages(phrase)
        speaking = self._wording.scores(sorted(languages)) if languages else scores
        return {at: score if at in speaking else score * _OTHER_LANGUAGE for at, score in scores.items()}

    def _mentioned(self, said: Sequence[str], about_use: bool) -> dict[int, float]:
        """Return the bonus of each library whose whole name is part of the phrase.

        Who asks how to use something has named it, and mostly so has who begins with a name (`zod schema inference`);
        elsewhere the name counts for its share of the phrase: it may be what the library looked for should go with.
        """
        bonuses: dict[int, float] = {}
        words = [word for word in said if word not in self._wording.languages]
        taken: set[int] = set()
        for length in range(_MOST_WORDS_OF_A_NAME, 0, -1):
            for start in range(len(words) - length + 1):
                part = words[start : start + length]
                named = [at for _, positions in self._exact.find(" ".join(part)) for at in positions]
                if not named or not taken.isdisjoint(range(start, start + length)):
                    continue
                # `react native` is not also about `react`.
                taken.update(range(start, start + length))
                share = 1.0 if start == 0 else self._wording.share(part, said)
                worth = _NAME_IN_USE if about_use else _NAME_IN_SEARCH * share
                for position in named:
                    fame = (1 + popularity.weight(self._libraries[position])) / 2
                    bonuses.setdefault(position, fame * worth)
        return bonuses
