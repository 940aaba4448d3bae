"""Validation of arguments and results against the contract's JSON Schemas, with broken rules as plain text."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from pro_context.wording import counted, shorten

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator, ValidationError

MAX_PROBLEMS = 8


class Schemas:
    """The schemas of the inputs or the outputs by element name, compiled at their first use."""

    def __init__(self, schemas: Mapping[str, Mapping[str, Any]]) -> None:
        self._schemas = schemas
        self._validators: dict[str, Draft202012Validator] = {}

    def problems(self, name: str, value: object) -> str:
        """Return the rules that a value breaks, "" for none.

        Args:
            name: the element with the schema; an element without a schema accepts every value.
            value: a plain JSON value.

        Returns:
            `field: rule` for each broken rule, joined with "; ", bounded in number and length.
        """
        if name not in self._schemas:
            return ""
        validator = self._validators.get(name) or self._validator(name)
        try:
            if validator.is_valid(value):
                return ""
            errors = list(islice(validator.iter_errors(value), MAX_PROBLEMS))
        except ValueError:  # the library takes no value of more than about 250 levels
            return "arguments: must not be nested so deeply"
        return "; ".join(dict.fromkeys(f"{_field(error)}: {_rule(error)}" for error in errors))

    def broken(self, name: str, value: Mapping[str, Any]) -> set[str]:
        """Return the members of an object that break a rule of its schema, without those that are missing."""
        properties = self._schemas[name].get("properties", {})
        try:
            errors = list((self._validators.get(name) or self._validator(name)).iter_errors(value))
        except ValueError:  # see `problems`
            return set(value)
        paths = (list(error.instance_path) for error in errors)
        return {*(str(path[0]) for path in paths if path), *(value.keys() - properties.keys())}

    def _validator(self, name: str) -> Draft202012Validator:
        # The import takes 50 ms; the first call pays for it, not every start.
        from jsonschema_rs import Draft202012Validator  # noqa: PLC0415

        made = Draft202012Validator(dict(self._schemas[name]), validate_formats=True, offline=True)
        self._validators[name] = made
        return made


def _field(error: ValidationError) -> str:
    path = list(error.instance_path)
    match error.kind.name:
        case "required":
            path.append(str(error.kind.value))
        case "additionalProperties" | "unevaluatedProperties":
            path.append(str(error.kind.value[0]))
    dotted = "".join(f"[{step}]" if isinstance(step, int) else f".{shorten(step)}" for step in path)
    return dotted.removeprefix(".") or "arguments"


_RULES: Mapping[str, Callable[[Any], str]] = {
    "required": lambda _: "is required",
    "additionalProperties": lambda names: "is not a known argument" + _others(names),
    "unevaluatedProperties": lambda names: "is not a known argument" + _others(names),
    "type": lambda types: f"must be of type {' or '.join(types)}",
    "enum": lambda options: f"must be one of {' or '.join(map(json.dumps, options))}",
    "const": lambda value: f"must be {json.dumps(value)}",
    "maxLength": lambda limit: f"must be at most {counted(limit, 'character')} long",
    "minLength": lambda limit: f"must be at least {counted(limit, 'character')} long",
    "maximum": lambda limit: f"must be at most {limit}",
    "minimum": lambda limit: f"must be at least {limit}",
    "exclusiveMaximum": lambda limit: f"must be less than {limit}",
    "exclusiveMinimum": lambda limit: f"must be more than {limit}",
    "multipleOf": lambda step: f"must be a multiple of {step}",
    "maxItems": lambda limit: f"must have at most {counted(limit, 'item')}",
    "minItems": lambda limit: f"must have at least {counted(limit, 'item')}",
    "uniqueItems": lambda _: "must not repeat an item",
    "pattern": lambda pattern: f"must match {pattern}",
    "format": lambda name: f"must be a valid {name}",
}


def _rule(error: ValidationError) -> str:
    wording = _RULES.get(error.kind.name)
    return wording(error.kind.value) if wording else f"breaks the schema's {error.kind.name} rule"


def _others(names: list[str]) -> str:
    others = names[1 : MAX_PROBLEMS + 1]
    return f" (nor is {', '.join(shorten(name) for name in others)})" if others else ""
