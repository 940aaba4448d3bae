"""The optional fields of requests."""

from __future__ import annotations

from typing import TypeVar

from pro_context_contract.model import MISSING, Missing

Value = TypeVar("Value")
Default = TypeVar("Default")


def value_or(value: Value | Missing, default: Default) -> Value | Default:
    """Return the value of an optional field, the default where the field is left out."""
    return default if value is MISSING else value
