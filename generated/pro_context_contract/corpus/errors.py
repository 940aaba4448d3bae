"""Errors of the corpus contract, one class per code.

Generated from spec/contracts/corpus/errors.yaml; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from pro_context_contract.contract import ContractError


class ChunkNotFound(ContractError):
    """The chunk_id is well formed, but the corpus has no such chunk.

    Attributes of `details`:
        chunkId: The ID that was asked for.
    """

    code = "CHUNK_NOT_FOUND"

    def __init__(
        self,
        *,
        chunk_id: str,
    ) -> None:
        details: dict[str, Any] = {
            "chunkId": chunk_id,
        }
        super().__init__(
            message=f"Chunk ID '{chunk_id}' not found.",
            suggestion="Use search_docs to discover valid chunk IDs.",
            recoverable=False,
            details=details,
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(
            chunk_id=fact["chunk_id"],
        )


class ChunkIdInvalid(ContractError):
    """The chunk_id does not match the pattern {filepath} or {filepath}#{heading-path}.

    Attributes of `details`:
        chunkId: The ID that was asked for.
    """

    code = "CHUNK_ID_INVALID"

    def __init__(
        self,
        *,
        chunk_id: str,
    ) -> None:
        details: dict[str, Any] = {
            "chunkId": chunk_id,
        }
        super().__init__(
            message=f"Chunk ID '{chunk_id}' is invalid: the expected format is a filepath, or a filepath, # and a heading path.",
            suggestion="Use search_docs to discover valid chunk IDs.",
            recoverable=False,
            details=details,
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(
            chunk_id=fact["chunk_id"],
        )


class CursorInvalid(ContractError):
    """The cursor is malformed, was changed, or belongs to another query or other filters."""

    code = "CURSOR_INVALID"

    def __init__(self) -> None:
        super().__init__(
            message="The cursor is invalid for this search.",
            suggestion="Pass next_cursor unchanged with the same query and filters, or omit cursor to get the first page.",
            recoverable=False,
            details={},
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls()


class CursorStale(ContractError):
    """The corpus was built anew since the cursor was given."""

    code = "CURSOR_STALE"

    def __init__(self) -> None:
        super().__init__(
            message="The cursor is stale, since the corpus was built anew.",
            suggestion="Omit cursor to get the first page again.",
            recoverable=False,
            details={},
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls()


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
            suggestion="Correct the named arguments and call the tool again.",
            recoverable=False,
            details=details,
        )


class InternalError(ContractError):
    """An unexpected server error."""

    code = "INTERNAL_ERROR"

    def __init__(self) -> None:
        super().__init__(
            message="Something went wrong inside the server.",
            suggestion="This has been logged. Try again.",
            recoverable=False,
            details={},
        )


ERRORS: Mapping[str, type[ContractError]] = {
    "CHUNK_NOT_FOUND": ChunkNotFound,
    "CHUNK_ID_INVALID": ChunkIdInvalid,
    "CURSOR_INVALID": CursorInvalid,
    "CURSOR_STALE": CursorStale,
    "INVALID_INPUT": InvalidInput,
    "INTERNAL_ERROR": InternalError,
}
"""The error class of each code."""
