"""A value with its place: the common form of YAML files, variables and options."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from pro_context.configuration.configuration_keys import Schema
from pro_context.configuration.mistakes import ConfigurationPlace

Scalar = str | int | float | bool | None

MAX_DEPTH = 20
"""The most levels of nesting; the configuration itself has five."""

MAX_DIGITS = 30
"""The most characters of a number; the largest valid one has seven."""

_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True, slots=True)
class WrittenValue:
    """A scalar, a list, or a mapping; a mapping is a tuple of pairs, which shows repeated keys."""

    place: ConfigurationPlace
    value: Scalar | tuple[WrittenValue, ...] = None
    pairs: tuple[tuple[WrittenValue, WrittenValue], ...] | None = None


def from_json(value: object, place: ConfigurationPlace, depth: int = 0) -> WrittenValue:
    """Return a plain JSON value, all of it at one place.

    Raises:
        ValueError: the value is nested deeper than any configuration.
    """
    if depth > MAX_DEPTH:
        raise ValueError("nested too deeply")
    if isinstance(value, dict):
        pairs = ((WrittenValue(place, str(key)), from_json(child, place, depth + 1)) for key, child in value.items())
        return WrittenValue(place, pairs=tuple(pairs))
    if isinstance(value, list):
        return WrittenValue(place, tuple(from_json(child, place, depth + 1) for child in value))
    return WrittenValue(place, value if isinstance(value, str | int | float | bool) else None)


def from_text(text: str, schema: Schema, place: ConfigurationPlace) -> WrittenValue:
    """Return a text as the kind of value that its key has; a text of another kind stays, and the schema refuses it.

    Args:
        text: the value of a variable or an option.
        schema: schema of the key; lists and maps are written as JSON, lists of text also with commas, and `null` is no
            text where a key may be null.
        place: the variable or the option.
    """
    kind = schema["type"]
    if "null" in kind and text.strip().lower() == "null":
        return WrittenValue(place, None)
    if kind in ("object", "array"):
        if text.lstrip().startswith(("{", "[")):
            try:
                return from_json(json.loads(text), place)
            except (ValueError, RecursionError):
                return WrittenValue(place, text)
        if kind == "array" and schema["items"]["type"] == "string":
            return WrittenValue(place, tuple(WrittenValue(place, item.strip()) for item in text.split(",")))
        return WrittenValue(place, text)
    if kind in ("integer", "number"):
        return WrittenValue(place, parse_number(text.strip()))
    if kind == "boolean":
        return WrittenValue(place, {**_WORDS, "1": True, "0": False}.get(text.strip().lower(), text))
    return WrittenValue(place, text)


def nest(steps: Sequence[str], value: WrittenValue) -> WrittenValue:
    """Return a configuration of one key.

    Args:
        steps: the names of the sections, then that of the key.
        value: the value of the key.
    """
    for step in reversed(steps):
        value = WrittenValue(value.place, pairs=((WrittenValue(value.place, step), value),))
    return value


def from_plain_scalar(text: str, place: ConfigurationPlace) -> WrittenValue:
    """Return an unquoted YAML scalar: null, true or false, a number as JSON writes it, or else text."""
    word = text.lower()
    if word in ("", "~", "null"):
        return WrittenValue(place)
    return WrittenValue(place, _WORDS.get(word, parse_number(text)))


def is_text(text: str) -> bool:
    """Tell whether a text can be encoded in UTF-8, which a lone surrogate cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def parse_number(text: str) -> Scalar:
    """Return the number that a text is in JSON; any other text as it is."""
    if len(text) > MAX_DIGITS or not text or text[0] not in "-0123456789":
        return text
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, int | float) and abs(value) != float("inf") else text
