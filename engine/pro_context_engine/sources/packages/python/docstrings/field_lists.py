"""The field lists of docstrings (`:param x: …`, `:returns: …`), as sections like those of the other styles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from inspect import cleandoc
from typing import NamedTuple

from pro_context_engine.documents.pages.rst_inline import plain_roles, shown_name

# Colons may stand in the field's argument only within a role: `:raises :class:`pond.Dry`: …`.
_FIELD = re.compile(r"([ \t]*):([a-z]+)(?:[ \t]+((?:[^:`\n]|::?(?=[\w`])|`[^`\n]*`){1,300}))?:(?:[ \t]+(.*))?$")
_TITLES = {
    **dict.fromkeys(
        ("param", "parameter", "arg", "argument", "keyword", "kwarg", "key", "type", "paramtype", "kwtype"),
        "Parameters",
    ),
    **dict.fromkeys(("ivar", "cvar", "var", "vartype"), "Attributes"),
    **dict.fromkeys(("raise", "raises", "except", "exception"), "Raises"),
    **dict.fromkeys(("return", "returns", "rtype"), "Returns"),
    **dict.fromkeys(("yield", "yields", "ytype"), "Yields"),
}
_TYPES = frozenset({"type", "paramtype", "kwtype", "vartype", "rtype", "ytype"})
_TYPE_ROLE = re.compile(r":?(?<!\w)(?:py:)?[a-z]{1,12}:`([^`]*)`")
_BARE_REFERENCE = re.compile(r"(?<![\w.`~])~[A-Za-z_][\w.]*")
# `:param height (Optional[int]):`, with the type behind the name.
_TYPE_BEHIND = re.compile(r"([\w*]+) ?\((.+)\)$")
_LONGEST_TYPE = 300


class DocumentedItem(NamedTuple):
    """An item of a section: a parameter, an attribute, an exception, or a value without a name.

    Attributes:
        name: its name, "" for a value without one.
        type: its type as the docstring has it, "" for none.
        text: its description.
    """

    name: str
    type: str
    text: str


class FieldSection(NamedTuple):
    """The items of consecutive fields under one title ("Parameters")."""

    title: str
    items: Sequence[DocumentedItem]


def parts_of(text: str) -> Iterator[str | list[FieldSection]]:
    """Yield the text of a docstring in order: text between fields as it is, each run of fields as sections."""
    plain, fields = list[str](), list[list[str]]()
    fence = False
    for line in text.splitlines():
        fence = fence is not line.lstrip().startswith("```")
        if not fence and _starts_field(line):
            if any(map(str.strip, plain)):
                yield "\n".join(plain)
            plain = []
            fields.append([line])
        elif fields and _continues(line, fields[-1]):
            fields[-1].append(line)
        else:
            if fields:
                yield _sections(fields)
                fields = []
            plain.append(line)
    if fields:
        yield _sections(fields)
    if any(map(str.strip, plain)):
        yield "\n".join(plain)


def plain_type(text: str) -> str:
    """Return a type as a docstring has it in plain code, without roles, references and backticks; "" if none is left.

    Args:
        text: such as ":class:`~pond.Frog` or None".
    """
    text = _TYPE_ROLE.sub(lambda found: shown_name(found[1].partition(" <")[0]), text)
    text = re.sub(r"`([~.]?[\w.]*)`", lambda found: shown_name(found[1]), text.replace("``", "`"))
    if "~" in text:
        text = _BARE_REFERENCE.sub(lambda found: shown_name(found[0]), text)
    text = " ".join(plain_roles(text).replace("`", "").split())
    return text if len(text) <= _LONGEST_TYPE else f"{text[:_LONGEST_TYPE]} …"


def _starts_field(line: str) -> bool:
    found = _FIELD.match(line) if line.lstrip().startswith(":") else None
    return bool(found) and found[2] in _TITLES if found else False


def _continues(line: str, field: Sequence[str]) -> bool:
    """Tell whether a line belongs to the field: indented deeper, blank, or right below its text."""
    margin = len(field[0]) - len(field[0].lstrip())
    if not line.strip():
        return True
    return len(line) - len(line.lstrip()) > margin or bool(field[-1].strip() and field[-1] is not field[0])


def _typed(argument: str) -> tuple[str, str]:
    """Return the type and the name in the argument of a field, in whichever order they stand."""
    if behind := _TYPE_BEHIND.match(argument):
        return behind[2], behind[1]
    typed, _, name = argument.rpartition(" ")
    return (typed[1:-1] if typed.startswith("(") and typed.endswith(")") else typed), name


def _sections(fields: Iterable[Sequence[str]]) -> list[FieldSection]:
    found: dict[str, dict[str, DocumentedItem]] = {}
    for lines in fields:
        match = _FIELD.match(lines[0])
        if match is None:
            continue
        kind, argument = match[2], " ".join((match[3] or "").split())
        text = cleandoc("\n".join([match[4] or "", *lines[1:]])).strip()
        title = _TITLES[kind] if argument or kind not in ("type", "vartype") else "Type"
        items = found.setdefault(title, {})
        typed, name = _typed(argument) if title in ("Parameters", "Attributes") else ("", argument)
        name = name.replace("\\", "").strip("`")
        if title == "Raises":
            name = plain_type(name)
        key = "" if title in ("Returns", "Yields", "Type") else name
        known = items.get(key, DocumentedItem(key, "", ""))
        if kind in _TYPES:
            items[key] = known._replace(type=plain_type(text))
        else:
            described = "\n\n".join(filter(None, (known.text, text)))
            items[key] = known._replace(type=plain_type(typed) or known.type, text=described)
    return [FieldSection(title, list(items.values())) for title, items in found.items()]
