"""The keys of the configuration's schema, in every accepted spelling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pro_context_contract import module_name
from pro_context_contract.configuration import schema

Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Key:
    """A section, a setting, or an entry of a list or map.

    Attributes:
        name: dotted name for messages (`cache.directory`, `sources.custom[0].url`), "" for the whole configuration.
        schema: the JSON Schema of the value.
        operator_only: whether a project's file may not set the key.
        no_effect: the reason why the key has no effect yet, "" for a key that has one.
        step: the last part of `name`.
    """

    name: str
    schema: Schema
    operator_only: bool = False
    no_effect: str = ""
    step: str = ""

    @property
    def members(self) -> Schema:
        """Return the schemas of a section's keys by name; empty for other kinds."""
        members: Schema = self.schema.get("properties", {})
        return members

    @property
    def is_map(self) -> bool:
        """Tell whether this is a map whose keys are names chosen by the user."""
        return isinstance(self.schema.get("additionalProperties"), dict)

    @property
    def nullable(self) -> bool:
        """Tell whether null is a value of its own here, and not the same as leaving the key out."""
        return "null" in self.schema["type"]

    def member(self, word: str) -> Key | None:
        """Return the key with this name, in camelCase or snake_case; of a map, the entry with this name."""
        if self.is_map:
            return self._child(f"{self.name}.{word}", self.schema["additionalProperties"], word)
        name = next((name for name in self.members if word in (name, module_name(name))), None)
        return None if name is None else self.member_named(name)

    def member_like(self, word: str) -> Key | None:
        """Return the key with this name, ignoring case and underscores as variables do."""
        if self.is_map:
            return self.member(word.lower())
        name = next((name for name in self.members if fold_spelling(name) == fold_spelling(word)), None)
        return None if name is None else self.member_named(name)

    def member_named(self, name: str) -> Key:
        """Return the key of this section with exactly this name."""
        return self._child(f"{self.name}.{name}".removeprefix("."), self.members[name], name)

    def item(self, position: int) -> Key:
        """Return the key of an item of a list, counted from 0."""
        return self._child(f"{self.name}[{position}]", self.schema["items"])

    def walk(self) -> Iterator[Key]:
        """Yield this key, then every section and setting below it, but no items of lists and maps."""
        yield self
        for name in self.members:
            yield from self.member_named(name).walk()

    def _child(self, name: str, schema: Schema, step: str = "") -> Key:
        operator_only = self.operator_only or bool(schema.get("x-operator-only"))
        return Key(name, schema, operator_only, str(schema.get("x-no-effect", self.no_effect)), step)


@cache
def root() -> Key:
    """Return the key of the whole configuration."""
    return Key("", schema())


def path(name: str) -> tuple[Key, ...]:
    """Return the keys from the outermost section to the one with this dotted name, "" for the whole."""
    steps: list[Key] = []
    for step in name.split(".") if name else ():
        steps.append((steps[-1] if steps else root()).member_named(step))
    return tuple(steps)


def fold_spelling(word: str) -> str:
    """Return a name in lower case without underscores, the form in which spellings are compared."""
    return word.replace("_", "").lower()
