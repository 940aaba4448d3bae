"""The bases of a class in the same distribution, found by following its expressions for them."""

from __future__ import annotations

from collections.abc import Iterator

import griffe

from pro_context_engine.sources.packages.python.api.syntax import PackageSyntax

_MOST_BASES = 100


def bases_of(syntax: PackageSyntax, cls: griffe.Class) -> Iterator[griffe.Class]:
    """Yield the classes that a class names as its bases, at most 100."""
    for expression in cls.bases[:_MOST_BASES]:
        base = syntax.resolve_near(cls.module.path, expression)
        if isinstance(base, griffe.Class) and base is not cls:
            yield base


def with_bases(syntax: PackageSyntax, cls: griffe.Class) -> Iterator[griffe.Class]:
    """Yield a class, its bases and theirs, the nearest first, at most 100."""
    seen, waiting = {cls.path}, [cls]
    while waiting:
        owner = waiting.pop(0)
        yield owner
        for base in bases_of(syntax, owner):
            if base.path not in seen and len(seen) < _MOST_BASES:
                seen.add(base.path)
                waiting.append(base)
