"""Misspelt names: the known names within a few edits, a swap of two neighbours being one edit."""

from __future__ import annotations

from functools import cached_property

from pro_context_engine.libraries.registry import name_keys
from pro_context_engine.libraries.registry.exact import ExactNames

THRESHOLD = 0.70
"""Least similarity that counts as a match (seed 001 section 2.1)."""

SURE = 0.88
"""Similarity from which a misspelling is taken for the name even inside a phrase."""

_MOST_EDITS = 2
_MOST_EDITS_OF_LONG = 3
_LONG = 12
_LONGEST = 80
_SHORTEST_CORRECTED = 5
_OTHER_INITIAL = 0.9


class Spelling:
    """The known names by how they are spelt."""

    def __init__(self, exact: ExactNames) -> None:
        self._exact = exact

    def like(self, name: str) -> dict[int, float]:
        """Return the libraries with a name like this one, surely or not.

        Args:
            name: lower case; separators count for nothing.

        Returns:
            Similarity 0..1 by position, for all names within a few edits; a match has `THRESHOLD` and more.
        """
        scores: dict[int, float] = {}
        for known, similarity in self._near(name_keys.squeezed(name)).items():
            for position in self._exact.squeezed[known]:
                scores[position] = max(scores.get(position, 0.0), similarity)
        return scores

    def corrected(self, word: str) -> str:
        """Return the name that a word of a phrase is surely a misspelling of, or the word."""
        if len(word) < _SHORTEST_CORRECTED:
            return word
        near = self._near(name_keys.squeezed(word))
        best = max(near, key=near.__getitem__, default=word)
        return best if near.get(best, 0.0) >= SURE else word

    def _near(self, key: str) -> dict[str, float]:
        """Return the similarity of each near key.

        It is the mean of two measures: how few edits (insertions, deletions, replacements, swaps) turn one into the
        other, and how many letters stand in about the same place (Jaro-Winkler). The first alone is too harsh on two
        swaps in a short name, the second alone too kind to names that merely share letters. Another first letter
        counts against a name, since people rarely get that one wrong.
        """
        # Loading it costs more than every exact match together, and most names match exactly.
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
