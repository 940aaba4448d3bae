"""The judgement of an answer to a labelled question about a package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from junk_measure import Passage, is_targeted

Row = Mapping[str, Any]


class Judged(NamedTuple):
    """The judgement of one answer; `junk` and `characters` are 0 where passages are not known."""

    row: Row
    first: bool
    within: bool
    mention: bool
    tokens: int
    junk: int = 0
    characters: int = 0
    confidence: float = 0.0


def judged(row: Row, own: Sequence[Passage]) -> Judged:
    """Return the judgement of an answer that consists of these passages."""
    right = [is_targeted(passage, row) for passage in own]
    text = "\n".join(passage.text for passage in own)
    return Judged(row, right[:1] == [True], any(right), mentions(text, row), len(text) // 4)


def mentions(text: str, row: Row) -> bool:
    """Tell whether a text has a word that a right answer has."""
    return any(word.lower() in text.lower() for word in row["must_mention"])
