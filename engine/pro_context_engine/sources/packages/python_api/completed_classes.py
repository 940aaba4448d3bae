"""The classes that another class of the same name completes (`class Pond(_base.Pond)`)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import TYPE_CHECKING

import griffe

if TYPE_CHECKING:
    from pro_context_engine.sources.packages.python_api.syntax import Definition, PackageSyntax

_MOST_BASES = 30
_MOST_NAMED = 60


def completed_class(
    definition: griffe.Object,
    target: Callable[[str, str], str],
    find: Callable[[str, str], griffe.Object | None],
) -> griffe.Class | None:
    """Return the base of the same name, with or without `_`, of a class that has no docstring; None for none.

    Args:
        definition: the class.
        target: returns the dotted path that a name means in a scope; it parses no further module.
        find: returns the object that a name means in a scope.
    """
    if not isinstance(definition, griffe.Class) or definition.docstring is not None:
        return None
    scope = definition.parent.path if definition.parent is not None else definition.module.path
    for expression in definition.bases[:_MOST_BASES]:
        written = str(expression).partition("[")[0]
        if written.replace(".", "").isidentifier() and _same(target(scope, written), definition.name):
            found = find(written, scope)
            if isinstance(found, griffe.Class) and found is not definition:
                return found
    return None


def completion_note(
    syntax: PackageSyntax, cls: griffe.Class, own: Container[str], shown: Callable[[Definition], bool]
) -> str:
    """Return a line with the members that a class has of one it completes, "" for none.

    Args:
        syntax: the distribution's modules.
        cls: the class.
        own: the names of the members that its own section has.
        shown: tells whether a member has a heading on the page of its class.
    """
    base = next((one for one in _bases(syntax, cls) if _same(one.path, cls.name)), None)
    if base is None:
        return ""
    names = dict[str, None]()
    for owner in _with_bases(syntax, base):
        for name, member in owner.members.items():
            if not isinstance(member, griffe.Class | griffe.Function | griffe.Attribute | griffe.TypeAlias):
                continue
            if name not in own and not name.startswith("_") and shown(member):
                names.setdefault(name)
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    listed = ", ".join(f"`{name}`" for name in list(names)[:_MOST_NAMED])
    return f"It completes `{base.path}`, which gives it {listed}{more}." if names else ""


def _with_bases(syntax: PackageSyntax, cls: griffe.Class) -> Iterator[griffe.Class]:
    """Yield a class and its bases in the distribution, the nearest first."""
    seen, waiting = {cls.path}, [cls]
    while waiting:
        owner = waiting.pop(0)
        yield owner
        for base in _bases(syntax, owner):
            if base.path not in seen and len(seen) < _MOST_BASES:
                seen.add(base.path)
                waiting.append(base)


def _bases(syntax: PackageSyntax, cls: griffe.Class) -> Iterator[griffe.Class]:
    for expression in cls.bases[:_MOST_BASES]:
        base = syntax.resolve_near(cls.module.path, expression)
        if isinstance(base, griffe.Class) and base is not cls:
            yield base


def _same(path: str, name: str) -> bool:
    return path.rpartition(".")[2].lstrip("_") == name.lstrip("_")
