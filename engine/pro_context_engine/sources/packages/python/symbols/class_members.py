"""The public members of Python classes: their own, those of bases without a name of their own, and inherited ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import griffe

from pro_context_engine.domain.symbols import SymbolKind
from pro_context_engine.sources.packages.python.symbols.class_ancestry import Ancestors, OutsideClass, key_of, name_of
from pro_context_engine.sources.packages.python.symbols.class_names import ClassNames

_ENUMS = {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum", "TextChoices", "IntegerChoices"}
_SIMPLE_METACLASSES = {"ABCMeta", "EnumMeta", "EnumType", "type", "_ProtocolMeta"}
_SPECIAL = {"__call__", "__getitem__", "__enter__", "__aenter__", "__iter__"}
# Classes of generated bindings have up to about 2,000 members.
MAX_MEMBERS = 3_000
_UNKNOWN_BASE, _DYNAMIC, _UNUSUAL = 0.4, 0.6, 0.8


@dataclass(slots=True)
class Members:
    """The public members of a class.

    Attributes:
        own: its members by name, in the order of the source; after them those of bases that have no public name.
        inherited: the canonical names of the others.
        complete: confidence that no member is missing, 0..1.
    """

    own: dict[str, griffe.Object] = field(default_factory=dict)
    inherited: list[str] = field(default_factory=list)
    complete: float = 1.0


class ClassMembers:
    """The members of a distribution's classes."""

    def __init__(self, ancestors: Ancestors, names: ClassNames) -> None:
        """Record the ancestries and the names of the classes."""
        self._ancestors = ancestors
        self._names = names
        self._enums: dict[int, bool] = {}
        self._public: dict[int | str, list[tuple[str, griffe.Object | None]]] = {}

    def of(self, cls: griffe.Class, *, instance: bool = False) -> Members:
        """Return the members of a class, or of its instance, which has no members of its own."""
        classes = self._ancestors.of(cls).classes
        found = Members(complete=self._completeness(cls))
        seen: set[str] = set()
        for position, owner in enumerate(classes):
            if len(seen) > MAX_MEMBERS:
                found.complete *= _UNKNOWN_BASE
                break
            host = "" if position == 0 and not instance else self._host(classes[:position], owner)
            for name, member in self._members(owner):
                if name in seen:
                    continue
                seen.add(name)
                if host:
                    found.inherited.append(f"{host}.{name}")
                elif member is not None:
                    found.own[name] = member
        return found

    def is_enum(self, cls: griffe.Class) -> bool:
        """Tell whether a class is an enumeration."""
        key = id(cls)
        if key not in self._enums:
            self._enums[key] = any(name_of(one) in _ENUMS for one in self._ancestors.of(cls).classes[1:])
        return self._enums[key]

    def _members(self, owner: griffe.Class | OutsideClass) -> list[tuple[str, griffe.Object | None]]:
        key = key_of(owner)
        if key not in self._public:
            self._public[key] = list(_public_members(owner))
        return self._public[key]

    def _host(self, before: tuple[griffe.Class | OutsideClass, ...], owner: griffe.Class | OutsideClass) -> str:
        """Return the name of the class from which the members of an ancestor are inherited, "" for the class itself.

        A base without public name lends its members to the nearest public class that inherits from it.
        """
        if isinstance(owner, OutsideClass):
            return owner.path
        own = self._names.public(owner)
        if own:
            return own
        for other in before[1:]:
            if isinstance(other, griffe.Class) and self._ancestors.inherits(other, owner) and self._names.public(other):
                return self._names.public(other)
        return ""

    def _completeness(self, cls: griffe.Class) -> float:
        ancestry = self._ancestors.of(cls)
        complete = 1.0 if ancestry.whole else _UNKNOWN_BASE
        for ancestor in ancestry.classes:
            if isinstance(ancestor, OutsideClass):
                complete *= 1.0 if ancestor.members is not None else _UNKNOWN_BASE
                continue
            if "__getattr__" in ancestor.members or "__getattribute__" in ancestor.members:
                complete *= _DYNAMIC
            metaclass = ancestor.keywords.get("metaclass")
            if metaclass is not None and str(metaclass).rpartition(".")[2] not in _SIMPLE_METACLASSES:
                complete *= _UNUSUAL
        return max(round(complete, 3), 0.01)


def member_kind(member: griffe.Object, *, enum: bool) -> SymbolKind:
    """Return the kind of a class's member."""
    if isinstance(member, griffe.Class):
        return SymbolKind.CLASS
    if isinstance(member, griffe.TypeAlias):
        return SymbolKind.TYPE
    if is_property(member):
        return SymbolKind.PROPERTY
    if isinstance(member, griffe.Function):
        return SymbolKind.METHOD
    constant = isinstance(member, griffe.Attribute) and member.value is not None and "class-attribute" in member.labels
    return SymbolKind.CONSTANT if constant and (enum or member.name.isupper()) else SymbolKind.ATTRIBUTE


def is_property(member: griffe.Object) -> bool:
    """Tell whether a member is a property: made by `@property`, a decorator named like it, or `property(…)`."""
    if "property" in member.labels:
        return True
    if isinstance(member, griffe.Function):
        return any(_makes_property(decorator.value) for decorator in member.decorators)
    value = member.value if isinstance(member, griffe.Attribute) else None
    return isinstance(value, griffe.ExprCall) and _makes_property(value)


def _makes_property(value: str | griffe.Expr) -> bool:
    name = str(value.function if isinstance(value, griffe.ExprCall) else value).rpartition(".")[2]
    return name == "reify" or name.endswith("property")


def _public_members(owner: griffe.Class | OutsideClass) -> Iterator[tuple[str, griffe.Object | None]]:
    if isinstance(owner, OutsideClass):
        for name in owner.members or ():
            yield name, None
        return
    slots = _slots(owner)
    for name, member in owner.members.items():
        if isinstance(member, griffe.Object) and (is_public_member(name, member) or name in slots):
            yield name, member
    for name in slots:
        if name not in owner.members:
            yield name, griffe.Attribute(name, lineno=owner.lineno, parent=owner)


def _slots(cls: griffe.Class) -> list[str]:
    """Return the public names in `__slots__`, where they are written out."""
    written = cls.members.get("__slots__")
    value = written.value if isinstance(written, griffe.Attribute) else None
    if not isinstance(value, griffe.ExprTuple | griffe.ExprList):
        return []
    names = (str(element).strip("'\"") for element in value.elements[:MAX_MEMBERS])
    return [name for name in names if name.isidentifier() and not name.startswith("_")]


def is_public_member(name: str, member: griffe.Object) -> bool:
    """Tell whether a class offers this member: a public name, or a documented special method that users rely on.

    A member under `if TYPE_CHECKING:` is no member of the running class.
    """
    if not member.runtime:
        return False
    if name.startswith("_"):
        return name in _SPECIAL and isinstance(member, griffe.Function) and member.has_docstring
    if isinstance(member, griffe.Attribute) and "class-attribute" not in member.labels:
        declared = member.annotation is not None or member.has_docstring
        return declared or "property" in member.labels
    return True
