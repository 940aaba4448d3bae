"""Values: objects that are made once, compared by their fields, and never changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, dataclass_transform

Made = TypeVar("Made")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value_class(cls: type[Made]) -> type[Made]:
    """Make a class a data class as `dataclass(frozen=True, slots=True)` does, in a fifth of its time.

    `dataclass` writes and compiles six methods for each class, which took a fifth of the CPU up to a first answer. Here
    only the constructor is compiled; it sets the slots directly and is faster too.
    """
    if cls.__doc__ is None:
        cls.__doc__ = cls.__name__  # else the signature becomes the text, which costs more than all of this
    made = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    methods = {"__init__": _constructor(made), "__setattr__": _refuse, "__delattr__": _refuse, "__repr__": _written}
    methods |= _comparison(made)
    methods |= {"__getstate__": _state, "__setstate__": _restore}
    for name, method in methods.items():
        if name not in cls.__dict__:
            setattr(made, name, method)
    return made


@dataclass_transform(eq_default=False, frozen_default=True, field_specifiers=(field,))
def part_class(cls: type[Made]) -> type[Made]:
    """Make a class with one object in an engine, which is made of other parts: a value class without equality.

    Its fields name the parts. What it remembers is in private fields of its own, each with a `default_factory`.
    """
    for name in ("__eq__", "__hash__", "__repr__"):
        setattr(cls, name, getattr(object, name))
    return value_class(cls)


def _constructor(cls: type) -> Callable[..., None]:
    """Return the method that takes the fields in their order and by name."""
    known: dict[str, Any] = {"_missing": MISSING}
    parameters, lines = ["self"], []
    for each in fields(cls):
        name = each.name
        known[f"_set_{name}"] = getattr(cls, name).__set__
        given = name
        if each.default_factory is not MISSING:
            known[f"_make_{name}"] = each.default_factory
            given = f"_make_{name}() if {name} is _missing else {name}" if each.init else f"_make_{name}()"
        if each.init:
            parameters.append(name + _default(each, known))
        if each.init or given != name:
            lines.append(f" _set_{name}(self, {given})")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    made: dict[str, Any] = {}
    # Names and defaults are those of our own classes, as in `dataclasses`.
    exec(f"def __init__({', '.join(parameters)}):\n" + "\n".join(lines or [" pass"]), known, made)  # noqa: S102
    made["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
    constructor: Callable[..., None] = made["__init__"]
    return constructor


def _default(each: Field[Any], known: dict[str, Any]) -> str:
    """Return the default of a parameter as source, "" for a parameter that must be given."""
    if each.default is not MISSING:
        known[f"_default_{each.name}"] = each.default
        return f"=_default_{each.name}"
    return "=_missing" if each.default_factory is not MISSING else ""


def _comparison(cls: type) -> dict[str, Callable[..., Any]]:
    """Return the methods of equality, which holds between objects of one class with equal fields."""
    names = [each.name for each in fields(cls) if each.compare]
    compared: Callable[[Any], Any] = attrgetter(*names) if names else lambda _: ()

    def equals(self: object, other: object) -> bool:
        return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: object) -> int:
        return hash(compared(self))

    return {"__eq__": equals, "__hash__": hashed}


def _refuse(self: object, name: str, *_: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot change field {name!r}")


def _written(self: Any) -> str:
    shown = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({shown})"


def _state(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for each, content in zip(fields(self), state, strict=True):
        object.__setattr__(self, each.name, content)
