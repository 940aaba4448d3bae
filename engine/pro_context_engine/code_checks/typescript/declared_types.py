"""The types that declarations name, looked up in symbol tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pro_context_engine.domain.symbols import PackageSymbol, SymbolTable

_PLAIN = re.compile(r"[A-Za-z_$][\w$.]*")
_TYPE_NAME = re.compile(r"(?<!['\"\w$.])[A-Z][\w$]*(?:\.[A-Za-z_$][\w$]*)*|(?<!['\"\w$.])[a-z]\w*\.[A-Z][\w$]*")
_TYPE_PARAMETER = re.compile(
    r"[A-Z]|T[A-Z]\w*|Omit|Pick|Partial|Readonly|Required|Record|Array|Promise|Extract|Exclude"
)
_WRAPPED = re.compile(r"^(?:Partial|Readonly|Required)<(.*)>$", re.S)


@dataclass(frozen=True)
class Declarations:
    """The declarations of a package and of those that it hands names on from.

    Attributes:
        package: its name.
        tables: its table, then those of the others.
        is_whole: whether every package that it hands names on from is here.
    """

    package: str
    tables: tuple[SymbolTable, ...]
    is_whole: bool = True

    @cached_property
    def names(self) -> frozenset[str]:
        """Return the last names of all symbols and of their other paths."""
        every = (path for table in self.tables for one in table.symbols for path in (one.name, *one.paths, *one.own))
        return frozenset(path.rpartition(".")[2].rpartition("/")[2] for path in every)

    def exported(self, module: str, name: str) -> PackageSymbol | None:
        """Return the symbol that a module of the package exports under a name."""
        prefix = "" if module == self.package else f"{module}."
        paths = [f"{prefix}{name}", *([name] if not prefix else [])]
        for table in self.tables:
            for path in paths:
                if found := table.find(path):
                    return found
        return None

    def default(self, module: str) -> PackageSymbol | None:
        """Return the symbol that a module exports by default, or as a whole."""
        for name in ("default", module.rpartition("/")[2]):
            if found := self.exported(module, name):
                return found
        return None

    def named(self, text: str) -> PackageSymbol | None:
        """Return the symbol of a type as declarations write it, None for any other type."""
        plain = self.plain(text)
        if not plain:
            return None
        for table in self.tables:
            found = table.find(plain) or table.find(plain.rpartition(".")[2])
            if found is not None:
                return found
        return None

    def plain(self, text: str) -> str:
        """Return the name of a type without type arguments, "" for any other form of type."""
        text = text.strip()
        options = [one for one in _options(text) if one not in ("undefined", "null")]
        if len(options) == 1:
            text = options[0]
        if wrapped := _WRAPPED.match(text):
            text = wrapped[1].strip()
        head = re.sub(r"<.*>$", "", text, flags=re.S)
        return head if _PLAIN.fullmatch(head) else ""

    def members(self, symbol: PackageSymbol) -> tuple[dict[str, PackageSymbol | None], bool]:
        """Return the members of a type by name, and whether these are all of them."""
        found: dict[str, PackageSymbol | None] = {}
        whole = True
        waiting, seen = [symbol], {id(symbol)}
        for one in waiting:
            for name in (*one.own, *(path.rpartition(".")[2] for path in one.inherited)):
                found.setdefault(name, self._member(one, name))
            if one.complete < 1:
                bases = [self.named(base) for base in one.bases]
                whole = whole and bool(bases) and None not in bases
                for base in bases:
                    if base is not None and id(base) not in seen:
                        waiting.append(base)
                        seen.add(id(base))
        return found, whole and len(waiting) < 40

    def is_closed(self, symbol: PackageSymbol) -> bool:
        """Tell whether all types that the bases of a type name are among the declarations."""
        waiting, seen = [symbol], {id(symbol)}
        for one in waiting:
            for base in one.bases:
                found = [name.rpartition(".")[2] for name in _TYPE_NAME.findall(base)]
                if any(name not in self.names and not _TYPE_PARAMETER.fullmatch(name) for name in found):
                    return False
                other = self.named(base)
                if other is not None and id(other) not in seen and len(seen) < 40:
                    waiting.append(other)
                    seen.add(id(other))
        return True

    def _member(self, owner: PackageSymbol, name: str) -> PackageSymbol | None:
        for table in self.tables:
            if found := table.find(f"{owner.name}.{name}"):
                return found
        return None


def _options(text: str) -> Iterator[str]:
    """Yield the options of a union."""
    depth, start = 0, 0
    for place, character in enumerate(text):
        depth += character in "<({["
        depth -= character in ">)}]" and text[place - 1 : place + 1] != "=>"
        if character == "|" and depth == 0:
            yield text[start:place].strip()
            start = place + 1
    yield text[start:].strip()


def unwrapped(text: str) -> str:
    """Return the type inside of `Promise<…>`, else the type itself."""
    match = re.fullmatch(r"\s*(?:Promise|PromiseLike)<(.*)>\s*", text, re.S)
    return match[1] if match else text


def returns(symbol: PackageSymbol, most: Sequence[str] = ()) -> str:
    """Return the type that all overloads of a function return, "" where they differ."""
    kinds = {one.returns or "" for one in symbol.signatures}
    return kinds.pop() if len(kinds) == 1 else ""
