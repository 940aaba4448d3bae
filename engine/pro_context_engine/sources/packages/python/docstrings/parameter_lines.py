"""Lines that describe parameters without the markup of a style: `height -- how high`, `height - how high`.

The signature tells that such a line is about a parameter; below a title ("Keyword arguments:") two hyphens tell it too.
The lines may be items of a list.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

_LINE = re.compile(r"([ \t]*)(?:[*+-][ \t]+)?\\?\*{0,2}([A-Za-z_]\w{0,60})[ \t]+(--?|:)[ \t]+(\S.*)$")
_TITLE = re.compile(r"[ \t]*(?:keyword |positional |optional )?(?:arguments|args|parameters|params):?[ \t]*$", re.I)
_FENCES = ("```", "~~~", ">>>")
_SURE = "--"
# One line of this kind may be a sentence about a parameter.
_LEAST_LINES = 2


def parameter_fields(text: str, names: Collection[str]) -> str:
    """Return a docstring in which the lines that describe parameters are fields (`:param height: how high`).

    Args:
        text: the docstring, dedented, in which no section of another style describes parameters.
        names: the parameters of the signature.
    """
    if ":param " in text or (" -- " not in text and not names):
        return text
    lines = text.split("\n")
    found = list(_found(lines, names))
    if not found or (len(found) < _LEAST_LINES and found[0][1][3] != _SURE):
        return text
    first, margin = found[0][0], found[0][1][1]
    if margin and _entries(lines[first:], margin) != len(found):
        return text
    for number, line in found:
        if line[1] == margin:
            lines[number] = f"{margin}:param {line[2]}: {line[4]}"
    for (number, line), (after, _) in pairwise(found):
        # Text between two such lines, if no blank line parts it from them, goes on with the first one.
        if line[1] == margin and all(map(str.strip, lines[number:after])):
            lines[number + 1 : after] = [f"    {one}" for one in lines[number + 1 : after]]
    above = next((number for number in range(first - 1, -1, -1) if lines[number].strip()), first)
    if _TITLE.match(lines[above]):
        lines[above] = ""
    return "\n".join(lines)


def _entries(lines: Sequence[str], margin: str) -> int:
    """Return the number of lines at a margin, up to the first line outside of it."""
    count = 0
    for line in filter(str.strip, lines):
        if not line.startswith(margin):
            break
        count += not line[len(margin)].isspace()
    return count


def _found(lines: Sequence[str], names: Collection[str]) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the number of each line that describes a parameter, with its parts."""
    is_titled = False
    for number, line in enumerate(lines):
        if line.lstrip().startswith(_FENCES):
            return
        if _TITLE.match(line):
            is_titled = True
        elif (found := _LINE.match(line)) and (found[2] in names or (is_titled and found[3] == _SURE)):
            yield number, found
