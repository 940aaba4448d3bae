"""The members that the code of a JavaScript module gives to its names, as far as its statements say them.

The module is over 300 lines because each form of statement is one case of the same walk.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from pro_context_engine.code_checks.typescript.script import Script
from pro_context_engine.domain.value_class import value_class

EXPORTS = "exports"
"""The name of what a module exports, as if it were one of the names in it."""

_DECLARING = frozenset({"const", "let", "var"})
_OF_METHODS = frozenset({"static", "async", "get", "set", "*", "accessor"})
_CHAIN = 6
_HEAD = 40
_ARGUMENTS = 8
_INHERITING = ("inherits", "inheritsLoose", "__extends")
_PROTOTYPE = "prototype"
_OWN = "this"


class Reference(NamedTuple):
    """A name in a module: of the same one, or of the one that a specifier names."""

    name: str
    specifier: str = ""


@value_class
class ModuleDefinitions:
    """The names of one module with their members. The names of all its functions are in one room.

    Attributes:
        members: the names of the members, by the name that has them.
        same: the names that have all members of a name too: others for the same value, and those that it builds on.
    """

    members: Mapping[str, set[str]]
    same: Mapping[str, set[Reference]]


def definitions_in(text: str) -> ModuleDefinitions:
    """Return the members that the code of a module gives to its names.

    Args:
        text: the code of the module.
    """
    reader = _DefinitionReader(Script(text))
    reader.follow()
    return ModuleDefinitions(reader.members, reader.same)


class _DefinitionReader:
    """The reading of one module from its beginning; see `ModuleDefinitions`."""

    def __init__(self, script: Script) -> None:
        self.members: dict[str, set[str]] = {}
        self.same: dict[str, set[Reference]] = {}
        self._script = script
        # The bodies that the walk is in, as their ends and the names that have what `this` gets in them.
        self._bodies: list[tuple[int, str]] = []
        # The names of the classes, functions and objects that begin at a place.
        self._named: dict[int, str] = {}

    def follow(self) -> None:
        """Read every statement, in the order of the code."""
        for at, token in enumerate(self._script.tokens):
            while self._bodies and self._bodies[-1][0] < at:
                self._bodies.pop()
            if token.kind == "name" and self._script.text(at - 1) not in (".", "?."):
                self._read(at, token.text)
            elif token.text == "{" and at in self._named:
                self._read_object(at, self._named[at])

    def _read(self, at: int, word: str) -> None:
        script = self._script
        if word in ("class", "function"):
            self._read_body(at, is_class=word == "class")
        elif word == "export":
            self._read_export(at + 1)
        elif word == "import" and script.text(at + 1) not in ("(", "."):
            self._read_import(at + 1)
        elif word in _DECLARING and script.text(at + 1) == "{":
            self._read_pattern(at + 1)
        elif word == "key" and script.text(at + 1) == ":" and self._bodies:
            # Compilers make the members of classes this way: `createClass(Lamp, [{ key: "glow", value: … }])`.
            self._add(self._bodies[-1][1], script.text(at + 2).strip("'\""))
        else:
            chain, after = self._chain(at)
            if script.text(after) == "=":
                self._read_assignment(chain, after + 1)
            elif script.text(after) == "(":
                self._read_call(chain, after)

    def _read_body(self, at: int, *, is_class: bool) -> None:
        """Read the members of a class, and remember whose body a class or a function has."""
        script = self._script
        place = at + 1 + (script.text(at + 1) == "*")
        own = script.text(place) if script.kind(place) == "name" and script.text(place) != "extends" else ""
        given = self._named.get(at, "")
        name = own or given
        if own and given:
            self._join(own, Reference(given))
            self._join(given, Reference(own))
        opening = next(
            (one for one in range(place, place + _HEAD) if script.text(one) == ("{" if is_class else "(")), 0
        )
        if not opening:
            return
        if not is_class:
            opening = script.closing(opening) + 1
        self._bodies.append((script.closing(opening), name))
        if not is_class or not name:
            return
        bases = [
            one
            for one in range(place, opening)
            if script.kind(one) == "name" and script.text(one) not in (name, "extends")
        ]
        for base in bases:
            self._join(name, Reference(script.text(base)))
        for member in self._members_of_class(opening):
            self._add(name, member)

    def _members_of_class(self, opening: int) -> Iterator[str]:
        script, at, closing = self._script, opening + 1, self._script.closing(opening)
        while at < closing:
            following = script.text(at + 1)
            if script.kind(at) == "name" and following in ("(", "=", ";", "}"):
                yield script.text(at)
            if following == "=":
                at = max(script.end_of_expression(at + 2), at + 1)
            else:
                at = script.closing(at) + 1 if script.text(at) in ("(", "[", "{") else at + 1

    def _read_object(self, opening: int, name: str) -> None:
        """Read the keys of an object, which are members of the name that it is bound to."""
        script = self._script
        self._bodies.append((script.closing(opening), name))
        for first, last in script.items(opening + 1, script.closing(opening)):
            if script.text(first) == "...":
                self._take_over(name, first + 1)
                continue
            at = first
            while script.text(at) in _OF_METHODS and at + 1 < last and script.text(at + 1) not in (":", "(", ","):
                at += 1
            if script.kind(at) not in ("name", "text"):
                continue
            key = script.text(at).strip("'\"")
            self._add(name, key)
            if script.text(at + 1) == ":":
                self._bind(key, at + 2)

    def _read_export(self, at: int) -> None:
        script, word = self._script, self._script.text(at)
        if word == "*":
            name = script.text(at + 2) if script.text(at + 1) == "as" else ""
            specifier = self._specifier(at + (3 if name else 1))
            if name:
                self._add(EXPORTS, name)
            elif specifier:
                self._join(EXPORTS, Reference(EXPORTS, specifier))
        elif word == "{":
            for _, last in script.items(at + 1, script.closing(at)):
                self._add(EXPORTS, script.text(last - 1))
        elif word == "default":
            self._add(EXPORTS, "default")
            self._bind(EXPORTS, at + 1)
        elif word in _DECLARING:
            self._read_declarators(at + 1)
        else:
            at += script.text(at) == "async"
            at += 1 + (script.text(at + 1) == "*")
            self._add(EXPORTS, script.text(at))

    def _read_declarators(self, at: int) -> None:
        """Read the names that one exported statement declares."""
        script = self._script
        while script.text(at):
            for name in script.bound_names(at):
                self._add(EXPORTS, name)
            after = script.closing(at) + 1 if script.text(at) in ("{", "[") else at + 1
            after = script.end_of_expression(after + 1) if script.text(after) == "=" else after
            if script.text(after) != ",":
                return
            at = after + 1

    def _read_import(self, at: int) -> None:
        script = self._script
        end = next((one for one in range(at, at + 8 * _HEAD) if script.text(one) in ("from", ";", "")), at)
        specifier = self._specifier(end)
        if not specifier:
            return
        if script.kind(at) == "name":
            self._join(script.text(at), Reference(EXPORTS, specifier))
        elif script.text(at) == "*":
            self._join(script.text(at + 2), Reference(EXPORTS, specifier))
        for place in range(at, end):
            if script.text(place) == "{":
                for first, last in script.items(place + 1, script.closing(place)):
                    self._join(script.text(last - 1), Reference(script.text(first), specifier))

    def _read_pattern(self, at: int) -> None:
        after = self._script.closing(at) + 1
        specifier = self._required(after + 1) if self._script.text(after) == "=" else ""
        for key, local in self._script.pattern(at) if specifier else ():
            self._join(self._script.text(local), Reference(self._script.text(key), specifier))

    def _read_assignment(self, chain: Sequence[str], at: int) -> None:
        owner, name = self._owner(chain)
        if owner and name:
            self._add(owner, name)
        if _PROTOTYPE in chain[:-1] and self._script.text(at) == "function":
            # `this` is the object there, not the method.
            self._named[at] = owner
        else:
            self._bind(name or owner, at)

    def _read_call(self, callee: Sequence[str], opening: int) -> None:
        """Read the members that a call adds to its first argument: `Object.assign(lamp, { glow })`."""
        script = self._script
        given = list(islice(script.items(opening + 1, script.closing(opening)), _ARGUMENTS))
        if not given:
            return
        chain, after = self._chain(given[0][0])
        own, name = self._owner(chain)
        owner = name or own
        at = given[1][0] if len(given) > 1 else 0
        if callee[-1] in ("__exportStar", "__export") and (specifier := self._required(given[0][0])):
            self._join(EXPORTS, Reference(EXPORTS, specifier))
        elif not owner or after < given[0][1]:
            return
        elif callee == ("Object", "keys") and script.text(script.closing(opening) + 2) == "forEach":
            # Compilers write `export * from "./lamp"` this way.
            self._join(EXPORTS, Reference(owner))
        elif at and script.text(at) == "{":
            self._named[at] = owner
        elif at and script.text(at) == "[":
            self._bodies.append((script.closing(at), owner))
        elif at and script.kind(at) == "text" and "define" in callee[-1].lower():
            self._add(owner, script.text(at).strip("'\"`"))
        elif at and (callee == ("Object", "assign") or callee[-1].endswith(_INHERITING)):
            for first, _ in given[1:]:
                self._take_over(owner, first)

    # -- values ------------------------------------------------------------------------------------------------------

    def _bind(self, name: str, at: int) -> None:
        """Note the members that a name gets from the value at a place."""
        script = self._script
        at += script.text(at) == "async"
        if not name:
            return
        chain, after = self._chain(at)
        is_made = script.text(after) == "(" and (chain[:1] == ("Object",) or chain[-1:] == ("__toCommonJS",))
        at = after + 1 if is_made else at
        if script.text(at) in ("{", "class", "function"):
            self._named[at] = name
            return
        self._take_over(name, at)
        if is_made or script.text(after) == "(":
            return
        owner, member = self._owner(chain)
        if chain[-1:] == (_PROTOTYPE,) or (owner == EXPORTS and not member):
            # Members that are added to the new name are members of the old one.
            self._join(owner if chain[-1] == EXPORTS else member or owner, Reference(name))

    def _take_over(self, name: str, at: int) -> None:
        """Note that a name has the members of the value at a place, if that is a name, a new object or a module."""
        script = self._script
        is_new = script.text(at) == "new"
        at += is_new
        chain, after = self._chain(at)
        if specifier := self._required(at):
            rest = script.closing(at + 1) + 1
            is_whole = script.text(rest) != "."
            self._join(name, Reference(EXPORTS if is_whole else script.text(rest + 1), specifier))
        elif script.text(after) != "(" or is_new:
            owner, member = self._owner(chain)
            self._join(name, Reference(member or owner))

    def _chain(self, at: int) -> tuple[tuple[str, ...], int]:
        """Return the names of a chain of members, and the place after it."""
        script, found = self._script, list[str]()
        while script.kind(at) == "name" and len(found) < _CHAIN:
            found.append(script.text(at))
            if script.text(at + 1) != "." or script.kind(at + 2) != "name":
                return tuple(found), at + 1
            at += 2
        return tuple(found), at

    def _owner(self, chain: Sequence[str]) -> tuple[str, str]:
        """Return the owner of the last member of a chain, and that member; "" where there is no member."""
        parts = [one for one in chain if one != _PROTOTYPE]
        if parts[:2] == ["module", EXPORTS]:
            parts = parts[1:]
        if parts[:1] == [_OWN]:
            parts = [self._bodies[-1][1] if self._bodies else EXPORTS, *parts[1:]]
        if len(parts) < 2:
            return (parts[0] if parts else ""), ""
        return parts[-2], parts[-1]

    def _required(self, at: int) -> str:
        """Return the specifier of the module that a call at a place requires, "" for anything else."""
        script = self._script
        is_call = script.text(at) == "require" and script.text(at + 1) == "(" and script.kind(at + 2) == "text"
        return script.text(at + 2).strip("'\"`") if is_call else ""

    def _specifier(self, at: int) -> str:
        return self._script.text(at + 1).strip("'\"") if self._script.text(at) == "from" else ""

    def _add(self, owner: str, name: str) -> None:
        if owner and name:
            self.members.setdefault(owner, set()).add(name)

    def _join(self, name: str, other: Reference) -> None:
        if name and other.name and other != Reference(name):
            self.same.setdefault(name, set()).add(other)
