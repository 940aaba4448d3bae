"""Matching: from a caller's query to the libraries it may mean, best first (contract `full`, resolve-library)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from heapq import nsmallest
from itertools import accumulate

from pro_context_engine.domain.model import Library, Match, MatchedVia
from pro_context_engine.libraries import name_keys
from pro_context_engine.libraries.registry import popularity, specifier, spelling
from pro_context_engine.libraries.registry.exact_names import ExactNames
from pro_context_engine.libraries.registry.phrases import Phrases
from pro_context_engine.libraries.registry.spelling import Spelling

MOST_MATCHES = 10
LONGEST_QUERY = 500
"""The maximum number of characters of a query that are read (the bound of the contracts)."""

# The relevance of a name that is exact except for words around it.
_IN_PHRASE = 0.95
_PARENT = 0.95
_AFFIX = 0.9

_SUREST = 0.99
_UNSURE = 0.45
"""The highest relevance of a guess, below one half, so that callers do not rely on it."""

_IN_PROJECT = 1.25
"""The factor on the score of a library of the project, which is more probably meant than one that it does not use."""

_OTHER_ECOSYSTEM = 0.8
"""The factor on the rank of a library that cannot be used in a project of one ecosystem; its relevance stays."""

_POPULARITY = 0.06
"""The weight of popularity among candidates that resemble the query about equally."""


class Matcher:
    """A matcher of names and descriptions; each table is built when a query first needs it.

    Args:
        libraries: all libraries, most popular first.
        exact: their names.
    """

    def __init__(self, libraries: Sequence[Library], exact: ExactNames) -> None:
        self._libraries = libraries
        self._exact = exact
        self._spelling = Spelling(libraries, exact)
        self._phrases = Phrases(libraries, exact, self._spelling)

    def resolve(
        self,
        query: str,
        language: str | None = None,
        project: Sequence[Library] = (),
        preferred: str | None = None,
    ) -> list[Match]:
        """Return the libraries a name or plain-language query may mean; the first step that hits decides.

        Args:
            query: package name, specifier, import name, display name, misspelling or plain words.
            language: only libraries that list this language; None for any.
            project: the libraries of the project, also unknown ones; those that fit plain words are preferred.
            preferred: the only language of the project; plain words that state no language mean its libraries first.

        Returns:
            At most ten matches, best first; [] if nothing resembles the query. A relevance below one half is a guess.
        """
        name = specifier.name_of(name_keys.plain(query[:LONGEST_QUERY]))
        wanted = name_keys.language_name(language) if language else None
        for step in (
            self._find_literal,
            self._find_parent,
            self._find_in_phrase,
            self._find_with_affix,
        ):
            matches = step(name, wanted)
            if matches:
                return matches[:MOST_MATCHES]
        return self._find_similar(name, wanted, project, preferred)

    def named(self, query: str, language: str) -> list[Match]:
        """Return the libraries of a language that have exactly this name, but for an affix for the language."""
        name = specifier.name_of(name_keys.plain(query[:LONGEST_QUERY]))
        wanted = name_keys.language_name(language)
        return self._find_literal(name, wanted) or self._find_with_affix(name, wanted)

    def with_purpose(self, query: str, language: str) -> list[Match]:
        """Return the libraries of a language that have a purpose of just the content words of a query."""
        name = name_keys.plain(query[:LONGEST_QUERY])
        return self._equal_matches(
            self._phrases.with_purpose_of(name), _AFFIX, MatchedVia.FUZZY, name_keys.language_name(language)
        )

    def nearest(self, name: str) -> Match | None:
        """Return the library that has a name, or whose name it misspells or begins; None if no name is near.

        Args:
            name: lower case, single blanks.
        """
        for step in (self._find_literal, self._find_parent, self._find_with_affix):
            matches = step(name, None)
            if matches:
                return matches[0]
        misspelt = self._misspelt(name, self._spelling.find_similar(name))
        begun = dict.fromkeys(() if self._phrases.describes(name) else self._exact.begun(name), _UNSURE)
        matches = self._best_matches(misspelt or begun, None)
        return matches[0] if matches else None

    def _find_literal(self, name: str, wanted: str | None) -> list[Match]:
        """Find the name as given, or without a version in words."""
        for spelled in dict.fromkeys((name, specifier.without_version_word(name))):
            for via, positions in self._exact.find(spelled):
                matches = self._equal_matches(positions, 1.0, via, wanted)
                if matches:
                    return matches
        return []

    def _find_parent(self, name: str, wanted: str | None) -> list[Match]:
        """Find the package that contains a module or a path."""
        for parent in specifier.parents(name):
            matches = self._find_literal(parent, wanted)
            # The first part of an unknown `owner/name` cannot contain a path unless it is a package.
            if matches and ("/" not in name or matches[0].matched_via is MatchedVia.PACKAGE_NAME):
                return [Match(match.library, _PARENT, match.matched_via) for match in matches]
        return []

    def _find_in_phrase(self, name: str, wanted: str | None) -> list[Match]:
        """Find the name in a phrase; the library must support the languages in the phrase."""
        languages = self._phrases.languages(name)
        if " " in name:
            matches = self._equal_matches(self._phrases.find_bag(name), _IN_PHRASE, MatchedVia.FUZZY, wanted)
            if matches:
                return matches
        if self._phrases.compares(name):
            return []
        for subject in self._phrases.subjects(name):
            for _, positions in self._exact.find(subject):
                fitting = [at for at in positions if self._supports(at, languages)]
                matches = self._equal_matches(fitting, _IN_PHRASE, MatchedVia.FUZZY, wanted)
                if matches:
                    return matches
        return []

    def _find_with_affix(self, name: str, wanted: str | None) -> list[Match]:
        """Find the name with or without an affix for its language; the library must support those in the phrase."""
        languages = self._phrases.languages(name) if " " in name else frozenset()
        fitting = [at for at in self._exact.with_core(name) if self._supports(at, languages)]
        return self._equal_matches(fitting, _AFFIX, MatchedVia.FUZZY, wanted)

    def _find_similar(
        self, name: str, wanted: str | None, project: Sequence[Library], preferred: str | None
    ) -> list[Match]:
        """Find libraries with a similar spelling or a similar description."""
        subject, languages = self._phrases.subject(name), self._phrases.languages(name)
        if not subject:
            return self._best_matches(self._guesses(name, {}), wanted)
        if " " not in subject and not languages and not self._phrases.compares(name):
            if purposes := self._phrases.with_purpose(name):
                return self._best_matches(purposes, wanted)
            spelt = self._spelling.find_similar(subject)
            likely = self._best_matches(self._misspelt(subject, spelt), wanted)
            return likely or self._best_matches(self._guesses(subject, spelt), wanted)
        # The name of a language in a name of several words would distort the comparison of spellings.
        is_name = not languages and not self._phrases.compares(name)
        spelt = _at_least(spelling.SURE, self._spelling.find_similar(subject)) if is_name else {}
        scores = self._phrases.scores(name)
        for at in self._exact.positions(project).intersection(scores):
            scores[at] = _in_project(scores[at])
        own = None if languages or self._phrases.compares(name) else preferred
        matches = self._best_matches({**scores, **spelt}, wanted, own)
        return _merge(matches, self._find_unlisted(name, wanted, project))

    def _misspelt(self, name: str, spelt: Mapping[int, float]) -> dict[int, float]:
        """Return the libraries whose name this one misspells; a word of descriptions is no misspelt name."""
        return {} if self._phrases.describes(name) else _at_least(spelling.THRESHOLD, spelt)

    def _find_unlisted(self, name: str, wanted: str | None, project: Sequence[Library]) -> list[Match]:
        """Find libraries of the project that are not known here, by their descriptions."""
        others = [one for one in project if one.library_id.lower() not in self._exact.ids and _lists(one, wanted)]
        scores = self._phrases.scores_of(name, others) if others else []
        return [
            Match(library, round(_in_project(score), 2), MatchedVia.FUZZY)
            for library, score in zip(others, scores, strict=True)
            if score
        ]

    def _guesses(self, word: str, spelt: Mapping[int, float]) -> dict[int, float]:
        """Return weak matches of a word: a bad misspelling, words run together, a package of a scope."""
        scope = dict.fromkeys(self._exact.with_scope(word), 1.0)
        guesses = scope if "/" in word else {**self._phrases.scores(word), **spelt}
        return {at: _UNSURE * min(1.0, score) for at, score in guesses.items()}

    def _supports(self, position: int, languages: frozenset[str]) -> bool:
        return not languages or not languages.isdisjoint(self._libraries[position].languages)

    def _equal_matches(
        self, positions: Iterable[int], relevance: float, via: MatchedVia, wanted: str | None
    ) -> list[Match]:
        """Return the libraries at these positions as equally good matches, most popular first."""
        libraries = map(self._libraries.__getitem__, sorted(positions))
        return [Match(library, relevance, via) for library in libraries if _lists(library, wanted)]

    def _best_matches(
        self, scores: Mapping[int, float], wanted: str | None, preferred: str | None = None
    ) -> list[Match]:
        """Return the libraries with the best scores; no relevance is higher than that of the library before it."""
        listed = (at for at in scores if _lists(self._libraries[at], wanted))
        fitness = {at: self._fitness(at, preferred) for at in scores} if preferred else {}

        def order(at: int) -> tuple[float, int]:
            # Positions are in order of popularity, so that they order equal scores too.
            score = scores[at] + _POPULARITY * self._popularity[at]
            return (-score * fitness[at] if fitness else -score), at

        best = nsmallest(MOST_MATCHES, listed, key=order)
        relevances = accumulate((scores[at] for at in best), min, initial=_SUREST)
        next(relevances)
        return [
            Match(self._libraries[at], round(relevance, 2), MatchedVia.FUZZY)
            for at, relevance in zip(best, relevances, strict=True)
        ]

    def _fitness(self, position: int, language: str) -> float:
        """Return the factor on the rank of a library in a project of one language; one without languages fits any."""
        languages = self._libraries[position].languages
        return 1.0 if not languages or language in languages else _OTHER_ECOSYSTEM

    @cached_property
    def _popularity(self) -> list[float]:
        return list(map(popularity.weight, self._libraries))


def _at_least(least: float, scores: Mapping[int, float]) -> dict[int, float]:
    return {at: score for at, score in scores.items() if score >= least}


def _in_project(score: float) -> float:
    return min(_IN_PHRASE, score * _IN_PROJECT)


def _merge(matches: list[Match], others: list[Match]) -> list[Match]:
    """Return the best matches of both, best first."""
    ordered = sorted((*others, *matches), key=lambda match: -match.relevance) if others else matches
    return ordered[:MOST_MATCHES]


def _lists(library: Library, language: str | None) -> bool:
    return language is None or language in library.languages
