"""The bases of a Python class in the order in which Python looks for its members, from the syntax alone."""

from __future__ import annotations

import builtins
import importlib
from collections import Counter, deque
from collections.abc import Sequence
from functools import cache
from itertools import islice

import griffe

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.python.api.syntax import PackageSyntax

# Real classes have some dozens of ancestors; a made-up one may have any number.
MAX_ANCESTORS = 200
_MAX_DEPTH = 60
_MEMBERLESS = {
    *("typing.Generic", "typing.Protocol", "typing_extensions.Protocol", "typing_extensions.Generic", "abc.ABC"),
    "builtins.object",
}
_LIKE = {
    **dict.fromkeys(("typing.NamedTuple", "typing_extensions.NamedTuple"), "builtins.tuple"),
    **dict.fromkeys(("typing.TypedDict", "typing_extensions.TypedDict"), "builtins.dict"),
}
# Modules of the standard library whose classes are often bases; to import them starts nothing.
_STANDARD = {
    *("abc", "argparse", "array", "ast", "asyncio", "builtins", "code", "codecs", "collections", "collections.abc"),
    *(
        "concurrent.futures",
        "configparser",
        "contextlib",
        "csv",
        "ctypes",
        "dataclasses",
        "datetime",
        "decimal",
        "enum",
    ),
    *("email.message", "fractions", "functools", "html.parser", "http.client", "http.cookiejar", "http.cookies", "io"),
    *("http.server", "importlib.abc", "json", "json.decoder", "json.encoder", "logging", "logging.handlers", "numbers"),
    *("multiprocessing.pool", "multiprocessing.process", "operator", "optparse", "os", "pathlib", "pickle", "pprint"),
    *("queue", "random", "re", "selectors", "shlex", "socket", "socketserver", "ssl", "string", "subprocess"),
    *("tempfile", "textwrap", "threading", "traceback", "types", "typing", "unittest", "unittest.case", "urllib.error"),
    *("urllib.request", "uuid", "weakref", "xml.sax.handler", "xmlrpc.client", "zipfile", "zoneinfo"),
    *("asyncio.events", "asyncio.protocols", "asyncio.transports", "asyncio.exceptions", "ipaddress", "mmap", "cmd"),
}


@value_class
class OutsideClass:
    """A base whose syntax is not at hand.

    Attributes:
        path: its dotted path, or the expression that names it.
        members: the names of its public members, None if unknown.
    """

    path: str
    members: tuple[str, ...] | None = None


Ancestor = griffe.Class | OutsideClass


def key_of(ancestor: Ancestor) -> int | str:
    """Return a key for an ancestor: to build the dotted path of a class takes long, and its syntax is there once."""
    return ancestor.path if isinstance(ancestor, OutsideClass) else id(ancestor)


def name_of(ancestor: Ancestor) -> str:
    """Return the name of an ancestor without its module."""
    return ancestor.path.rpartition(".")[2] if isinstance(ancestor, OutsideClass) else ancestor.name


@value_class
class Ancestry:
    """A class's ancestors, the class itself first, and whether all of them are there."""

    classes: tuple[Ancestor, ...]
    whole: bool = True


class Ancestors:
    """The ancestries of a distribution's classes, each computed once."""

    def __init__(self, syntax: PackageSyntax) -> None:
        """Record the syntax; nothing is resolved yet."""
        self._syntax = syntax
        self._known: dict[int, Ancestry] = {}
        self._bases: dict[int, list[Ancestor]] = {}
        self._keys: dict[int, set[int | str]] = {}

    def of(self, cls: griffe.Class, depth: int = 0) -> Ancestry:
        """Return the ancestry of a class by Python's order (C3), or depth first where that fails."""
        key = id(cls)
        if key not in self._known:
            # A cycle ends here, with the class alone.
            self._known[key] = Ancestry((cls,), whole=False)
            self._known[key] = self._linear(cls, depth)
        return self._known[key]

    def inherits(self, cls: griffe.Class, ancestor: Ancestor) -> bool:
        """Tell whether a class has this ancestor."""
        if id(cls) not in self._keys:
            self._keys[id(cls)] = {key_of(one) for one in self.of(cls).classes}
        return key_of(ancestor) in self._keys[id(cls)]

    def bases(self, cls: griffe.Class) -> list[Ancestor]:
        """Return the bases that a class names, at most 200."""
        key = id(cls)
        if key not in self._bases:
            self._bases[key] = [self._base(cls, base) for base in cls.bases[:MAX_ANCESTORS]]
        return self._bases[key]

    def _linear(self, cls: griffe.Class, depth: int) -> Ancestry:
        bases = self.bases(cls)
        if depth > _MAX_DEPTH:
            return Ancestry((cls, *bases)[:MAX_ANCESTORS], whole=False)
        above = [self.of(base, depth + 1) if isinstance(base, griffe.Class) else Ancestry((base,)) for base in bases]
        whole = all(one.whole for one in above) and len(cls.bases) <= MAX_ANCESTORS
        merged = _merge([*(list(one.classes) for one in above), list(bases)])
        if merged is None:
            found = [ancestor for one in above for ancestor in one.classes]
            merged = list({key_of(ancestor): ancestor for ancestor in found}.values())
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
            builtin = member is None and not rest and hasattr(builtins, first)
            return f"builtins.{written}" if builtin else written
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
    found = standard_class(_LIKE.get(path, path))
    return OutsideClass(path, None if found is None else _public_names(found))


def standard_class(path: str) -> type | None:
    """Return a class of the standard library by its dotted path, None for others."""
    module, _, name = path.rpartition(".")
    if module not in _STANDARD:
        return None
    found = getattr(importlib.import_module(module), name, None)
    # `typing.Mapping` stands for `collections.abc.Mapping`.
    found = getattr(found, "__origin__", found)
    return found if isinstance(found, type) else None


@cache
def _public_names(cls: type) -> tuple[str, ...]:
    owners = (owner for owner in cls.__mro__ if owner is not object)
    return tuple(dict.fromkeys(name for owner in owners for name in vars(owner) if not name.startswith("_")))


def _merge(lines: Sequence[list[Ancestor]]) -> list[Ancestor] | None:
    """Return the C3 merge of lines of ancestors, None if there is none; linear in their length times their number."""
    waiting = [deque(line) for line in lines if line]
    later = Counter(key_of(one) for line in waiting for one in islice(line, 1, None))
    found: list[Ancestor] = []
    while waiting and len(found) < MAX_ANCESTORS:
        head = next((line[0] for line in waiting if not later[key_of(line[0])]), None)
        if head is None:
            return None
        found.append(head)
        key = key_of(head)
        for line in waiting:
            if key_of(line[0]) == key:
                line.popleft()
                if line:
                    later[key_of(line[0])] -= 1
        waiting = [line for line in waiting if line]
    return found
