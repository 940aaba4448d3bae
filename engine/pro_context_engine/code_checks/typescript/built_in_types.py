"""The types of ECMAScript whose members are followed: arrays, sets, maps, promises and iterators."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from pro_context_engine.code_checks.typescript.type_parameters import type_parameters
from pro_context_engine.code_checks.typescript.type_syntax import outside
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.npm.declarations.members import TypeMember, members_of
from pro_context_engine.sources.packages.npm.symbols.declaration_scopes import Scope, file_scope

_FILE = "built_in_types.txt"
_PAIRS = frozenset({"Map", "ReadonlyMap"})
_ITERATED = frozenset(
    {"Iterable", "Iterator", "IterableIterator", "IteratorObject", "Generator", "ArrayIterator", "MapIterator"}
    | {"SetIterator", "AsyncIterable", "AsyncIterator", "AsyncIterableIterator", "AsyncIteratorObject"}
    | {"AsyncGenerator", "Set", "ReadonlySet", "Array", "ReadonlyArray"}
)


@value_class
class BuiltInType:
    """A type: its type parameters, and the declarations of its members by names, all in one scope."""

    scope: Scope
    parameters: tuple[str, ...]
    members: Mapping[str, tuple[TypeMember, ...]]


def built_in_type(name: str) -> BuiltInType | None:
    """Return a type by its name, None for one whose members are not followed."""
    return _every().get(name)


def is_iterated(name: str) -> bool:
    """Tell whether the first type argument of a type is that of the elements which a loop goes over."""
    return name in _ITERATED


def has_pairs(name: str) -> bool:
    """Tell whether a loop over a type goes over pairs of its two type arguments."""
    return name in _PAIRS


@cache
def _every() -> dict[str, BuiltInType]:
    file = file_scope("", files(__package__).joinpath(_FILE).read_text("utf-8"))
    # In a scope without names, the types refer to those of the language.
    scope = Scope("", file.scan)
    found: dict[str, BuiltInType] = {}
    for name, (declared,) in file.declared.items():
        opening = next(outside(file.scan, declared.at, declared.last, "{"))
        base = next(iter(outside(file.scan, declared.at, opening, "extends")), None)
        members = dict(found[file.scan.tokens[base + 1].text].members) if base is not None else {}
        for member in members_of(file.scan, opening + 1, file.scan.closing(opening)):
            members[member.name] = (*members.get(member.name, ()), member)
        parameters = tuple(one.name for one in type_parameters(file.scan, declared.at, declared.last))
        found[name] = BuiltInType(scope, parameters, members)
    return found
