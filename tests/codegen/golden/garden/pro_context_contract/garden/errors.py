"""Errors of the garden contract, one class per code.

Generated from spec/contracts/garden/errors.yaml; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from pro_context_contract.contract import ContractError


class PlantNotFound(ContractError):
    """No plant has this name.

    Attributes of `details`:
        name: The name that was asked for.
        closest: The nearest name.
        known: What grows here.
    """

    code = "PLANT_NOT_FOUND"

    def __init__(
        self,
        *,
        name: str,
        closest: str = "",
        known: Sequence[str] = (),
    ) -> None:
        details: dict[str, Any] = {
            "name": name,
        }
        if closest:
            details["closest"] = closest
        if known:
            details["known"] = list(known)
        message = f'There is no plant {name} (in the braces "{{}}" of the catalogue).'
        if not known:
            message = f"Nothing grows here, not even {name}."
        suggestion = f"Did you mean {closest}? These grow here: {', '.join(known)}."
        if not closest:
            suggestion = f"Look for another name than {name}."
        elif not known:
            suggestion = "Plant something first."
        suggestion = {
            "moss": f"Moss is everywhere, {name} is not.",
        }.get(closest, suggestion)
        super().__init__(
            message=message,
            suggestion=suggestion,
            recoverable=True,
            details=details,
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(
            name=fact["name"],
            closest=fact.get("closest", ""),
            known=fact.get("known", ()),
        )


class TooDry(ContractError):
    """The soil is too dry to plan.

    Attributes of `details`:
        retryAfter: Seconds until it may have rained.
        raining: Whether it rains.
        depth: How deep the soil is dry.
    """

    code = "TOO_DRY"

    def __init__(
        self,
        *,
        retry_after: int,
        raining: bool,
        depth: float | None = None,
    ) -> None:
        details: dict[str, Any] = {
            "retryAfter": retry_after,
            "raining": raining,
        }
        if depth is not None:
            details["depth"] = depth
        suggestion = f"Ask again in {retry_after} seconds."
        if not raining:
            suggestion = "Water it by hand."
        super().__init__(
            message="The soil is too dry.",
            suggestion=suggestion,
            recoverable=raining,
            details=details,
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(
            retry_after=fact["retry_after"],
            raining=fact["raining"],
            depth=fact.get("depth", None),
        )


class InvalidInput(ContractError):
    """The arguments break the tool's inputSchema.

    Attributes of `details`:
        problems: Each field and the rule it breaks.
    """

    code = "INVALID_INPUT"

    def __init__(
        self,
        *,
        problems: str,
    ) -> None:
        details: dict[str, Any] = {
            "problems": problems,
        }
        super().__init__(
            message=f"Invalid arguments: {problems}.",
            suggestion="Correct the named arguments.",
            recoverable=False,
            details=details,
        )


class GateClosed(ContractError):
    """The garden is closed."""

    code = "GATE_CLOSED"

    def __init__(self) -> None:
        super().__init__(
            message="The gate is closed.",
            suggestion="Come back tomorrow.",
            recoverable=False,
            details={},
        )


ERRORS: Mapping[str, type[ContractError]] = {
    "PLANT_NOT_FOUND": PlantNotFound,
    "TOO_DRY": TooDry,
    "INVALID_INPUT": InvalidInput,
    "GATE_CLOSED": GateClosed,
}
"""The error class of each code."""
