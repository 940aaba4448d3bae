"""Misspelt names: the known names within a few edits, where a swap of two neighbours is one edit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from pro_context_engine.domain.model import Library
from pro_context_engine.libraries import name_keys
from pro_context_engine.libraries.registry import popularity, slips
from pro_context_engine.libraries.registry.exact_names import ExactNames

THRESHOLD = 0.70
"""The lowest similarity of a match."""

SURE = 0.88
"""The similarity from which a word of a phrase is corrected to the name."""

_MOST_EDITS = 2
_MOST_EDITS_OF_LONG = 3
_LONG = 12
_SLIPS_BY_LETTERS = ((11, 3.0), (6, 2.5), (4, 1.5))
"""The highest cost in slips of a name, by the least number of its letters."""
_SHORTEST = 4
_FIRST_LETTER_LACKS = 0.25
"""The addition for a word that is a letter too short to allow for a missing first letter."""

_WELL_KNOWN = 2_000
_FEWER_IF_LITTLE_KNOWN, _FEWER_IF_UNRANKED, _FEWER_WITHOUT_PACKAGE = 0.5, 1.0, 2.0
"""The slips fewer in the name of a library that few people type."""

_UNLIKELY = 0.5
"""The factor on the similarity of a name that the word is probably not meant to be; the result is only a guess."""

_LONGEST = 80
_SHORTEST_CORRECTED = 5
_OTHER_INITIAL = 0.9


class Spelling:
    """The known names, to be found by similar spellings."""

    def __init__(self, libraries: Sequence[Library], exact: ExactNames) -> None:
        self._libraries = libraries
        self._exact = exact

    def find_similar(self, name: str) -> dict[int, float]:
        """Return the libraries with a name similar to this one.

        Args:
            name: lower case; separators are ignored.

        Returns:
            Similarity 0..1 by position, for all names within a few edits; a match has at least `THRESHOLD`.
        """
        scores: dict[int, float] = {}
        key = name_keys.squeeze(name)
        for known, similarity in self._similar_keys(key).items():
            most = _most_slips(key, known)
            needed = slips.cost(key, known, most)
            for position in self._exact.squeezed[known]:
                spare = _fewer(self._libraries[position])
                likeness = similarity if needed + spare <= most else similarity * _UNLIKELY
                scores[position] = max(scores.get(position, 0.0), likeness)
        return scores

    def correct(self, word: str) -> str:
        """Return the name that a word of a phrase clearly misspells, or the word."""
        if len(word) < _SHORTEST_CORRECTED:
            return word
        near = self._similar_keys(name_keys.squeeze(word))
        best = max(near, key=near.__getitem__, default=word)
        most = _most_slips(word, best)
        is_sure = near.get(best, 0.0) >= SURE and slips.cost(word, best, most) <= most
        return best if is_sure else word

    def _similar_keys(self, key: str) -> dict[str, float]:
        """Return the similarity of each near key.

        It is the mean of two measures: the number of edits (insertions, deletions, replacements, swaps) between two
        keys, and the number of letters at about the same place (Jaro-Winkler). The first alone is too low for two swaps
        in a short name, the second alone too high for names with many common letters. Another first letter lowers the
        similarity, because few people mistype it.
        """
        # Loading rapidfuzz takes longer than all exact matches, and most names match exactly.
        from rapidfuzz import process  # noqa: PLC0415
        from rapidfuzz.distance import OSA, JaroWinkler  # noqa: PLC0415

        if not key or len(key) > _LONGEST:
            return {}
        allowed = min(_MOST_EDITS if len(key) < _LONG else _MOST_EDITS_OF_LONG, (len(key) + 1) // 3)
        found = process.extract(key, self._keys, scorer=OSA.distance, score_cutoff=allowed, limit=None)
        near = {}
        for known, edits, _ in found:
            alike = (1 - edits / max(len(key), len(known)) + JaroWinkler.similarity(key, known)) / 2
            near[known] = alike if key[0] == known[0] else alike * _OTHER_INITIAL
        return near

    @cached_property
    def _keys(self) -> list[str]:
        return list(self._exact.squeezed)


def _most_slips(typed: str, known: str) -> float:
    """Return the most slips that are expected in a name of this length; a little fewer if the word is shorter."""
    by_name, by_word = (
        next((most for letters, most in _SLIPS_BY_LETTERS if length >= letters), 0.0)
        for length in (len(known), max(len(typed), min(len(known), _SHORTEST)))
    )
    return min(by_name, by_word + _FIRST_LETTER_LACKS)


def _fewer(library: Library) -> float:
    rank = popularity.rank(library)
    if rank <= _WELL_KNOWN:
        return 0.0
    if rank < popularity.UNRANKED:
        return _FEWER_IF_LITTLE_KNOWN
    return _FEWER_IF_UNRANKED if library.python_packages or library.npm_packages else _FEWER_WITHOUT_PACKAGE
