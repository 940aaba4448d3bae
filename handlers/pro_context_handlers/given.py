"""The optional fields of requests."""

from __future__ import annotations

from typing import TypeVar

from pro_context_contract.model import MISSING, Missing

Value = TypeVar("Value")
Otherwise = TypeVar("Otherwise")


def given(value: Value | Missing, otherwise: Otherwise) -> Value | Otherwise:
    """Return the value of an optional field, another one where the field is left out."""
    return otherwise if value is MISSING else value
