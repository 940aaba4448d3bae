"""The members that a class inherits from undocumented bases, so that every callable is documented."""

from __future__ import annotations

from collections.abc import Iterator

import griffe

from pro_context_engine.sources.packages.python_api.exports import documenting_module
from pro_context_engine.sources.packages.python_api.syntax import PackageSyntax

_MAX_BASES = 30


def class_members(syntax: PackageSyntax, cls: griffe.Class) -> dict[str, griffe.Object]:
    """Return the members of a class and of its undocumented bases in the distribution, the nearest definition each."""
    found: dict[str, griffe.Object] = {}
    for owner in [cls, *_undocumented_bases(syntax, cls)]:
        for name, member in owner.members.items():
            if isinstance(member, griffe.Object):
                found.setdefault(name, member)
    return found


def _undocumented_bases(syntax: PackageSyntax, cls: griffe.Class) -> Iterator[griffe.Class]:
    seen = {cls.path}
    waiting = [cls]
    while waiting and len(seen) < _MAX_BASES:
        for base in _bases(syntax, waiting.pop(0)):
            if base.path not in seen and documenting_module(syntax, base) is None:
                seen.add(base.path)
                waiting.append(base)
                yield base


def _bases(syntax: PackageSyntax, cls: griffe.Class) -> Iterator[griffe.Class]:
    for expression in cls.bases:
        base = syntax.resolve_expression(cls.module.path, expression)
        if isinstance(base, griffe.Class):
            yield base
