"""The class that all models share, and the value of an absent field.

Generated from codegen/pro_context_codegen/templates/model.py.jinja; do not edit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, ClassVar, Final, Self, dataclass_transform

Reader = Callable[[Any], Any]

_PLAIN = frozenset({str, int, float, bool, type(None)})


class Missing(Enum):
    """The type of `MISSING`."""

    MISSING = "missing"


MISSING: Final = Missing.MISSING
"""The value of a field that is absent, which null is not."""


@dataclass_transform(kw_only_default=True)
class Model:
    """Named values. The published schema checks them, before a model is made and after one was written.

    Attributes:
        further: the values of JSON whose names are no fields, where the schema permits such.
    """

    __slots__ = ("__dict__", "further")

    _wire_names: ClassVar[Mapping[str, str]] = {}
    """The wire names that differ from the names of fields."""
    _readers: ClassVar[Mapping[str, Reader]] = {}
    """Functions that return the values of fields for JSON values; other values stay as they are."""
    _fields: ClassVar[Mapping[str, str]] = {}
    """The wire name of each field."""
    _names: ClassVar[frozenset[str]] = frozenset()
    _required: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls) -> None:
        """Note the fields, and which of them have no default."""
        cls._fields = {name: cls._wire_names.get(name, name) for name in cls.__annotations__}
        cls._names = frozenset(cls._fields)
        cls._required = frozenset(name for name in cls._fields if not hasattr(cls, name))

    def __init__(self, **values: Any) -> None:
        """Take the values of fields by name.

        Raises:
            TypeError: a name is no field, or a field without a default has no value.
        """
        if not (self._required.issubset(values) and self._names.issuperset(values)):
            wrong = sorted((self._required - values.keys()) | (values.keys() - self._names))
            raise TypeError(f"{type(self).__name__}: {', '.join(wrong)} missing or unknown")
        self.further: Mapping[str, Any] = {}
        self.__dict__ = values

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Return the model of plain JSON values by wire name, which the schema permits."""
        given = {name: values[wire] for name, wire in cls._fields.items() if wire in values}
        for name, read in cls._readers.items():
            if given.get(name) is not None:
                given[name] = read(given[name])
        model = cls.__new__(cls)
        model.__dict__ = given
        known = len(given) == len(values)
        model.further = {} if known else {key: one for key, one in values.items() if key not in cls._fields.values()}
        return model

    def to_json(self) -> dict[str, Any]:
        """Return the present fields as plain JSON values by wire name, in the schema's order."""
        plain = {}
        for name, wire in self._fields.items():
            value = getattr(self, name)
            if value is not MISSING:
                plain[wire] = value if type(value) in _PLAIN else _plain(value)
        return plain

    @property
    def given(self) -> frozenset[str]:
        """Return the names of the fields that were given and do not have their default for that reason."""
        return frozenset(vars(self))

    def __eq__(self, other: object) -> bool:
        """Tell whether the other is a model of the same class with the same values."""
        if not isinstance(other, Model) or type(other) is not type(self):
            return NotImplemented
        return self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


def each(read: Reader) -> Reader:
    """Return the reader of a list, for the reader of its items."""
    return lambda values: [read(value) for value in values]


def by_name(read: Reader) -> Reader:
    """Return the reader of an object with any names, for the reader of its values."""
    return lambda values: {name: read(value) for name, value in values.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [item if type(item) in _PLAIN else _plain(item) for item in value]
    if isinstance(value, Model):
        return value.to_json()
    if isinstance(value, Enum):
        return value._value_
    return {name: _plain(item) for name, item in value.items()} if isinstance(value, Mapping) else value
