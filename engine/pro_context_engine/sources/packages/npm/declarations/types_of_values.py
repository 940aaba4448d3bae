"""The types of values: the declaration of `Persist` describes the use of `const persist: Persist`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property

from pro_context_engine.sources.packages.npm.declarations.declarations import (
    Declaration,
    FileDeclarations,
    body_opening,
)
from pro_context_engine.sources.packages.npm.declarations.long_signatures import readable_signature
from pro_context_engine.sources.packages.npm.declarations.members import after_angles, members_of
from pro_context_engine.sources.packages.npm.declarations.written_signatures import WrittenSignature, written_signature

LONGEST = 1_500
"""The number of characters of a type that is shown with a value; a longer one is left to its own section."""

_VALUES = frozenset({"const", "let", "var"})
_BODIES = frozenset({"class", "enum", "interface"})
_BEHIND_NAME = frozenset({";", "&"})
_MOST_STEPS = 3
# What more values share tells little about any of them.
_MOST_SHARED = 3


class TypesOfValues:
    """The types of the values of one file, each read once.

    Args:
        declared: the declarations of the file.
    """

    def __init__(self, declared: FileDeclarations) -> None:
        self._declared = declared
        self._scan = declared.scan
        self._named = dict[int, Declaration | None]()
        self._read = dict[int, WrittenSignature]()

    def with_type(self, value: Declaration) -> WrittenSignature | None:
        """Return a value together with its type and the types that this is another name of.

        Args:
            value: a declaration; also a type that is that of a value (`type Checks = typeof checks`).

        Returns:
            Both as one; None for a declaration with a comment, and for one whose type is not the name of a short one
            that the file declares.
        """
        if value.doc or not self._is_of_name(value) or self._is_shared(value):
            return None
        types = list(self._types_of(value))
        if not any(one.text or one.doc for one in types):
            return None
        own = self._scan.source(value.head, value.statement.last)
        texts = [readable_signature(text) for text in (own, *(one.text for one in types)) if text]
        doc = next((one.doc for one in types if one.doc), "")
        return WrittenSignature("\n".join(texts), doc, tuple(each for one in types for each in one.described))

    def _is_of_name(self, one: Declaration) -> bool:
        if one.kind in _VALUES:
            return True
        named = self._named_by(one) if one.kind == "type" else None
        return named is not None and named.kind in _VALUES

    def _is_shared(self, value: Declaration) -> bool:
        named = self._named_by(value)
        return named is not None and self._values_by_type[named.head] > _MOST_SHARED

    def _types_of(self, value: Declaration) -> Iterator[WrittenSignature]:
        one: Declaration | None = value
        for _ in range(_MOST_STEPS):
            one = self._named_by(one) if one else None
            if one is None:
                return
            if one.head not in self._read:
                self._read[one.head] = self._in_short(one)
            yield self._read[one.head]

    def _named_by(self, one: Declaration) -> Declaration | None:
        """Return the declaration that is the type of a value, or the first type of an alias."""
        if one.head not in self._named:
            self._named[one.head] = self._found_by_name(one)
        return self._named[one.head]

    def _found_by_name(self, one: Declaration) -> Declaration | None:
        tokens, last = self._scan.tokens, one.statement.last
        at = after_angles(self._scan, one.head + 2, last)
        if one.kind in _BODIES or at + 1 >= last or tokens[at].text not in (":", "="):
            return None
        at += 1
        is_of_value = tokens[at].text == "typeof"
        at += is_of_value
        behind = after_angles(self._scan, at + 1, last)
        if at >= last or (behind < last and tokens[behind].text not in _BEHIND_NAME):
            return None
        found = _nearest(self._values if is_of_value else self._types, one.name, tokens[at].text)
        # What has the name of the value stands beside it.
        return found if found and found.name != one.name else None

    def _in_short(self, one: Declaration) -> WrittenSignature:
        """Return a type, without a text if that is long; of a long interface the ways to call it, if it has any."""
        if one.kind == "interface":
            return self._interface_in_short(one)
        found = written_signature(self._scan, one.head, one.statement.last, one.doc)
        return found if len(found.text) <= LONGEST and one.kind not in _BODIES else WrittenSignature("", found.doc)

    def _interface_in_short(self, one: Declaration) -> WrittenSignature:
        calls = list(self._calls(one))
        text = self._scan.bare_source(one.head, one.statement.last)
        if len(text) > LONGEST:
            text = "\n".join([f"interface {one.name} {{", *(f"  {call.text}" for call in calls), "}"]) if calls else ""
        doc = one.doc or next((call.doc for call in calls if call.doc), "")
        described = tuple(each for call in calls for each in call.described)
        return WrittenSignature(text if len(text) <= LONGEST else "", doc, described)

    def _calls(self, one: Declaration) -> Iterator[WrittenSignature]:
        opening = body_opening(self._scan, one)
        if opening is None:
            return
        for member in members_of(self._scan, opening + 1, min(self._scan.closing(opening), one.statement.last)):
            if member.kind == "call":
                statement = member.statement
                yield written_signature(self._scan, statement.first, statement.last, statement.doc)

    @cached_property
    def _values_by_type(self) -> Counter[int]:
        values = (one for one in self._declared.declared if one.kind in _VALUES)
        return Counter(named.head for one in values if (named := self._named_by(one)))

    @cached_property
    def _values(self) -> Mapping[str, Declaration]:
        return {one.name: one for one in reversed(self._declared.declared) if one.kind in _VALUES}

    @cached_property
    def _types(self) -> Mapping[str, Declaration]:
        return {one.name: one for one in reversed(self._declared.declared) if one.kind in _BODIES or one.kind == "type"}


def _nearest(named: Mapping[str, Declaration], within: str, name: str) -> Declaration | None:
    """Return the declaration that a name means within another one: in its namespace, or in one around it."""
    while within:
        within = within.rpartition(".")[0]
        if found := named.get(f"{within}.{name}" if within else name):
            return found
    return None
