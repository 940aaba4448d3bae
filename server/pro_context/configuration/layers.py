"""One layer of the configuration, a file or all variables, as plain values under the names of the schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pro_context.configuration import mistakes, trust
from pro_context.configuration.configuration_keys import Key, root
from pro_context.configuration.mistakes import ConfigurationPlace, Mistake
from pro_context.configuration.trust import Author
from pro_context.configuration.written_value import WrittenValue, is_text
from pro_context.wording import shorten

Path = tuple[str | int, ...]


@dataclass(slots=True)
class Layer:
    """The values of one author.

    Attributes:
        author: the author of the values.
        kind: the kind of place that they are read from.
        values: plain values by the schema's names; valid only if there are no mistakes.
        mistakes: mistakes in the order in which they were found.
        idle: the settings that have a value but no effect yet, with their places.
    """

    author: Author
    kind: Literal["file", "variable", "flag"] = "file"
    values: dict[str, Any] = field(default_factory=dict)
    mistakes: list[Mistake] = field(default_factory=list)
    idle: list[tuple[ConfigurationPlace, Key]] = field(default_factory=list)
    _places: dict[Path, ConfigurationPlace] = field(default_factory=dict)

    def add(self, written: WrittenValue) -> None:
        """Add the values of a configuration; earlier values stay where it has none."""
        value = self._plain(root(), written, ())
        if isinstance(value, dict):
            self.values = merge(self.values, value)
        elif value is not None:
            self.mistakes.append(Mistake(written.place, mistakes.broken_rule(root(), value)))

    def check(self) -> None:
        """Validate the values against the schema, and add a mistake for every rule they break."""
        if not self.values:
            return
        # Only a process that has a configuration pays for this import.
        from jsonschema_rs import Draft202012Validator  # noqa: PLC0415

        validator = Draft202012Validator(dict(root().schema), offline=True)
        for error in validator.iter_errors(self.values):
            path = tuple(error.instance_path)
            key, value = _find_value(path, self.values)
            text = f"{key.name} needs {error.kind.value}" if error.kind.name == "required" else ""
            self.mistakes.append(Mistake(self.place(path), text or mistakes.broken_rule(key, value)))

    def place(self, path: Path) -> ConfigurationPlace:
        """Return the place of a value, or of the nearest section or list around it."""
        return next(self._places[path[:length]] for length in range(len(path), -1, -1) if path[:length] in self._places)

    def _plain(self, key: Key, written: WrittenValue, path: Path) -> Any:
        """Return the plain value; for a kind that the key cannot have, an empty value that the schema refuses."""
        self._places[path] = written.place
        if written.pairs is not None:
            return self._mapping(key, written.pairs, path) if key.members or key.is_map else {}
        if isinstance(written.value, tuple):
            items = written.value if "items" in key.schema else ()
            return [self._plain(key.item(number), item, (*path, number)) for number, item in enumerate(items)]
        return self._scalar(key, written)

    def _mapping(self, key: Key, pairs: tuple[tuple[WrittenValue, WrittenValue], ...], path: Path) -> dict[str, Any]:
        values: dict[str, Any] = {}
        spelt: dict[str, str] = {}
        for name, written in pairs:
            word = str(name.value)
            member = key.member(word) if is_text(word) else None
            if member is None:
                self.mistakes.append(Mistake(name.place, mistakes.unknown_key(key, word)))
                continue
            if member.step in spelt:
                self.mistakes.append(Mistake(name.place, _repetition(member, spelt[member.step], word)))
                continue
            spelt[member.step] = word
            reason = trust.refusal(member, self.author)
            if reason:
                self.mistakes.append(Mistake(name.place, reason))
                continue
            value = self._plain(member, written, (*path, member.step))
            if value is not None or (member.nullable and written.value is None):
                values[member.step] = value
                if member.no_effect and not member.members:
                    self.idle.append((written.place, member))
        return values

    def _scalar(self, key: Key, written: WrittenValue) -> Any:
        value = written.value
        if not isinstance(value, str):
            return value
        if not is_text(value):
            self.mistakes.append(Mistake(written.place, f"{key.name} must be text in UTF-8"))
            return None
        try:
            return trust.check_text(key, value, self.author)
        except ValueError as wrong:
            self.mistakes.append(Mistake(written.place, f"{key.name} {wrong}"))
            return value


def merge(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of two layers together: mappings are joined, any other value of the upper layer wins."""
    both = dict(below)
    for name, value in above.items():
        lower = below.get(name)
        both[name] = merge(lower, value) if isinstance(value, dict) and isinstance(lower, dict) else value
    return both


def _find_value(path: Path, values: Any) -> tuple[Key, Any]:
    """Return the key and the value at a path."""
    key = root()
    for step in path:
        values = values[step]
        key = key.item(step) if isinstance(step, int) else key.member(step) or key
    return key, values


def _repetition(key: Key, first: str, second: str) -> str:
    spellings = f": as {shorten(first)} and as {shorten(second)}" if first != second else ""
    return f"{key.name} is given twice{spellings}"
