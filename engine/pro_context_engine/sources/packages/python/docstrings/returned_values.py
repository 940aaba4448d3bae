"""The values below "Returns:" and "Yields:" of Google's style: a type, a name with its type, or words alone."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator
from inspect import cleandoc

from pro_context_engine.sources.packages.python.docstrings.field_lists import DocumentedItem, plain_type

# `frog (Frog | None)`; the reader of the style takes it for a type and drops the last bracket.
_NAMED = re.compile(r"([a-z_]\w{0,60})[ \t]*\(([^\n]{1,200}?)\)?$")
_NEXT = re.compile(r"([a-z_]\w{0,60})[ \t]*\(([^\n]{1,200}?)\):(?:[ \t]+(.*))?$")
# "A mapping with these keys: …" is a sentence, `list of str: …` has a type.
_WORDS = re.compile(r"(?:an?|the|this|these|if|when|whether)[ \t]", re.IGNORECASE)


def returned_values(written: str, text: str) -> Iterator[DocumentedItem]:
    """Yield the values that an entry describes.

    Args:
        written: what stands before the first colon, "" for none.
        text: what stands behind it, with the lines below; each line at its margin may describe a further value.
    """
    if _WORDS.match(written):
        yield DocumentedItem("", "", f"{written}: {text}")
        return
    found = _NAMED.match(written)
    if found is None or _is_type(found[1]):
        yield DocumentedItem("", plain_type(written + ")" * _unclosed(written)), text)
        return
    name, kind, lines = found[1], found[2], list[str]()
    for line in text.split("\n"):
        further = _NEXT.match(line)
        if further and not _is_type(further[1]):
            yield _value(name, kind, lines)
            name, kind, lines = further[1], further[2], [further[3] or ""]
        else:
            lines.append(line)
    yield _value(name, kind, lines)


def _value(name: str, kind: str, lines: list[str]) -> DocumentedItem:
    return DocumentedItem(name, plain_type(kind + ")" * _unclosed(kind)), cleandoc("\n".join(lines)).strip())


def _is_type(name: str) -> bool:
    """Tell whether a word before a bracket is a type: `tuple (int, str)`."""
    return isinstance(getattr(builtins, name, None), type)


def _unclosed(text: str) -> int:
    return max(0, text.count("(") - text.count(")"))
