"""The classes that code declares: their heads, and the members that their bodies declare or set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pro_context_engine.code_checks.typescript.script import Script
from pro_context_engine.domain.value_class import value_class

_ACCESS = frozenset({"public", "private", "protected", "readonly", "override"})
_MODIFIERS = _ACCESS | {"static", "abstract", "declare", "async", "accessor", "get", "set"}
_BEGINS_MEMBER = frozenset({"@", "#", "[", "*", "{"})
_ENDS_LINE = frozenset({")", "]", "}", ">"})
_MOST_HEAD = 200

Range = tuple[int, int]
NOTHING: Range = (0, 0)


@value_class
class ClassMember:
    """A member: its name, the bracket of its parameters (0 for none), and the ranges of its type and of its value."""

    name: str
    is_static: bool
    bracket: int = 0
    annotation: Range = NOTHING
    value: Range = NOTHING


@value_class
class CodeClass:
    """A class of the code.

    Attributes:
        name: its name, "" for none.
        base: the range of the dotted name after `extends`, (0, 0) for no base or one that is computed.
        opening: the bracket that opens its body.
        members: those that it declares.
        assigned: the names that its body sets once without declaring them (`this.lamp = …`).
        is_open: whether it may have members that the body does not name.
    """

    name: str
    base: Range
    opening: int
    members: tuple[ClassMember, ...]
    assigned: frozenset[str]
    is_open: bool


def class_at(script: Script, place: int) -> CodeClass | None:
    """Return the class whose head begins at a place, None where none does."""
    if script.text(place) != "class" or script.text(place - 1) in (".", "?."):
        return None
    at = place + 1
    name = script.text(at) if script.kind(at) == "name" and script.text(at) not in ("extends", "implements") else ""
    base, opening = _head(script, at + bool(name))
    if not opening:
        return None
    members = tuple(_members(script, opening))
    places = range(opening, script.closing(opening))
    set_names = Counter(script.text(at + 2) for at in places if _is_set(script, at))
    declared = {one.name for one in members}
    is_computed = any(script.text(at) == "this" and script.text(at + 1) in ("[", ",") for at in places)
    return CodeClass(
        name=name,
        base=base,
        opening=opening,
        members=tuple(one for one in members if one.name),
        assigned=frozenset(one for one, count in set_names.items() if count == 1 and one not in declared),
        is_open=is_computed or any(not one.name and one.annotation != NOTHING for one in members),
    )


def _is_set(script: Script, at: int) -> bool:
    return script.text(at) == "this" and script.text(at + 1) == "." and script.text(at + 3) == "="


def _head(script: Script, at: int) -> tuple[Range, int]:
    """Return the range of the base, and the bracket of the body, 0 for none."""
    depth, extends = 0, 0
    for here in range(at, min(at + _MOST_HEAD, len(script.tokens))):
        text = script.text(here)
        depth += (text == "<") - (text == ">")
        if text == "extends" and not depth and not extends:
            extends = here + 1
        elif text == "{" and not depth:
            return (_dotted(script, extends) if extends else NOTHING), here
        elif text in (";", "}"):
            break
    return NOTHING, 0


def _dotted(script: Script, first: int) -> Range:
    """Return the range of a dotted name that stands alone or before type arguments, (0, 0) for anything else."""
    at = first
    while script.kind(at) == "name" and script.text(at + 1) == "." and script.kind(at + 2) == "name":
        at += 2
    is_alone = script.kind(at) == "name" and script.text(at + 1) in ("{", "<", "implements")
    return (first, at + 1) if is_alone else NOTHING


def _members(script: Script, opening: int) -> Iterator[ClassMember]:
    """Yield the members of a body; one with a computed name has none, and an annotation if it stands for many."""
    at, closing = opening + 1, script.closing(opening)
    while at < closing:
        begin = at
        at = _after_decorators(script, at, closing)
        is_static = False
        while script.text(at) in _MODIFIERS and _may_begin_name(script, at + 1):
            is_static = is_static or script.text(at) == "static"
            at += 1
        at += script.text(at) in ("*", "#")
        if script.text(at) == "{":
            at = script.closing(at) + 1
            continue
        name = script.text(at).strip("'\"") if script.kind(at) in ("name", "text") else ""
        is_index = script.text(at) == "[" and script.text(at + 2) == ":"
        at = script.closing(at) + 1 if script.text(at) == "[" else at + 1
        at += script.text(at) in ("?", "!")
        head = _after_angles(script, at, closing)
        if script.text(head) == "(":
            yield ClassMember(name, is_static, bracket=head)
            if name == "constructor":
                yield from _properties(script, head)
            body = script.after_result(script.closing(head) + 1)
            at = script.closing(body) + 1 if script.text(body) == "{" else _end_of_member(script, body, closing)
        elif name or is_index:
            end = _end_of_member(script, at, closing)
            equals = next((one for one in range(at, end) if script.text(one) == "="), end)
            typed = (at + 1, equals) if script.text(at) == ":" else NOTHING
            yield ClassMember(name, is_static, annotation=typed, value=(equals + 1, end) if equals < end else NOTHING)
            at = end
        at = max(at, begin + 1)


def _properties(script: Script, opening: int) -> Iterator[ClassMember]:
    """Yield the members that the parameters of a constructor declare (`private lamp: Lamp`)."""
    for first, last in script.items(opening + 1, script.closing(opening)):
        access = [at for at in range(first, last) if script.text(at) in _ACCESS and script.kind(at + 1) == "name"]
        if not access:
            continue
        place = access[-1] + 1
        after = place + 1 + (script.text(place + 1) == "?")
        equals = next((at for at in range(after, last) if script.text(at) == "="), last)
        typed = (after + 1, equals) if script.text(after) == ":" else NOTHING
        yield ClassMember(script.text(place), is_static=False, annotation=typed)


def _may_begin_name(script: Script, at: int) -> bool:
    return script.kind(at) in ("name", "text", "number") or script.text(at) in _BEGINS_MEMBER


def _after_decorators(script: Script, at: int, closing: int) -> int:
    while at < closing and script.text(at) in ("@", ";"):
        is_decorator = script.text(at) == "@"
        at += 1
        while is_decorator and script.kind(at) == "name":
            at += 2 if script.text(at + 1) == "." else 1
            if script.text(at) == "(":
                at = script.closing(at) + 1
                break
            if script.text(at - 1) != ".":
                break
    return at


def _after_angles(script: Script, at: int, closing: int) -> int:
    """Return the place after type parameters, the place itself for none."""
    depth, here = 0, at
    while here < closing and script.text(at) == "<":
        depth += (script.text(here) == "<") - (script.text(here) == ">")
        here += 1
        if not depth:
            return here
    return at


def _end_of_member(script: Script, place: int, closing: int) -> int:
    """Return the place after a field or a signature: its semicolon, or the member in a new line."""
    at = place
    while at < closing and script.text(at) != ";":
        before = script.tokens[at - 1]
        is_new_line = script.tokens[at].line > before.line and (before.kind != "mark" or before.text in _ENDS_LINE)
        if is_new_line and _may_begin_name(script, at):
            return at
        at = script.closing(at) + 1 if script.text(at) in ("(", "[", "{") else at + 1
    return min(at, closing)
