"""Phrases: the libraries that a question in words is about (`how to use sqlalchemy sessions`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

from pro_context_engine.domain.model import Library
from pro_context_engine.libraries.registry import popularity
from pro_context_engine.libraries.registry.descriptions import DescriptionIndex
from pro_context_engine.libraries.registry.exact_names import ExactNames
from pro_context_engine.libraries.registry.phrase_words import (
    ECOSYSTEM_LANGUAGES,
    FILLERS,
    asks_about_use,
    bag,
    companions,
    compared,
    content_words,
    is_command,
    seeks_library,
    without_question,
    words,
)
from pro_context_engine.libraries.registry.spelling import Spelling

_MOST_WORDS_OF_A_NAME = 3

# The bonus for a library's whole name in the phrase (0..1), before its popularity is applied.
_NAME_IN_SEARCH = 0.3
_NAME_IN_USE = 0.6
_COMPANION = 0.9
_STATED_ALTERNATIVE = 0.3
"""The bonus of a library that names the library to compare with in its own entry ("alternative to …")."""
_PURPOSE = 0.9
"""The score of a library with a purpose of just the words of the phrase."""
_LISTED_LANGUAGE, _NO_LANGUAGE, _OTHER_LANGUAGE = 0.97, 0.85, 0.4


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
        known_words, languages = self._terms(phrase), self._wanted_languages(phrase)
        scores = self._descriptions.scores(known_words)
        # The name of a language is part of some purposes ("css in js").
        for asked in (known_words, content_words(phrase)):
            scores |= dict.fromkeys(self._descriptions.with_purpose(asked), _PURPOSE)
        beside = companions(phrase)
        bonuses = (
            {}
            if seeks_library(phrase) or is_command(phrase)
            else self._name_bonuses(known_words, beside, about_use=asks_about_use(phrase))
        )
        if asks_about_use(phrase) and not bonuses:
            # A question about use names its library, also after a preposition: `how to open a session in X`.
            beside = frozenset()
            bonuses = self._name_bonuses(known_words, beside, about_use=True)
        for position, bonus in bonuses.items():
            scores[position] = scores.get(position, 0.0) + bonus
        for at in self._named(beside).intersection(scores):
            scores[at] *= _COMPANION
        if others := compared(phrase):
            for at in self._stated_alternatives(others):
                scores[at] = scores.get(at, 0.0) + _STATED_ALTERNATIVE
            for at in self._named(others):
                scores.pop(at, None)
        return {at: score * self._speaks(at, languages) for at, score in scores.items()} if languages else scores

    def with_purpose(self, phrase: str) -> dict[int, float]:
        """Return the scores of the libraries with the purpose that a phrase states beside its one content word.

        `infrastructure as code` is a purpose as it is written; `library for invoices` seeks one with the purpose
        `invoices`, while the word alone may be an unknown name.
        """
        found = [*self._descriptions.with_written_purpose(phrase)]
        if seeks_library(phrase):
            found += self._descriptions.with_purpose(content_words(phrase))
        return dict.fromkeys(found, _PURPOSE)

    def with_purpose_of(self, phrase: str) -> Sequence[int]:
        """Return the libraries with a purpose of just the content words of a phrase, also of a single one."""
        return self._descriptions.with_purpose(content_words(phrase))

    def scores_of(self, phrase: str, others: Iterable[Library]) -> list[float]:
        """Return how well libraries that the registry lacks fit the phrase, by the weights of the registry's words."""
        known_words, languages = self._terms(phrase), self._wanted_languages(phrase)
        return [
            0.0
            if languages and languages.isdisjoint(library.languages)
            else self._descriptions.score_of(library, known_words)
            for library in others
        ]

    def _wanted_languages(self, phrase: str) -> frozenset[str]:
        """Return the languages that the wanted library must speak, as the one to compare with; empty for any."""
        others = sorted(self._named(compared(phrase)))[:1]
        return _spoken(phrase) or frozenset(language for at in others for language in self._libraries[at].languages)

    def _terms(self, phrase: str) -> list[str]:
        """Return the words to find in descriptions; a library to compare with is replaced by its description."""
        named = compared(phrase)
        leave_out = named | _spoken(phrase)
        content = [word for word in content_words(phrase) if word not in leave_out] or sorted(_spoken(phrase))
        for at in sorted(self._named(named))[:1]:
            content += [word for word in words(self._libraries[at].description) if word not in FILLERS]
        return [
            word if self._descriptions.knows(word) else self._spelling.correct(word)
            for word in self._descriptions.join(content)
        ]

    def find_bag(self, phrase: str) -> list[int]:
        """Return the libraries with a name, alias, id or description of exactly these words, in any order."""
        return self._bags.get(bag(phrase), [])

    def compares(self, phrase: str) -> bool:
        """Tell whether a phrase names a library only to compare with it."""
        return bool(compared(phrase))

    def _named(self, names: Iterable[str]) -> set[int]:
        return {at for name in names for _, positions in self._exact.find(name) for at in positions}

    def _speaks(self, position: int, languages: frozenset[str]) -> float:
        if any(position in self._descriptions.speakers(language) for language in languages):
            return 1.0
        listed = self._libraries[position].languages
        if not listed:
            return _NO_LANGUAGE
        return _OTHER_LANGUAGE if languages.isdisjoint(listed) else _LISTED_LANGUAGE

    def _stated_alternatives(self, names: Iterable[str]) -> set[int]:
        return {at for name in names for at in self._compared_in_entries.get(name, ())}

    @cached_property
    def _compared_in_entries(self) -> dict[str, list[int]]:
        """Return the libraries by the names that their descriptions and purposes compare them with."""
        stated: defaultdict[str, list[int]] = defaultdict(list)
        for at, library in enumerate(self._libraries):
            for name in {name for text in (library.description, *library.purposes) for name in compared(text)}:
                stated[name].append(at)
        return dict(stated)

    @cached_property
    def _bags(self) -> dict[frozenset[str], list[int]]:
        bags: defaultdict[frozenset[str], list[int]] = defaultdict(list)
        for at, library in enumerate(self._libraries):
            owner, _, repository = library.library_id.rpartition("/")
            texts = (library.name, *library.aliases, repository, f"{owner} {repository}", library.description)
            for found in {bag(text) for text in texts}:
                if len(found) > 1:
                    bags[found].append(at)
        return dict(bags)

    def _name_bonuses(self, known_words: Sequence[str], beside: frozenset[str], *, about_use: bool) -> dict[int, float]:
        """Return the bonus of each library whose whole name is part of the phrase.

        A question about use names its library, and so does mostly a phrase that begins with a name (`zod schema
        inference`); elsewhere the name counts only for its share of the phrase, because it may be a library to combine
        with.
        """
        bonuses: dict[int, float] = {}
        rest = [word for word in known_words if word not in self._descriptions.languages]
        taken: set[int] = set()
        for length in range(_MOST_WORDS_OF_A_NAME, 0, -1):
            for start in range(len(rest) - length + 1):
                part = rest[start : start + length]
                named = [at for _, positions in self._exact.find(" ".join(part)) for at in positions]
                if not named or not beside.isdisjoint(part) or not taken.isdisjoint(range(start, start + length)):
                    continue
                # `react native` does not also name `react`.
                taken.update(range(start, start + length))
                share = 1.0 if start == 0 else self._descriptions.share(part, known_words)
                worth = _NAME_IN_USE if about_use else _NAME_IN_SEARCH * share
                for position in named:
                    fame = (1 + popularity.weight(self._libraries[position])) / 2
                    bonuses.setdefault(position, fame * worth)
        return bonuses


def _spoken(phrase: str) -> frozenset[str]:
    """Return the languages in a phrase that restrict the libraries; other languages are subjects of the phrase."""
    return ECOSYSTEM_LANGUAGES.intersection(content_words(phrase))
