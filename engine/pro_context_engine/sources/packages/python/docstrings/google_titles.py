"""Sections of Google's style that are almost written as it demands: their titles and bodies, brought into its form.

Sphinx and readers understand a title without a blank line above it, one with a blank line below it, a body that is not
indented, and entries that are items of a list; the reader of the style does not.
"""

from __future__ import annotations

import re

_KNOWN = "Args|Arguments|Parameters|Params|Keyword Args|Keyword Arguments|Returns|Yields|Raises|Attributes"
_GAP_BELOW = re.compile(rf"^([ \t]*(?:{_KNOWN}):)[ \t]*\n[ \t]*\n(?=[ \t]+\S)", re.MULTILINE)
_NO_GAP_ABOVE = re.compile(rf"(?<=\S)[ \t]*\n(?=(?:{_KNOWN}):[ \t]*\n[ \t]+\S)")
# `height (int): how high`, `int: the height`; then all lines up to the next blank one.
_ENTRY = r"\*{0,2}[A-Za-z_][\w.\[\]|]{0,80}(?: ?\([^()\n]{1,200}\))?:[ \t]"
_AT_MARGIN = re.compile(rf"^((?:{_KNOWN}):)[ \t]*\n({_ENTRY}[^\n]+(?:\n[^\n]+)*)", re.MULTILINE)
_LINE = re.compile(r"^(?=[^\n])", re.MULTILINE)
# A body that begins with an item of a list, to its last line that is indented as much.
_ITEMS = re.compile(
    rf"^([ \t]*(?:{_KNOWN}):)[ \t]*\n(([ \t]+)[*+-][ \t][^\n]*(?:\n(?:[ \t]*\n)*+\3[^\n]*)*+)", re.MULTILINE
)
_MARK = re.compile(rf"[*+-][ \t]+(?={_ENTRY})")


def with_regular_titles(text: str) -> str:
    """Return a docstring, dedented, with the known sections of the style as its reader demands them."""
    if ":\n" not in text.replace(" ", ""):
        return text
    text = _NO_GAP_ABOVE.sub("\n\n", _GAP_BELOW.sub(r"\1\n", text))
    text = _AT_MARGIN.sub(lambda found: f"{found[1]}\n{_LINE.sub('    ', found[2])}", text)
    return _ITEMS.sub(lambda found: f"{found[1]}\n{_without_marks(found[2], found[3])}", text)


def _without_marks(body: str, margin: str) -> str:
    """Return a body whose entries at a margin do not begin as items of a list."""
    lines = body.split("\n")
    for number, line in enumerate(lines):
        mark = _MARK.match(line, len(margin)) if line.startswith(margin) else None
        if mark:
            lines[number] = margin + line[mark.end() :]
    return "\n".join(lines)
