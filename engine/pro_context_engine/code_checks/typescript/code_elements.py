"""The elements of JSX in code: the names of components with their attributes."""

from __future__ import annotations

from pro_context_engine.code_checks.typescript.script import Script
from pro_context_engine.domain.value_class import value_class

_MOST_ATTRIBUTES = 100
_NO_ATTRIBUTES = frozenset({"extends", "implements", "is", "in", "as"})


@value_class
class CodeAttribute:
    """An attribute: the place of its name, and the range of its value, (0, 0) for none."""

    place: int
    value: tuple[int, int] = (0, 0)


@value_class
class CodeElement:
    """The head of an element: the place of the name of its component, and its attributes without spread ones."""

    place: int
    attributes: tuple[CodeAttribute, ...]


def element_at(script: Script, place: int) -> CodeElement | None:
    """Return the element whose head begins at a place, None where none with a component does."""
    if script.text(place) != "<" or script.kind(place + 1) != "name" or not _may_be_component(script, place + 1):
        return None
    at = place + 2
    while script.text(at) == "." and script.kind(at + 1) == "name":
        at += 2
    found: list[CodeAttribute] = []
    for _ in range(_MOST_ATTRIBUTES):
        text = script.text(at)
        if text == ">" or (text == "/" and script.text(at + 1) == ">"):
            return CodeElement(place + 1, tuple(found))
        if text == "{" and script.text(at + 1) == "...":
            at = script.closing(at) + 1
            continue
        if script.kind(at) != "name" or text in _NO_ATTRIBUTES:
            return None
        after = _after_name(script, at)
        is_plain = after == at + 1
        if script.text(after) != "=":
            found += [CodeAttribute(at)] if is_plain else []
            at = after
        elif script.text(after + 1) == "{":
            closing = script.closing(after + 1)
            found += [CodeAttribute(at, (after + 2, closing))] if is_plain else []
            at = closing + 1
        elif script.kind(after + 1) == "text":
            found += [CodeAttribute(at, (after + 1, after + 2))] if is_plain else []
            at = after + 2
        else:
            return None
    return None


def _may_be_component(script: Script, place: int) -> bool:
    return script.text(place)[:1].isupper() or script.text(place + 1) == "."


def _after_name(script: Script, place: int) -> int:
    """Return the place after the name of an attribute, which may have parts (`aria-label`, `xlink:href`)."""
    at = place + 1
    while script.text(at) in ("-", ":") and script.kind(at + 1) == "name":
        at += 2
    return at
