"""The members, bases and signatures of declarations: classes, interfaces, type aliases, constants, functions, enums.

The module is over 300 lines because each kind of declaration is one case of the same reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from pro_context_engine.domain.symbols import Signature
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.npm.declarations.members import (
    TypeMember,
    after_angles,
    enum_members,
    members_of,
    parts,
    signature_of,
    trimmed,
    type_text,
)
from pro_context_engine.sources.packages.npm.declarations.scanning import Scan
from pro_context_engine.sources.packages.npm.symbols.declaration_scopes import LONGEST_NAME, Declared, Scope
from pro_context_engine.sources.packages.npm.symbols.export_resolution import ExportTarget, PackageScopes

MOST_MEMBERS = 20_000
"""The maximum number of members of one declaration that are read."""

MOST_TYPES = 500_000
"""The maximum number of types, with those inside of others, that are read."""

_DEEPEST = 12
_SAME_MEMBERS = frozenset({"Partial", "Required", "Readonly", "NonNullable", "Awaited", "NoInfer"})
_SIMPLE = frozenset(
    {"string", "number", "boolean", "bigint", "symbol", "null", "undefined", "void", "never", "any", "unknown"}
    | {"object", "true", "false", "this"}
)
# The confidence in the members of a type that is not read to its end.
_UNRESOLVED = 0.5
_COMPUTED = 0.3


@value_class
class Base:
    """A type whose members another one has.

    Attributes:
        text: the type as the source writes it.
        target: its declarations, None if they are not in the package.
        static: whether it is a value's type (`typeof X`).
        member: the member whose type it is (`typeof X.create`), "" for the whole.
        only: the names that are taken from it, None for all.
        without: the names that are not.
    """

    text: str
    target: ExportTarget | None
    static: bool = False
    member: str = ""
    only: frozenset[str] | None = None
    without: frozenset[str] = frozenset()


@dataclass(slots=True)
class Shape:
    """The members, bases and signatures of a name.

    Attributes:
        members: the declarations of each member with the file of each, by names.
        bases: the types whose members it has too.
        value_bases: the types of the value that shares its name with a type.
        calls: its call signatures.
        constructs: its construct signatures.
        complete: confidence that members and bases are all, 0..1.
        truncated: whether members beyond a bound are left out.
    """

    members: dict[str, list[tuple[Scope, TypeMember]]] = field(default_factory=dict)
    bases: list[Base] = field(default_factory=list)
    value_bases: list[Base] = field(default_factory=list)
    calls: list[Signature] = field(default_factory=list)
    constructs: list[Signature] = field(default_factory=list)
    complete: float = 1.0
    truncated: bool = False

    def lower(self, complete: float) -> None:
        """Lower the confidence to a figure."""
        self.complete = min(self.complete, complete)


class Shapes:
    """The shapes of the declarations of a package."""

    def __init__(self, scopes: PackageScopes) -> None:
        self._scopes = scopes
        self._left = MOST_TYPES

    def of(self, declarations: Iterable[Declared]) -> Shape:
        """Return the shape of the merged declarations of one name."""
        shape, declarations = Shape(), list(declarations)
        kinds = {one.kind for one in declarations}
        for one in declarations:
            if one.kind in ("class", "interface"):
                self._add_body(shape, one)
            elif one.kind == "function":
                shape.calls.append(signature_of(one.scope.scan, one.at, one.last))
            elif one.kind == "enum":
                self._add_members(shape, one.scope, *_inside(one), enum=True)
            elif one.kind == "type":
                at = after_angles(one.scope.scan, one.at, one.last)
                self._add_type(shape, one.scope, at + 1, one.last, 0)
            elif one.at < one.last and one.scope.scan.tokens[one.at].text == ":":
                # The members of a value that shares its name with a type are those of the type for its users.
                value = Shape() if kinds & {"interface", "class", "type"} else shape
                self._add_type(value, one.scope, one.at + 1, one.last, 0)
                if value is not shape:
                    shape.calls += value.calls
                    shape.constructs += value.constructs
                    shape.value_bases += value.bases
        return shape

    def of_member(self, scope: Scope, member: TypeMember) -> Shape:
        """Return the shape of the type of a property."""
        shape = Shape()
        self._add_type(shape, scope, member.type_at, member.statement.last, 0)
        return shape

    def _add_body(self, shape: Shape, declared: Declared) -> None:
        scan = declared.scope.scan
        opening = next(_openings(scan, declared.at, declared.last), None)
        if opening is None:
            return
        at = after_angles(scan, declared.at, opening)
        while at < opening:
            word = scan.tokens[at].text
            end = next((one for one in range(at + 1, opening) if scan.tokens[one].text == "implements"), opening)
            if word == "extends":
                for part in parts(scan, at + 1, end, ","):
                    self._add_type(shape, declared.scope, part.first, part.last, 1, own=False)
            at = end
        self._add_members(shape, declared.scope, opening + 1, min(scan.closing(opening), declared.last))

    def _add_members(self, shape: Shape, scope: Scope, first: int, last: int, *, enum: bool = False) -> None:
        found = enum_members(scope.scan, first, last) if enum else members_of(scope.scan, first, last)
        for count, member in enumerate(found):
            if count >= MOST_MEMBERS:
                shape.truncated = True
                return
            if member.hidden or len(member.name) > LONGEST_NAME:
                continue
            if member.kind in ("call", "construct"):
                signature = signature_of(scope.scan, member.type_at, member.statement.last)
                (shape.calls if member.kind == "call" else shape.constructs).append(signature)
            elif member.kind == "index":
                shape.lower(_UNRESOLVED)
            elif member.name:
                shape.members.setdefault(member.name, []).append((scope, member))

    def _add_type(self, shape: Shape, scope: Scope, first: int, last: int, depth: int, *, own: bool = True) -> None:
        """Add the members of a type.

        Args:
            shape: the shape to fill.
            scope: the scope that knows the names in the type.
            first: its first token.
            last: the position after its last token.
            depth: depth of the type in others.
            own: whether the members of an object type are own members.
        """
        scan = scope.scan
        first, last = trimmed(scan, first, last)
        if first >= last:
            return
        self._left -= 1
        if depth > _DEEPEST or self._left < 0:
            shape.lower(_COMPUTED)
            shape.truncated = shape.truncated or self._left < 0
            return
        if self._add_function(shape, scope, first, last):
            return
        choices = list(parts(scan, first, last, "|"))
        if len(choices) > 1:
            simple = all(_is_simple(scan, one.first, one.last) for one in choices)
            shape.lower(1.0 if simple else _UNRESOLVED)
            return
        both = list(parts(scan, first, last, "&"))
        if len(both) > 1:
            if any(_is_simple(scan, one.first, one.last) for one in both):
                shape.lower(_UNRESOLVED)
            for part in both:
                self._add_type(shape, scope, part.first, part.last, depth + 1, own=own)
            return
        token = scan.tokens[first]
        closing = scan.closing(first) if token.kind == "open" else -1
        if token.text == "(" and closing == last - 1:
            self._add_type(shape, scope, first + 1, closing, depth + 1, own=own)
        elif token.text == "{" and closing >= last - 1:
            self._add_members(shape, scope, first + 1, min(closing, last))
        elif not _is_simple(scan, first, last):
            self._add_reference(shape, scope, first, last, depth)

    def _add_function(self, shape: Shape, scope: Scope, first: int, last: int) -> bool:
        """Add a function type's signature; tell whether the type is one."""
        scan = scope.scan
        tokens = scan.tokens
        at = first + (tokens[first].text == "abstract" and first + 1 < last)
        is_new = tokens[at].text == "new"
        at = after_angles(scan, at + is_new, last)
        if at >= last or tokens[at].text != "(":
            return False
        closing = scan.closing(at)
        if closing + 1 >= last or tokens[closing + 1].text != "=>":
            return False
        (shape.constructs if is_new else shape.calls).append(signature_of(scan, at, last))
        return True

    def _add_reference(self, shape: Shape, scope: Scope, first: int, last: int, depth: int) -> None:
        """Add the members of a named type, perhaps with type arguments."""
        scan = scope.scan
        static = scan.tokens[first].text == "typeof"
        at = first + static
        module, at = _imported_module(scan, at, last)
        name, end = _dotted(scan, at, last)
        closing = after_angles(scan, end, last)
        if not name or closing < last:
            shape.lower(_COMPUTED)
            return
        arguments = [(one.first, one.last) for one in parts(scan, end + 1, closing - 1, ",")]
        if name in _SAME_MEMBERS and len(arguments) == 1:
            self._add_type(shape, scope, *arguments[0], depth + 1, own=False)
            return
        if name in ("Omit", "Pick") and len(arguments) == 2:
            self._add_chosen(shape, scope, name, arguments, depth)
            return
        target = self._scopes.local(scope, name) if module is None else self._from_module(scope, module, name)
        owner, _, member = name.rpartition(".")
        if static and target is None and owner and module is None:
            target = self._scopes.local(scope, owner)
            shape.bases.append(Base(type_text(scan, first, last), target, static, member))
        else:
            shape.bases.append(Base(type_text(scan, first, last), target, static))

    def _add_chosen(self, shape: Shape, scope: Scope, name: str, arguments: list[tuple[int, int]], depth: int) -> None:
        """Add the members that `Pick` and `Omit` leave."""
        keys, inner = self._keys(scope, *arguments[1], depth), Shape()
        self._add_type(inner, scope, *arguments[0], depth + 1, own=False)
        shape.lower(min(inner.complete, 1.0 if keys is not None else _UNRESOLVED))
        if keys is None and name == "Pick":
            return
        chosen = keys or frozenset()
        for key, members in inner.members.items():
            if (key in chosen) == (name == "Pick"):
                shape.members.setdefault(key, []).extend(members)
        for base in inner.bases:
            if name == "Omit":
                shape.bases.append(replace(base, without=base.without | chosen))
            else:
                shape.bases.append(replace(base, only=chosen if base.only is None else base.only & chosen))

    def _keys(self, scope: Scope, first: int, last: int, depth: int) -> frozenset[str] | None:
        """Return the strings of a union of strings and of names of such unions, None for any other type."""
        scan, found = scope.scan, set[str]()
        for part in parts(scan, *trimmed(scan, first, last), "|"):
            self._left -= 1
            if self._left < 0:
                return None
            begin, end = trimmed(scan, part.first, part.last)
            if end - begin == 1 and scan.tokens[begin].kind == "string":
                found.add(scan.tokens[begin].text.strip("'\""))
                continue
            name, after = _dotted(scan, begin, end)
            if name == "Exclude" and after_angles(scan, after, end) == end and depth < _DEEPEST:
                both = [
                    self._keys(scope, one.first, one.last, depth + 4) for one in parts(scan, after + 1, end - 1, ",")
                ]
                if len(both) != 2 or both[0] is None or both[1] is None:
                    return None
                found |= both[0] - both[1]
                continue
            target = self._scopes.local(scope, name) if name and after == end and depth < _DEEPEST else None
            named = self._scopes.declarations(target) if target else []
            keys = [self._keys(one.scope, one.at + 1, one.last, depth + 4) for one in named if one.kind == "type"]
            if not keys or keys[0] is None:
                return None
            found |= keys[0]
        return frozenset(found)

    def _from_module(self, scope: Scope, specifier: str, name: str) -> ExportTarget | None:
        for module in self._scopes.module(specifier, scope.path):
            if not name:
                return self._scopes.exported(module, "=")
            first, *rest = name.split(".")
            target = self._scopes.exported(module, first)
            for one in rest:
                target = self._scopes.within(target, one) if target else None
            return target
        return None


def _inside(declared: Declared) -> tuple[int, int]:
    opening = next(_openings(declared.scope.scan, declared.at, declared.last), None)
    if opening is None:
        return declared.last, declared.last
    return opening + 1, min(declared.scope.scan.closing(opening), declared.last)


def _openings(scan: Scan, at: int, last: int) -> Iterator[int]:
    """Yield the brackets `{` that stand outside of all other brackets."""
    depth = 0
    while at < last:
        token = scan.tokens[at]
        if token.text == "{" and not depth:
            yield at
        depth = max(0, depth + {"<": 1, ">": -1}.get(token.text, 0))
        at = scan.closing(at) + 1 if token.kind == "open" else at + 1


def _is_simple(scan: Scan, first: int, last: int) -> bool:
    first, last = trimmed(scan, first, last)
    if first < last and scan.tokens[first].text == "-":
        first += 1
    if last - first != 1:
        return False
    token = scan.tokens[first]
    return token.kind == "string" or token.text in _SIMPLE or token.text[:1].isdigit()


def _imported_module(scan: Scan, at: int, last: int) -> tuple[str | None, int]:
    """Return the specifier of `import("…")` at a position and the position after it and its dot."""
    if at + 3 < last and scan.tokens[at].text == "import" and scan.tokens[at + 1].text == "(":
        after = scan.closing(at + 1) + 1
        return scan.tokens[at + 2].text.strip("'\""), after + (after < last and scan.tokens[after].text == ".")
    return None, at


def _dotted(scan: Scan, at: int, last: int) -> tuple[str, int]:
    """Return the dotted name at a position, "" for none, and the position after it."""
    names: list[str] = []
    while at < last and scan.tokens[at].kind == "word" and len(names) < 10:
        names.append(scan.tokens[at].text)
        at += 1
        if at >= last or scan.tokens[at].text != ".":
            break
        at += 1
    return ".".join(names), at
