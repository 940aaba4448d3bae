"""The bases of a Python class in the order in which Python looks for its members, from the syntax alone."""

from __future__ import annotations

import builtins
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import griffe

from pro_context_engine.sources.packages.python_api.syntax import PackageSyntax

# Real classes have some dozens of ancestors; a made-up one may have any number.
MAX_ANCESTORS = 200
_MAX_DEPTH = 60
_OF_OBJECT = frozenset(dir(object))
_MEMBERLESS = {
    *("typing.Generic", "typing.Protocol", "typing_extensions.Protocol", "typing_extensions.Generic", "abc.ABC"),
    *("builtins.object", "typing.NamedTuple", "typing_extensions.NamedTuple"),
}


@dataclass(frozen=True, slots=True)
class OutsideClass:
    """A base of which the syntax is not at hand.

    Attributes:
        path: its dotted path, or the expression that names it.
        members: the names of its public members, None if unknown.
    """

    path: str
    members: tuple[str, ...] | None = None


Ancestor = griffe.Class | OutsideClass


@dataclass(frozen=True, slots=True)
class Ancestry:
    """A class's ancestors, the class itself first, and whether all of them are there."""

    classes: tuple[Ancestor, ...]
    whole: bool = True


class Ancestors:
    """The ancestries of a distribution's classes, each computed once."""

    def __init__(self, syntax: PackageSyntax) -> None:
        """Record the syntax; nothing is resolved yet."""
        self._syntax = syntax
        self._known: dict[str, Ancestry] = {}
        self._bases: dict[str, list[Ancestor]] = {}

    def of(self, cls: griffe.Class, depth: int = 0) -> Ancestry:
        """Return the ancestry of a class by Python's order (C3), or depth first where that fails."""
        if cls.path not in self._known:
            # A cycle ends here, with the class alone.
            self._known[cls.path] = Ancestry((cls,), whole=False)
            self._known[cls.path] = self._linear(cls, depth)
        return self._known[cls.path]

    def inherits(self, cls: griffe.Class, ancestor: Ancestor) -> bool:
        """Tell whether a class has this ancestor."""
        return any(one.path == ancestor.path for one in self.of(cls).classes)

    def bases(self, cls: griffe.Class) -> list[Ancestor]:
        """Return the bases that a class names, at most 200."""
        if cls.path not in self._bases:
            self._bases[cls.path] = [self._base(cls, base) for base in cls.bases[:MAX_ANCESTORS]]
        return self._bases[cls.path]

    def _linear(self, cls: griffe.Class, depth: int) -> Ancestry:
        bases = self.bases(cls)
        if depth > _MAX_DEPTH:
            return Ancestry((cls, *bases)[:MAX_ANCESTORS], whole=False)
        above = [self.of(base, depth + 1) if isinstance(base, griffe.Class) else Ancestry((base,)) for base in bases]
        whole = all(one.whole for one in above) and len(cls.bases) <= MAX_ANCESTORS
        merged = _merge([*(list(one.classes) for one in above), list(bases)])
        if merged is None:
            found = [ancestor for one in above for ancestor in one.classes]
            merged = list({ancestor.path: ancestor for ancestor in found}.values())
        return Ancestry((cls, *merged[: MAX_ANCESTORS - 1]), whole and len(merged) < MAX_ANCESTORS)

    def _base(self, cls: griffe.Class, expression: str | griffe.Expr) -> Ancestor:
        if isinstance(expression, griffe.ExprCall):
            return OutsideClass(str(expression)[:MAX_ANCESTORS])
        written = str(expression).partition("[")[0]
        scope: griffe.Module | griffe.Class | griffe.Function | None = cls.parent
        while isinstance(scope, griffe.Class):
            member = scope.members.get(written)
            if isinstance(member, griffe.Class):
                return member
            scope = scope.parent
        module = cls.module.path
        found = self._syntax.resolve_expression(module, written)
        if isinstance(found, griffe.Attribute) and isinstance(found.value, griffe.ExprName | griffe.ExprAttribute):
            found = self._syntax.resolve_expression(found.module.path, found.value)
        if isinstance(found, griffe.Class):
            return found
        return _outside(self.written_path(module, written))

    def written_path(self, module: str, written: str) -> str:
        """Return the dotted path that an expression in a module means, imports followed out of the distribution."""
        first, _, rest = written.partition(".")
        member = self._syntax.members(module).get(first)
        if not isinstance(member, griffe.Alias):
            return f"builtins.{written}" if member is None and hasattr(builtins, written) else written
        target = outermost(self._syntax, member.target_path)
        return f"{target}.{rest}" if rest else target


def outermost(syntax: PackageSyntax, path: str, hops: int = 20) -> str:
    """Return the path that a distribution imports from another one, after its own imports are followed."""
    module, _, name = path.rpartition(".")
    member = syntax.members(module).get(name) if module in syntax.modules else None
    return outermost(syntax, member.target_path, hops - 1) if isinstance(member, griffe.Alias) and hops else path


def _outside(path: str) -> OutsideClass:
    if path in _MEMBERLESS:
        return OutsideClass(path, ())
    module, _, name = path.rpartition(".")
    if module == "builtins":
        found = getattr(builtins, name, None)
        if isinstance(found, type):
            return OutsideClass(path, tuple(one for one in dir(found) if one[0] != "_" and one not in _OF_OBJECT))
    return OutsideClass(path)


def _merge(lines: Sequence[list[Ancestor]]) -> list[Ancestor] | None:
    """Return the C3 merge of lines of ancestors, None if there is none; linear in their length times their number."""
    waiting = [deque(line) for line in lines if line]
    later = Counter(one.path for line in waiting for one in islice(line, 1, None))
    found: list[Ancestor] = []
    while waiting and len(found) < MAX_ANCESTORS:
        head = next((line[0] for line in waiting if not later[line[0].path]), None)
        if head is None:
            return None
        found.append(head)
        for line in waiting:
            if line[0].path == head.path:
                line.popleft()
                if line:
                    later[line[0].path] -= 1
        waiting = [line for line in waiting if line]
    return found
