"""The classes and interfaces of a package that inherit from others, by the names that they are written with."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property

from pro_context_engine.code_checks.typescript.declared_types import Extent, Named, View, choices
from pro_context_engine.code_checks.typescript.type_views import TypeViews
from pro_context_engine.sources.packages.npm.symbols.declaration_scopes import Declared
from pro_context_engine.sources.packages.npm.symbols.export_resolution import ExportTarget, PackageScopes

_MOST_HEIRS = 500
_MOST_HEAD = 200


class DeclaredHeirs:
    """The heirs of types; for one check, in one thread.

    Code without types uses an object as one of an heir where a function declares the base: the children of a node.

    Args:
        scopes: the files of a package.
        views: gives the views of types.
    """

    def __init__(self, scopes: PackageScopes, views: TypeViews) -> None:
        self._scopes = scopes
        self._views = views

    def have(self, view: View, name: str) -> bool:
        """Tell whether an heir of a type, or of one of its options, may have a member."""
        waiting = [one.name for one in choices([view]) if one.name]
        seen = set(waiting)
        for base in waiting:
            for heir in self._by_base.get(base, ()):
                if heir.name in seen:
                    continue
                if len(seen) > _MOST_HEIRS:
                    return True
                found = self._views.view(Named(ExportTarget(heir.scope, heir.name)))
                if name in found.members or found.extent is Extent.OPEN:
                    return True
                seen.add(heir.name)
                waiting.append(heir.name)
        return False

    @cached_property
    def _by_base(self) -> dict[str, list[Declared]]:
        """The declarations by the names between `extends` and their bodies."""
        found: defaultdict[str, list[Declared]] = defaultdict(list)
        ambient = [one for every in self._scopes.ambient.values() for one in every]
        waiting = [*self._scopes.read_files(), *ambient]
        for scope in waiting:
            waiting += [one for spaces in scope.spaces.values() for one in spaces]
            for declared in (one for every in scope.declared.values() for one in every):
                if declared.kind in ("class", "interface") and declared.name:
                    for base in _bases(declared):
                        found[base].append(declared)
        return found


def _bases(declared: Declared) -> set[str]:
    """Return the words between `extends` and the body of a declaration."""
    tokens = declared.scope.scan.tokens
    head = [token.text for token in tokens[declared.at : min(declared.last, declared.at + _MOST_HEAD)]]
    until = head.index("{") if "{" in head else len(head)
    return set(head[head.index("extends") + 1 : until]) if "extends" in head[:until] else set()
