"""Mistakes of a configuration, each on one line: the place, the key, the rule."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from pro_context.configuration.configuration_keys import Key, Schema, fold_spelling, root
from pro_context.wording import MAX_SHOWN, shorten
from pro_context_contract import module_name

MAX_MISTAKES = 20
"""The most mistakes that are listed; the others are counted."""

MAX_LINE = 400
"""The most characters of a line, which may contain foreign names."""

_NEAR = 0.6
_NEAR_ELSEWHERE = 0.75


@dataclass(frozen=True, slots=True, order=True)
class ConfigurationPlace:
    """The place of a value: a line of a file, a variable or an option.

    Attributes:
        name: path of the file as the user writes it, or name of the variable or option.
        line: line of the file from 1, 0 without one.
        column: column from 1, 0 where it is not needed.
    """

    name: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return shorten(self.name, 200) + "".join(f":{number}" for number in (self.line, self.column) if number)


@dataclass(frozen=True, slots=True, order=True)
class Mistake:
    """One mistake, with its place."""

    place: ConfigurationPlace
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {shorten(self.text, MAX_LINE)}"


class ConfigurationMistakes(Exception):
    """The configuration has mistakes; `lines` lists them, at most 20."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        lines = list(dict.fromkeys(map(str, mistakes)))
        more = len(lines) - MAX_MISTAKES
        self.lines = lines[:MAX_MISTAKES] + ([f"and {more} more mistakes"] if more > 0 else [])
        super().__init__("\n".join(self.lines))


def unknown_key(section: Key, word: str) -> str:
    """Return the message that a section has no such key, with the most similar key."""
    name = f"{section.name}.{shorten(word)}".removeprefix(".")
    near = nearest_key(section, word)
    return f"{name}: there is no such key" + (f"; did you mean {near}?" if near else "")


def nearest_key(section: Key, word: str) -> str:
    """Return the name of the most similar key, "" for none; the keys of the section itself go first."""
    # No start without a mistake needs it.
    import difflib  # noqa: PLC0415

    word = word[:MAX_SHOWN]
    for among, cutoff in ((section.members, _NEAR), (_settings(), _NEAR_ELSEWHERE)):
        by_word = {fold_spelling(_last(name)): name for name in reversed(list(among))}
        close = difflib.get_close_matches(fold_spelling(word), by_word, n=1, cutoff=cutoff)
        if close:
            name = by_word[close[0]]
            return f"{section.name}.{name}".removeprefix(".") if among is section.members else name
    words = set(module_name(word).split("_"))
    return next((name for name in _settings() if words <= set(module_name(_last(name)).split("_"))), "")


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _settings() -> list[str]:
    return [key.name for key in root().walk() if key.name]


def broken_rule(key: Key, value: object) -> str:
    """Return the message that a key breaks its rule, with its value unless the value is secret."""
    return f"{key.name or 'a configuration'} must be {rule_text(key.schema)}{_given_value(key, value)}"


def _given_value(key: Key, value: object) -> str:
    if key.schema.get("x-secret"):
        return ""
    kind = "a mapping" if isinstance(value, dict) else "a list" if isinstance(value, list) else ""
    if not kind and (key.members or "items" in key.schema or key.is_map):
        # A value in the place of a list or a section may be a secret that belongs inside it.
        kind = "text" if isinstance(value, str) else "a single value"
    return f", not {kind or shorten(json.dumps(value, ensure_ascii=False))}"


def rule_text(schema: Schema) -> str:
    """Return the rule of a value, as the text after "must be"."""
    kind = schema["type"]
    if "enum" in schema:
        return "one of " + ", ".join(schema["enum"])
    if "x-form" in schema:
        return str(schema["x-form"])
    if kind in ("integer", "number"):
        return f"a {'whole ' if kind == 'integer' else ''}number {_range(schema)}"
    text = {"boolean": "true or false", "object": "a mapping"}.get(kind) if isinstance(kind, str) else None
    if kind == "array":
        return f"a list of at most {schema['maxItems']}" if "maxItems" in schema else "a list"
    return text or ("text" + _length(schema) + (" or null" if "null" in kind else ""))


def _range(schema: Schema) -> str:
    if "exclusiveMinimum" in schema:
        return f"above {schema['exclusiveMinimum']} and at most {schema['maximum']}"
    return f"from {schema['minimum']} to {schema['maximum']}"


def _length(schema: Schema) -> str:
    bounds = [f"at least {schema['minLength']}"] if "minLength" in schema else []
    bounds += [f"at most {schema['maxLength']}"] if "maxLength" in schema else []
    return f" of {' and '.join(bounds)} characters" if bounds else ""
