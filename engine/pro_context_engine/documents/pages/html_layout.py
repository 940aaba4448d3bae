"""Elements that only lay out a page, made divisions: lists, rows and summaries around sections.

Generators put whole sections into list items, table cells and summaries, where Markdown has no headings. A heading
tells such an element from one that holds content, and in a list item also a rule.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from pro_context_engine.documents.pages.html_tags import text_of

# What can be around sections, and the headings.
_TAG = re.compile(r"<(/?)(h[1-6]|hr|summary|pre|ul|ol|li|table|tr|td|th)\b[^<>]*+>", re.I)
_BLOCK = re.compile(r"<(?:h[1-6]|div|section|p|ul|ol|table|pre)\b", re.I)
_MOST_LABEL = 500
_FEWEST_LABELS = 3
_MOST_DEPTH = 200
"""Elements that are open at once; those within them stay as they are."""

# The elements that end when one of this name begins, as far as the next element that bounds them.
_ENDS = {
    "li": (frozenset(["li"]), frozenset(["ul", "ol", "table"])),
    "tr": (frozenset(["tr", "td", "th"]), frozenset(["table"])),
    "td": (frozenset(["td", "th"]), frozenset(["tr", "table"])),
    "th": (frozenset(["td", "th"]), frozenset(["tr", "table"])),
}


def with_plain_layout(document: str) -> str:
    """Return the HTML with divisions in place of the elements that lay out its sections.

    A list with a heading in an item, a row with a heading in a cell, and a summary with a block become divisions; of
    code in code, the outer element stays. A heading that labels a part of several sections, above whose own headings it
    stands by its level ("Types" in level 3 below functions in level 4), becomes a line in bold.

    Args:
        document: HTML without comments and scripts.
    """
    return _Layout(document).rewritten()


@dataclass(slots=True)
class _Element:
    """An open element.

    Attributes:
        name: its name in lower case.
        span: where its tag is.
        holds_heading: whether a heading was found in it.
        parts: of a list its items, of a row its cells: where the tags of each begin and end.
    """

    name: str
    span: tuple[int, int]
    holds_heading: bool = False
    parts: list[tuple[int, int]] = field(default_factory=list)


class _Layout:
    """The reading of one document: the open elements, and the edits, each with start, end and text."""

    def __init__(self, document: str) -> None:
        self._document = document
        self._open: list[_Element] = []
        self._names: Counter[str] = Counter()
        self._edits: list[tuple[int, int, str]] = []
        self._headings: list[tuple[str, tuple[int, int], tuple[int, int]]] = []

    def rewritten(self) -> str:
        """Return the document with all edits."""
        for tag in _TAG.finditer(self._document):
            name = tag[2].lower()
            if name == "hr":
                # Javadoc up to 14 writes the description of a class into an item that begins with a rule.
                if self._open and self._open[-1].name == "li":
                    self._mark()
            elif name[0] == "h":
                self._heading(name, tag)
            elif tag[1]:
                self._end(name, tag.span())
            else:
                self._begin(name, tag.span())
        while self._open:
            self._close((len(self._document), len(self._document)))
        self._label()
        return self._edited() if self._edits else self._document

    def _heading(self, name: str, tag: re.Match[str]) -> None:
        if not tag[1]:
            self._mark()
            self._headings.append((name, tag.span(), (0, 0)))
        elif self._headings and self._headings[-1][0] == name:
            self._headings[-1] = (name, self._headings[-1][1], tag.span())

    def _label(self) -> None:
        """Make lines in bold of headings that label parts of sections of a lower level."""
        labels: dict[str, list[int]] = {}
        for number, (name, start, end) in enumerate(self._headings):
            if start[1] < end[0] <= start[1] + _MOST_LABEL:
                labels.setdefault(name + text_of(self._document[start[1] : end[0]]), []).append(number)
        for numbers in labels.values():
            is_lower = (number and self._headings[number - 1][0] > self._headings[number][0] for number in numbers)
            if len(numbers) >= _FEWEST_LABELS and all(is_lower):
                for number in numbers:
                    _, start, end = self._headings[number]
                    self._edits += [(*start, "<p><strong>"), (*end, "</strong></p>")]

    def _edited(self) -> str:
        pieces, read = list[str](), 0
        for start, end, text in sorted(self._edits, key=lambda edit: edit[:2]):
            if start >= read:
                pieces += [self._document[read:start], text]
                read = end
        return "".join([*pieces, self._document[read:]])

    def _mark(self) -> None:
        """Note a heading for all open elements: those around a noted one are noted already."""
        for element in reversed(self._open):
            if element.holds_heading:
                break
            element.holds_heading = True

    def _begin(self, name: str, span: tuple[int, int]) -> None:
        ended, bounds = _ENDS.get(name, (frozenset[str](), frozenset[str]()))
        if any(self._names[each] for each in ended):
            depth = len(self._open)
            while depth and self._open[depth - 1].name not in bounds:
                depth -= 1
            # All that is open below the bound ends with the first element that this one ends.
            first = next((at for at in range(depth, len(self._open)) if self._open[at].name in ended), None)
            while first is not None and len(self._open) > first:
                self._close((span[0], span[0]))
        if name == "pre" and self._names["pre"]:
            self._edits.append((*span, ""))
        if len(self._open) < _MOST_DEPTH:
            self._open.append(_Element(name, span))
            self._names[name] += 1

    def _end(self, name: str, span: tuple[int, int]) -> None:
        if not self._names[name]:
            return
        while self._open[-1].name != name:
            self._close((span[0], span[0]))
        self._close(span)

    def _close(self, span: tuple[int, int]) -> None:
        """Close the innermost element with the tag at this place, or before it where the span is empty."""
        element = self._open.pop()
        self._names[element.name] -= 1
        around = self._open[-1] if self._open else None
        name = element.name
        if name in ("li", "td", "th"):
            if around:
                around.parts += [element.span, span]
        elif name in ("ul", "ol") and element.holds_heading:
            self._divide([element.span, *element.parts, span])
        elif name == "tr" and element.holds_heading:
            self._divide(element.parts)
            self._edits += [(*element.span, "</table><div>"), (*span, "</div><table>")]
        elif name == "summary" and _BLOCK.search(self._document, element.span[1], span[0]):
            self._divide([element.span, span])
        elif name == "pre" and self._names["pre"]:
            self._edits.append((*span, ""))

    def _divide(self, tags: list[tuple[int, int]]) -> None:
        """Make divisions of elements, given the places of their tags in pairs."""
        self._edits += [(*tag, "</div>" if number % 2 else "<div>") for number, tag in enumerate(tags)]
