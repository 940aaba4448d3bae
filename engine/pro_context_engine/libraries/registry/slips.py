"""Slips: the mistakes of typing and of spelling that turn one name into another.

An edit distance counts every edit the same, so that `blinker` is two edits from `blender` as `flask` from `falsk1`. The
first two are different words, since nobody types an i for an e and a k for a d; the other two differ by slips. A slip
is a swap of two letters, a missing or doubled letter, a letter of a neighbouring key, of the same sound or of the next
position, or a digit at the end. Every other edit makes a different word and costs two slips.
"""

from __future__ import annotations

from itertools import pairwise

_SLIP = 1.0
_OTHER = 2.0
_LONGER = 3.0
_FIRST_LETTER = 0.75
"""The addition for an edit of the first letter, which few people mistype."""

_KEYBOARD = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_SOUNDS = ("ckq", "sz", "iy", "vw", "ou", "ei", "ae", "dt")


def _pairs() -> frozenset[str]:
    """Return the pairs of letters that stand beside each other on the keyboard or that sound alike."""
    rows = [row[at : at + 2] for row in _KEYBOARD for at in range(len(row) - 1)]
    # A key touches two keys of the row below: `t` touches `f` and `g`.
    columns = [
        upper[at] + lower[below]
        for upper, lower in pairwise(_KEYBOARD)
        for at in range(len(upper))
        for below in (at - 1, at)
        if 0 <= below < len(lower)
    ]
    sounds = [first + second for group in _SOUNDS for first in group for second in group if first != second]
    found = [*rows, *columns, *sounds]
    return frozenset((*found, *(pair[::-1] for pair in found)))


_NEAR = _pairs()


def cost(typed: str, known: str, most: float) -> float:
    """Return how many slips make the typed word from a known name; infinity if they are more than `most`.

    A name with two letters or more added to it is another word, as `reactor` is beside `react`.

    Args:
        typed: lower-case letters and digits.
        known: the name, in the same form.
        most: the highest cost of interest.
    """
    if known and len(typed) > len(known) + 1 and typed.startswith(known) and not typed[len(known) :].isdigit():
        return float("inf")
    previous: list[float] = []
    row = _first_row(known)
    for at, letter in enumerate(typed, start=1):
        before, previous, row = previous, row, [row[0] + _extra(typed, known, at, 0)]
        for to, wanted in enumerate(known, start=1):
            best = min(
                previous[to - 1] + (0.0 if letter == wanted else _replaced(typed, known, at, to)),
                previous[to] + _extra(typed, known, at, to),
                row[to - 1] + _SLIP + (_FIRST_LETTER if to == 1 else 0.0),
            )
            if at > 1 and to > 1 and letter == known[to - 2] and typed[at - 2] == wanted and letter != wanted:
                best = min(best, before[to - 2] + _SLIP)
            row.append(best)
        # A swap leads from the row before the last.
        if min(row) > most and min(previous) + _SLIP > most:
            return float("inf")
    return row[-1] if row[-1] <= most else float("inf")


def _first_row(known: str) -> list[float]:
    """Return the costs of leaving out the first letters of the name."""
    return [0.0, *(_FIRST_LETTER + _SLIP * count for count in range(1, len(known) + 1))]


def _replaced(typed: str, known: str, at: int, to: int) -> float:
    """Return the cost of the typed letter instead of the name's; positions count from one."""
    letter, wanted = typed[at - 1], known[to - 1]
    beside = known[max(0, to - 2) : to + 1]
    slip = letter + wanted in _NEAR or letter in beside
    return (_SLIP if slip else _OTHER) + (_FIRST_LETTER if to == 1 else 0.0)


def _extra(typed: str, known: str, at: int, to: int) -> float:
    """Return the cost of a typed letter that the name has not, after the name's first `to` letters."""
    letter = typed[at - 1]
    beside = known[max(0, to - 1) : to + 1]
    if to == len(known) and letter != known[-1]:
        # Letters after the whole name make a longer name; digits are a slip or a version.
        return _SLIP if typed[at - 1 :].isdigit() else _LONGER
    slip = letter in beside or any(letter + other in _NEAR for other in beside)
    return (_SLIP if slip else _OTHER) + (0.0 if to else _FIRST_LETTER)
