"""The canonical names of Python classes, those of dependencies included."""

from __future__ import annotations

from collections.abc import Container, Mapping

import griffe

from pro_context_engine.sources.packages.python.api.documenting_modules import other_packages
from pro_context_engine.sources.packages.python.api.syntax import PackageSyntax
from pro_context_engine.sources.packages.python.parsing.public_modules import is_public
from pro_context_engine.sources.packages.python.symbols.call_signatures import shown
from pro_context_engine.sources.packages.python.symbols.class_ancestry import Ancestor, OutsideClass
from pro_context_engine.sources.packages.python.symbols.public_objects import PublicObject


class ClassNames:
    """The names of the classes that a distribution defines or inherits from."""

    def __init__(self, syntax: PackageSyntax, objects: Mapping[str, PublicObject], own: Container[str]) -> None:
        """Record the inputs.

        Args:
            syntax: the distribution's modules.
            objects: its public objects by the path of their definition.
            own: the modules of the distribution.
        """
        classes = (one for one in objects.values() if isinstance(one.definition, griffe.Class))
        self._syntax = syntax
        self._names = {id(one.definition): one.canonical for one in classes}
        self._own = own

    def public(self, cls: griffe.Class) -> str:
        """Return the canonical name of a class, "" for one without public name."""
        key = id(cls)
        if key not in self._names:
            self._names[key] = "" if cls.module.path in self._own else self._outside(cls)
        return self._names[key]

    def of(self, base: Ancestor) -> str:
        """Return the name of a base: the canonical one, else its dotted path, else as the source writes it."""
        if isinstance(base, OutsideClass):
            return shown(base.path) or ""
        return self.public(base) or base.path

    def _outside(self, cls: griffe.Class) -> str:
        """Return the shortest public path of a class of another distribution, "" for a private one."""
        offered = other_packages(self._syntax, cls, "")
        if offered:
            return f"{offered[0]}.{cls.name}"
        return cls.path if is_public(cls.path) else ""
