"""The sections of docstrings with underlined titles (numpydoc): their kinds, and the items of those that are lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from inspect import cleandoc
from typing import NamedTuple

from pro_context_engine.sources.packages.python.docstrings.field_lists import DocumentedItem, plain_type

# `Returns:` is a title of Google's style, which some underline all the same.
_TITLE = re.compile(r"([A-Z][A-Za-z]*(?: [A-Za-z]+){0,2}):?[ \t]*$")
_UNDERLINE = re.compile(r"(?:-{3,}|={3,})[ \t]*$")
_NAMED = frozenset({"parameters", "other parameters", "attributes", "keyword arguments", "arguments", "methods"})
_TYPED = frozenset({"returns", "yields", "receives", "raises", "warns"})
_LISTS = _NAMED | _TYPED
_KNOWN = _LISTS | {"notes", "examples", "example", "see also", "references", "warnings"}
# `x`, `x, y`, `*args, **kwargs`, `x : type`, `{'a', 'b'}, optional` is a type alone.
_NAMES = r"\\?\*{0,2}[A-Za-z_][\w.]*(?:\(.*\))?(?:\s*,\s*(?:\\?\*{0,2}[A-Za-z_][\w.]*|\.\.\.))*"
_ITEM = re.compile(rf"(`{{0,2}})({_NAMES})\1(?:\s*:(?:\s+(.*)|\s*))?$|({_NAMES})\s*:\s?(\S.*)$")
_REFERENCES = re.compile(r"[A-Za-z_][\w.]*(?:\(\))?(?:,\s*[A-Za-z_][\w.]*(?:\(\))?)*,?")
_SUBSTITUTION = re.compile(r"\|([^|\n]{1,80})\|_{0,2}")


class UnderlinedSection(NamedTuple):
    """A section of a docstring.

    Attributes:
        title: as it is written, "" for the text before the first title.
        parts: its text and its items in order; an item is a parameter, a value or an error.
    """

    title: str
    parts: Sequence[str | DocumentedItem]


def has_underlined_sections(text: str) -> bool:
    """Tell whether a docstring has a section of numpydoc under an underlined title."""
    return any(section.title.lower() in _KNOWN for section in underlined_sections(text))


def underlined_sections(text: str) -> Iterator[UnderlinedSection]:
    """Yield the sections of a docstring in order; titles in a fence are text."""
    lines = text.splitlines()
    title, body = "", list[str]()
    at, fenced = 0, False
    while at < len(lines):
        line = lines[at]
        fenced = fenced is not line.lstrip().startswith("```")
        below = lines[at + 1] if at + 1 < len(lines) else ""
        if not fenced and _is_title(line, below):
            yield from _section(title, body)
            title, body = line.strip().removesuffix(":"), []
            at += 2
            continue
        body.append(line)
        at += 1
    yield from _section(title, body)


def _is_title(line: str, below: str) -> bool:
    """Tell whether a line is a title: the line below it underlines all of it but two characters."""
    underlined = _TITLE.match(line) and _UNDERLINE.match(below)
    return bool(underlined) and len(below.strip()) + 2 >= len(line.strip())


def _section(title: str, body: Sequence[str]) -> Iterator[UnderlinedSection]:
    text = cleandoc("\n".join(["", *body]))
    if not text.strip():
        return
    known = title.lower()
    if known == "see also":
        yield UnderlinedSection(title, list(_references(text)))
        return
    yield UnderlinedSection(title, list(_items(text, named=known in _NAMED)) if known in _LISTS else [text])


def _items(text: str, *, named: bool) -> Iterator[str | DocumentedItem]:
    """Yield the items of a list, and the paragraphs between them.

    Args:
        text: the body of the section, dedented.
        named: whether a line without a colon is a name; else it is a type.
    """
    plain = list[str]()
    for head, body in _blocks(text.splitlines()):
        item = _item(head, body, named=named)
        if item is None:
            plain += [head, *body]
            continue
        if any(map(str.strip, plain)):
            yield "\n".join(plain)
        plain = []
        yield item
    if any(map(str.strip, plain)):
        yield "\n".join(plain)


def _references(text: str) -> Iterator[str | DocumentedItem]:
    """Yield the names below "See Also", each with its description; other lines are text."""
    for head, body in _blocks(text.splitlines()):
        names, _, said = head.partition(" :")
        name = plain_type(names)
        if _REFERENCES.fullmatch(name):
            yield DocumentedItem(name, "", cleandoc("\n".join([said.strip(), *body])).strip())
        else:
            yield "\n".join([head, *body])


def _blocks(lines: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each line at the margin with the indented and blank lines below it."""
    head, body = "", list[str]()
    for line in lines:
        if line.strip() and not line[0].isspace():
            if head or body:
                yield head, body
            head, body = line, []
        else:
            body.append(line)
    if head or body:
        yield head, body


def _item(head: str, body: Sequence[str], *, named: bool) -> DocumentedItem | None:
    # Two colons announce code.
    if head.rstrip().endswith("::"):
        return None
    text = cleandoc("\n".join(["", *body])).strip()
    found = _ITEM.match(head)
    name, kind = ((found[2] or found[4]), (found[3] or found[5] or "")) if found else ("", "")
    if name and (kind or named) and (text or len(head) < 80):
        return DocumentedItem(name.replace("\\", ""), _type(kind), text)
    # A sentence at the margin is text; a type may have any form.
    if named or not head.strip() or (not text and len(head.split()) > 4):
        return None
    return DocumentedItem("", _type(head), text)


def _type(text: str) -> str:
    return plain_type(_SUBSTITUTION.sub(r"\1", text))
