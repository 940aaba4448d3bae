"""The classes of a distribution as they are written, found in its texts without parsing them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import field

from pro_context_engine.code_checks.python.syntax.text_searches import is_at_line_start, is_part, matches
from pro_context_engine.domain.value_class import value_class

_CLASS = re.compile(r"class (?P<name>\w+)[ \t]*(?:\((?P<bases>[^()]*+)\))?[ \t]*:")
_ALIAS = re.compile(r"as[ \t]+(\w+)")
_LAST_NAME = re.compile(r"(\w+)(?=[ \t]*(?:,|\[|$|\n))")
_ARGUMENTS = re.compile(r"\[[^\[\]]*+\]")


@value_class
class WrittenClass:
    """A class as it is written: its name, the last names of its bases, and the source of its body."""

    name: str
    bases: tuple[str, ...]
    source: str


@value_class
class WrittenClasses:
    """The classes of a distribution, by their names and by those of their bases."""

    named: dict[str, list[WrittenClass]] = field(default_factory=dict)
    heirs: dict[str, list[WrittenClass]] = field(default_factory=dict)


def classes_in(texts: Iterable[str]) -> WrittenClasses:
    """Return the classes of some modules with their sources."""
    found = WrittenClasses()
    for text in texts:
        heads = list(matches(_CLASS, text, is_at_line_start))
        # `from berths import Berth as _Berth`
        names = aliases_in(text) if any(head["bases"] for head in heads) else {}
        for head in heads:
            indent = text[text.rfind("\n", 0, head.start()) + 1 : head.start()]
            end = re.compile(rf"\n(?=[ \t]{{0,{len(indent)}}}[^\s#)\]])").search(text, head.end())
            source = text[head.end() : end.start() + 1 if end else len(text)]
            source = source.replace(f"\n{indent}", "\n") if indent else source
            written = head["bases"] or ""
            # A type argument (`Crane[Hook]`) gives no members.
            plain = _ARGUMENTS.sub("", _ARGUMENTS.sub("", written))
            bases = tuple(names.get(base, base) for base in _LAST_NAME.findall(plain))
            one = WrittenClass(head["name"], bases, source)
            found.named.setdefault(one.name, []).append(one)
            for base in _LAST_NAME.findall(written):
                found.heirs.setdefault(names.get(base, base), []).append(one)
    return found


def aliases_in(text: str) -> dict[str, str]:
    """Return the names that stand before `as`, by those behind it."""
    found: dict[str, str] = {}
    until = 0

    def has_name(text: str, at: int) -> bool:
        # A word that an alias has used up gives no other one.
        word = _word_before(text, at)
        return bool(word) and text.rfind(word, 0, at) >= until

    for one in matches(_ALIAS, text, has_name):
        found[one[1]] = _word_before(text, one.start())
        until = one.end()
    return found


def _word_before(text: str, at: int) -> str:
    """Return the word before the blanks that stand before a place, "" where there are no blanks or no word."""
    end = at
    while end and text[end - 1] in " \t":
        end -= 1
    start = end
    while is_part(text, start - 1):
        start -= 1
    return text[start:end] if end < at else ""
