"""A value as somebody wrote it, and where: the common form of YAML files and of variables."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from pro_context.configuration.configuration_keys import Schema
from pro_context.configuration.mistakes import Place

Scalar = str | int | float | bool | None

MAX_DEPTH = 20
"""Levels of nesting; the configuration itself has five."""

MAX_DIGITS = 30
"""Characters of a number; the largest that is allowed has seven."""

_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True, slots=True)
class Written:
    """A scalar, a list, or a mapping as pairs, so that a key given twice is seen."""

    place: Place
    value: Scalar | tuple[Written, ...] = None
    pairs: tuple[tuple[Written, Written], ...] | None = None


def of_json(value: object, place: Place, depth: int = 0) -> Written:
    """Return plain JSON values, all at one place.

    Raises:
        ValueError: it is nested deeper than any configuration.
    """
    if depth > MAX_DEPTH:
        raise ValueError("nested too deeply")
    if isinstance(value, dict):
        pairs = ((Written(place, str(key)), of_json(child, place, depth + 1)) for key, child in value.items())
        return Written(place, pairs=tuple(pairs))
    if isinstance(value, list):
        return Written(place, tuple(of_json(child, place, depth + 1) for child in value))
    return Written(place, value if isinstance(value, str | int | float | bool) else None)


def of_text(text: str, schema: Schema, place: Place) -> Written:
    """Return a variable's text as the kind of value its key has; text that is none of it stays, to be refused.

    Args:
        text: the variable's value.
        schema: of the key; lists and maps are written as JSON, lists of text also with commas.
        place: the variable.
    """
    kind = schema["type"]
    if kind in ("object", "array"):
        if text.lstrip().startswith(("{", "[")):
            try:
                return of_json(json.loads(text), place)
            except (ValueError, RecursionError):
                return Written(place, text)
        if kind == "array" and schema["items"]["type"] == "string":
            return Written(place, tuple(Written(place, item.strip()) for item in text.split(",")))
        return Written(place, text)
    if kind in ("integer", "number"):
        return Written(place, number(text.strip()))
    if kind == "boolean":
        return Written(place, {**_WORDS, "1": True, "0": False}.get(text.strip().lower(), text))
    return Written(place, text)


def nested(steps: Sequence[str], value: Written) -> Written:
    """Return a configuration of one key.

    Args:
        steps: the names of its sections, and its own.
        value: of the key.
    """
    for step in reversed(steps):
        value = Written(value.place, pairs=((Written(value.place, step), value),))
    return value


def of_plain(text: str, place: Place) -> Written:
    """Return an unquoted YAML scalar: null, true or false, a number as JSON writes it, or else text."""
    word = text.lower()
    if word in ("", "~", "null"):
        return Written(place)
    return Written(place, _WORDS.get(word, number(text)))


def is_text(text: str) -> bool:
    """Tell whether a text is one in UTF-8, too: half a character is none."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def number(text: str) -> Scalar:
    """Return the number that a text is in JSON, else the text."""
    if len(text) > MAX_DIGITS or not text or text[0] not in "-0123456789":
        return text
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, int | float) and abs(value) != float("inf") else text
