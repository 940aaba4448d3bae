"""Errors of the toc contract, one class per code.

Generated from spec/contracts/toc/errors.yaml; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from pro_context_contract.contract import ContractError


class LibraryNotFound(ContractError):
    """Unknown library query.

    Attributes of `details`:
        libraryId: The ID or query that was asked for.
        closest: The nearest known ID.
    """

    code = "LIBRARY_NOT_FOUND"

    def __init__(
        self,
        *,
        library_id: str,
        closest: str = "",
    ) -> None:
        details: dict[str, Any] = {
            "libraryId": library_id,
        }
        if closest:
            details["closest"] = closest
        suggestion = f"Did you mean '{closest}'?"
        if not closest:
            suggestion = "Check the spelling, or use list-libraries to see which libraries are known."
        super().__init__(
            message=f"Library '{library_id}' is not known.",
            suggestion=suggestion,
            recoverable=True,
            details=details,
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(
            library_id=fact["library_id"],
            closest=fact.get("closest", ""),
        )


class VersionNotFound(ContractError):
    """Invalid version.

    Attributes of `details`:
        libraryId: The library that was asked for.
        version: The version that was asked for.
        available: Available versions, newest first.
    """

    code = "VERSION_NOT_FOUND"

    def __init__(
        self,
        *,
        library_id: str,
        version: str,
        available: Sequence[str] = (),
    ) -> None:
        details: dict[str, Any] = {
            "libraryId": library_id,
            "version": version,
        }
        if available:
            details["available"] = list(available)
        suggestion = f"Available versions: {', '.join(available)}."
        if not available:
            suggestion = "Leave out the version to get the one that is available."
        super().__init__(
            message=f"Version '{version}' of '{library_id}' is not available.",
            suggestion=suggestion,
            recoverable=True,
            details=details,
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(
            library_id=fact["library_id"],
            version=fact["version"],
            available=fact.get("available", ()),
        )


class TopicNotFound(ContractError):
    """The search finds nothing for the topic.

    Attributes of `details`:
        libraryIds: The libraries that were searched.
        topic: The topic that was asked for.
    """

    code = "TOPIC_NOT_FOUND"

    def __init__(
        self,
        *,
        library_ids: Sequence[str],
        topic: str,
    ) -> None:
        details: dict[str, Any] = {
            "libraryIds": list(library_ids),
            "topic": topic,
        }
        super().__init__(
            message=f"No documentation found for topic '{topic}'.",
            suggestion="Try search-docs for broader results, or browse the TOC with read-page.",
            recoverable=True,
            details=details,
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(
            library_ids=fact["library_ids"],
            topic=fact["topic"],
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
            suggestion="Check the URL or use resolve-library to refresh the TOC.",
            recoverable=False,
            details=details,
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(
            url=fact["url"],
        )


class UrlNotAllowed(ContractError):
    """The URL fails the allowlist check.

    Attributes of `details`:
        url: The URL that was asked for.
        reason: Which rule refused it.
    """

    code = "URL_NOT_ALLOWED"

    def __init__(
        self,
        *,
        url: str,
        reason: str,
    ) -> None:
        details: dict[str, Any] = {
            "url": url,
            "reason": reason,
        }
        super().__init__(
            message=f"URL '{url}' is not allowed: {reason}.",
            suggestion="Resolve the library first, or add the domain to your config.",
            recoverable=True,
            details=details,
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(
            url=fact["url"],
            reason=fact["reason"],
        )


class SourceUnavailable(ContractError):
    """No source gives the documentation, and what is stored, if anything, is too old to serve.

    Attributes of `details`:
        libraryId: The library that was asked for.
        reason: What went wrong.
    """

    code = "SOURCE_UNAVAILABLE"

    def __init__(
        self,
        *,
        library_id: str = "",
        reason: str = "",
    ) -> None:
        details: dict[str, Any] = {}
        if library_id:
            details["libraryId"] = library_id
        if reason:
            details["reason"] = reason
        super().__init__(
            message="No documentation source is available.",
            suggestion="Try again later.",
            recoverable=True,
            details=details,
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(
            library_id=fact.get("library_id", ""),
            reason=fact.get("reason", ""),
        )


class RegistryTimeout(ContractError):
    """The package index does not answer in time.

    Attributes of `details`:
        libraryId: The library that was asked for.
    """

    code = "REGISTRY_TIMEOUT"

    def __init__(
        self,
        *,
        library_id: str,
    ) -> None:
        details: dict[str, Any] = {
            "libraryId": library_id,
        }
        super().__init__(
            message=f"The package index did not answer for '{library_id}'.",
            suggestion="Try again or specify the library ID directly.",
            recoverable=True,
            details=details,
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(
            library_id=fact["library_id"],
        )


class RateLimited(ContractError):
    """The caller's token bucket is exhausted (HTTP mode).

    Attributes of `details`:
        retryAfter: Seconds until the next request is accepted.
    """

    code = "RATE_LIMITED"

    def __init__(
        self,
        *,
        retry_after: int,
    ) -> None:
        details: dict[str, Any] = {
            "retryAfter": retry_after,
        }
        super().__init__(
            message="Too many requests.",
            suggestion=f"Try again after {retry_after} seconds.",
            recoverable=True,
            details=details,
        )


class IndexingInProgress(ContractError):
    """The library's documentation is being fetched and indexed.

    Attributes of `details`:
        libraryId: The library that is being indexed.
        retryAfter: Seconds after which asking again is worthwhile.
    """

    code = "INDEXING_IN_PROGRESS"

    def __init__(
        self,
        *,
        library_id: str,
        retry_after: int,
    ) -> None:
        details: dict[str, Any] = {
            "libraryId": library_id,
            "retryAfter": retry_after,
        }
        super().__init__(
            message=f"The documentation of '{library_id}' is being indexed.",
            suggestion=f"Try again in {retry_after} seconds.",
            recoverable=True,
            details=details,
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(
            library_id=fact["library_id"],
            retry_after=fact["retry_after"],
        )


class AuthRequired(ContractError):
    """Missing API key (HTTP mode)."""

    code = "AUTH_REQUIRED"

    def __init__(self) -> None:
        super().__init__(
            message="An API key is required.",
            suggestion="Provide API key via Authorization header.",
            recoverable=False,
            details={},
        )


class AuthInvalid(ContractError):
    """Bad or revoked API key (HTTP mode)."""

    code = "AUTH_INVALID"

    def __init__(self) -> None:
        super().__init__(
            message="The API key is not valid.",
            suggestion="Check your API key.",
            recoverable=False,
            details={},
        )


class InvalidContent(ContractError):
    """What the URL holds is not documentation.

    Attributes of `details`:
        url: The URL that was read.
        reason: What was found instead.
    """

    code = "INVALID_CONTENT"

    def __init__(
        self,
        *,
        url: str,
        reason: str,
    ) -> None:
        details: dict[str, Any] = {
            "url": url,
            "reason": reason,
        }
        super().__init__(
            message=f"Nothing readable at '{url}': {reason}.",
            suggestion="URL does not appear to contain documentation.",
            recoverable=False,
            details=details,
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(
            url=fact["url"],
            reason=fact["reason"],
        )


class InternalError(ContractError):
    """Unexpected server error."""

    code = "INTERNAL_ERROR"

    def __init__(self) -> None:
        super().__init__(
            message="Something went wrong inside the server.",
            suggestion="This has been logged. Try again.",
            recoverable=False,
            details={},
        )


class InvalidInput(ContractError):
    """The arguments break the tool's inputSchema, or the limits that the reference names beside it.

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
    "VERSION_NOT_FOUND": VersionNotFound,
    "TOPIC_NOT_FOUND": TopicNotFound,
    "PAGE_NOT_FOUND": PageNotFound,
    "URL_NOT_ALLOWED": UrlNotAllowed,
    "SOURCE_UNAVAILABLE": SourceUnavailable,
    "REGISTRY_TIMEOUT": RegistryTimeout,
    "RATE_LIMITED": RateLimited,
    "INDEXING_IN_PROGRESS": IndexingInProgress,
    "AUTH_REQUIRED": AuthRequired,
    "AUTH_INVALID": AuthInvalid,
    "INVALID_CONTENT": InvalidContent,
    "INTERNAL_ERROR": InternalError,
    "INVALID_INPUT": InvalidInput,
}
"""The error class of each code."""
