"""The value of every setting and its origin: a flag, a variable, a line of a file, or the default."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pro_context.configuration.configuration_keys import Key, root
from pro_context.configuration.layers import Layer, Path
from pro_context.configuration.mistakes import ConfigurationPlace
from pro_context_contract.model import MISSING

HIDDEN = "•••"
"""Replaces a secret that is set."""


@dataclass(frozen=True, slots=True)
class EffectiveSetting:
    """One setting with the value that is in force.

    Attributes:
        name: dotted key of the setting, or of an entry of a map.
        value: plain value, in which secrets are replaced.
        origin: the kind of layer that the value comes from.
        place: the place of the value; None for a default.
    """

    name: str
    value: Any
    origin: Literal["flag", "variable", "file", "default"] = "default"
    place: ConfigurationPlace | None = None


def effective_settings(layers: Sequence[Layer]) -> Iterator[EffectiveSetting]:
    """Yield every setting, in the order of the schema.

    Args:
        layers: layers without mistakes, the weakest first.
    """
    for key in root().walk():
        if not key.members:
            yield from _settings_at(key, tuple(key.name.split(".")), layers)


def _settings_at(key: Key, path: Path, layers: Sequence[Layer]) -> Iterator[EffectiveSetting]:
    """Yield the setting at a path; for a map, whose entries may come from several layers, each entry."""
    naming = [(layer, value) for layer in layers if (value := _at(path, layer.values)) is not MISSING]
    if not naming:
        yield EffectiveSetting(key.name, key.schema.get("default"))
        return
    names = dict.fromkeys(name for _, value in naming if isinstance(value, dict) for name in value)
    if not names:
        layer, value = naming[-1]
        yield EffectiveSetting(key.name, _hide_secrets(key, value), layer.kind, layer.place(path))
        return
    for name in names:
        entry = key.member(name)
        if entry is not None:
            yield from _settings_at(entry, (*path, name), layers)


def _at(path: Path, values: Any) -> Any:
    """Return the value at a path, MISSING where there is none."""
    for step in path:
        if not isinstance(values, dict) or step not in values:
            return MISSING
        values = values[step]
    return values


def _hide_secrets(key: Key, value: Any) -> Any:
    """Return a value with every secret in it replaced."""
    if key.schema.get("x-secret"):
        return HIDDEN if value else value
    if isinstance(value, list):
        return [_hide_secrets(key.item(position), item) for position, item in enumerate(value)]
    if isinstance(value, Mapping):
        members = {name: key.member(name) for name in value}
        return {name: _hide_secrets(member, value[name]) for name, member in members.items() if member is not None}
    return value
