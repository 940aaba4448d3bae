"""Errors of the harbor contract."""

from collections.abc import Mapping
from typing import Any, Self

from pro_context_contract import ContractError


class HarborNotFound(ContractError):
    """There is no such harbor."""

    code = "HARBOR_NOT_FOUND"

    def __init__(self, *, library_id: str) -> None:
        super().__init__(
            message=f"No harbor '{library_id}'.",
            suggestion="Look at the chart.",
            recoverable=True,
            details={"libraryId": library_id},
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(library_id=fact["library_id"])


class InvalidInput(ContractError):
    """Arguments break the schema."""

    code = "INVALID_INPUT"

    def __init__(self, *, problems: str) -> None:
        super().__init__(
            message=f"Invalid arguments: {problems}.",
            suggestion="Correct them.",
            recoverable=False,
            details={"problems": problems},
        )


class InternalError(ContractError):
    """Something unforeseen."""

    code = "INTERNAL_ERROR"

    def __init__(self) -> None:
        super().__init__(
            message="Something went wrong inside the server.",
            suggestion="Try again.",
            recoverable=False,
            details={},
        )


class RateLimited(ContractError):
    """Somebody calls too often."""

    code = "RATE_LIMITED"

    def __init__(self, *, retry_after: int) -> None:
        super().__init__(
            message="Too many requests.",
            suggestion=f"Wait {retry_after} seconds.",
            recoverable=True,
            details={"retryAfter": retry_after},
        )


ERRORS = {error.code: error for error in (HarborNotFound, InvalidInput, InternalError, RateLimited)}
