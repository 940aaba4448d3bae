"""Errors of the lean contract, one class per code.

Generated from spec/contracts/lean/errors.yaml; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from pro_context_contract.contract import ContractError


class LibraryNotFound(ContractError):
    """The libraryId is well formed, but no known library has it.

    Attributes of `details`:
        libraryId: The ID that was asked for.
    """

    code = "LIBRARY_NOT_FOUND"

    def __init__(
        self,
        *,
        library_id: str,
    ) -> None:
        details: dict[str, Any] = {
            "libraryId": library_id,
        }
        super().__init__(
            message=f"Library '{library_id}' not found in registry.",
            suggestion="Call resolve-library with your query to find the correct library ID.",
            recoverable=False,
            details=details,
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(
            library_id=fact["library_id"],
        )


class LlmsTxtFetchFailed(ContractError):
    """A network error, a timeout or another answer than 200 while fetching the library's llms.txt.

    Attributes of `details`:
        reason: What went wrong.
    """

    code = "LLMS_TXT_FETCH_FAILED"

    def __init__(
        self,
        *,
        reason: str = "",
    ) -> None:
        details: dict[str, Any] = {}
        if reason:
            details["reason"] = reason
        suggestion = f"Retry once in a few seconds ({reason}). If that fails too, tell the user that the documentation cannot be reached."
        if not reason:
            suggestion = "Retry once in a few seconds. If that fails too, tell the user that the documentation cannot be reached."
        super().__init__(
            message="The library's table of contents could not be fetched.",
            suggestion=suggestion,
            recoverable=True,
            details=details,
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(
            reason=fact.get("reason", ""),
        )


class PageNotFound(ContractError):
    """The URL answers 404, or its source has no such page.

    Attributes of `details`:
        url: The URL that was asked for.
    """

    code = "PAGE_NOT_FOUND"

    def __init__(
        self,
        *,
        url: str,
    ) -> None:
        details: dict[str, Any] = {
            "url": url,
        }
        super().__init__(
            message=f"Page '{url}' does not exist.",
            suggestion="Use get-library-docs to find the page's current URL.",
            recoverable=False,
            details=details,
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(
            url=fact["url"],
        )


class PageFetchFailed(ContractError):
    """A network error, a timeout, another answer than 200 or 404, or too many redirects while fetching the page.

    Attributes of `details`:
        reason: What went wrong.
    """

    code = "PAGE_FETCH_FAILED"

    def __init__(
        self,
        *,
        reason: str = "",
    ) -> None:
        details: dict[str, Any] = {}
        if reason:
            details["reason"] = reason
        suggestion = (
            f"Retry once in a few seconds ({reason}). If that fails too, tell the user that the page cannot be reached."
        )
        if not reason:
            suggestion = (
                "Retry once in a few seconds. If that fails too, tell the user that the page cannot be reached."
            )
        super().__init__(
            message="The page could not be fetched.",
            suggestion=suggestion,
            recoverable=True,
            details=details,
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(
            reason=fact.get("reason", ""),
        )


class UrlNotAllowed(ContractError):
    """The URL, or the one it redirects to, is not one of a known library's documentation.

    Attributes of `details`:
        url: The URL that was asked for.
    """

    code = "URL_NOT_ALLOWED"

    def __init__(
        self,
        *,
        url: str,
    ) -> None:
        details: dict[str, Any] = {
            "url": url,
        }
        super().__init__(
            message=f"URL '{url}' is not permitted.",
            suggestion="Only URLs from known documentation domains are allowed. Use get-library-docs to obtain valid documentation URLs.",
            recoverable=False,
            details=details,
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(
            url=fact["url"],
        )


class InvalidInput(ContractError):
    """The arguments break the tool's inputSchema, or the URL is none that could be read.

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


ERRORS: Mapping[str, type[ContractError]] = {
    "LIBRARY_NOT_FOUND": LibraryNotFound,
    "LLMS_TXT_FETCH_FAILED": LlmsTxtFetchFailed,
    "PAGE_NOT_FOUND": PageNotFound,
    "PAGE_FETCH_FAILED": PageFetchFailed,
    "URL_NOT_ALLOWED": UrlNotAllowed,
    "INVALID_INPUT": InvalidInput,
}
"""The error class of each code."""
