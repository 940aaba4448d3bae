"""The strings of types that are unions of strings, as `Pick`, `Omit` and mapped types take them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Protocol

from pro_context_engine.code_checks.typescript.declared_types import (
    DeclaredMember,
    Named,
    Type,
    View,
    Written,
    choices,
)
from pro_context_engine.code_checks.typescript.type_parameters import bound, type_parameters
from pro_context_engine.code_checks.typescript.type_syntax import dotted
from pro_context_engine.sources.packages.npm.declarations.members import after_angles, parts, trimmed
from pro_context_engine.sources.packages.npm.symbols.export_resolution import PackageScopes

_MOST_KEYS = 20_000
_DEEPEST = 24


class _Views(Protocol):
    def view(self, one: Type | None, depth: int = 0) -> View: ...

    def member(self, found: Sequence[DeclaredMember], receiver: Type | None) -> View: ...


class TypeKeys:
    """Give the strings of types; for one check, in one thread.

    Args:
        scopes: the files of a package.
        views: gives the views of types.
    """

    def __init__(self, scopes: PackageScopes, views: _Views) -> None:
        self._scopes = scopes
        self._views = views
        self._left = _MOST_KEYS

    def of(self, one: Type | None, depth: int) -> frozenset[str] | None:
        """Return the strings of a type that is a union of strings, None for any other type."""
        self._left -= 1
        if depth > _DEEPEST or self._left < 0:
            return None
        if isinstance(one, Named) and one.target.scope is not None and not one.is_value:
            aliases = [each for each in self._scopes.declarations(one.target) if each.kind == "type"]
            if len(aliases) != 1:
                return None
            alias = aliases[0]
            at = after_angles(alias.scope.scan, alias.at, alias.last)
            known = bound(type_parameters(alias.scope.scan, alias.at, alias.last), one.arguments, alias)
            return self.of(Written(alias.scope, at + 1, alias.last, known), depth + 1)
        if not isinstance(one, Written) or one.at_least:
            return None
        scan = one.scope.scan
        first, last = trimmed(scan, one.first, one.last)
        if first >= last:
            return None
        union = list(parts(scan, first, last, "|"))
        if len(union) > 1:
            every = [self.of(one.part(each.first, each.last), depth + 1) for each in union]
            return None if None in every else frozenset(chain.from_iterable(filter(None, every)))
        if last - first == 1 and scan.tokens[first].kind == "string":
            return frozenset({scan.tokens[first].text.strip("'\"")})
        if scan.tokens[first].text == "keyof":
            owner = self._views.view(one.part(first + 1, last), depth + 1)
            return frozenset(owner.names()) if owner.is_whole() else None
        if scan.tokens[last - 1].text == "]" and last - first > 3 and scan.tokens[last - 2].kind == "string":
            return self._texts_of_member(one.part(first, last - 3), scan.tokens[last - 2].text.strip("'\""), depth)
        return self._named(one.part(first, last), depth)

    def _texts_of_member(self, owner: Written, name: str, depth: int) -> frozenset[str] | None:
        """Return the strings of a member of every option of a type (`Shape["kind"]`), None where one is not known."""
        found: set[str] = set()
        for option in choices([self._views.view(owner, depth + 1)]):
            members = option.members.get(name, ())
            kinds = choices([self._views.member(members, owner)]) if members else ()
            texts = [kind.literal.strip("'\"") for kind in kinds]
            if not texts or not all(texts):
                return None
            found.update(texts)
        return frozenset(found) or None

    def _named(self, one: Written, depth: int) -> frozenset[str] | None:
        scan = one.scope.scan
        name, end = dotted(scan, one.first, one.last)
        if not name or after_angles(scan, end, one.last) < one.last:
            return None
        inner = [one.part(each.first, each.last) for each in parts(scan, end + 1, one.last - 1, ",")]
        if name in one.known:
            return self.of(one.known[name], depth + 1)
        target = self._scopes.local(one.scope, name)
        if target is not None:
            return self.of(Named(target, arguments=tuple(inner)), depth + 1)
        if name in ("Exclude", "Extract") and len(inner) == 2:
            both = [self.of(each, depth + 1) for each in inner]
            if both[0] is None or both[1] is None:
                return None
            return both[0] - both[1] if name == "Exclude" else both[0] & both[1]
        return None
