"""Errors of the crawl contract, one class per code.

Generated from spec/contracts/crawl/errors.yaml; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from pro_context_contract.contract import ContractError


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


class UrlNotAllowed(ContractError):
    """The URL is not one of a public https site, or the site's robots.txt forbids reading the page.

    Attributes of `details`:
        url: The URL that was asked for.
        reason: Which rule forbids it.
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
            message=f"The URL '{url}' may not be read: {reason}.",
            suggestion="Ask the user for another page, or for the text itself.",
            recoverable=False,
            details=details,
        )

    @classmethod
    def from_fact(cls, fact: Mapping[str, Any]) -> Self:
        return cls(
            url=fact["url"],
            reason=fact["reason"],
        )


ERRORS: Mapping[str, type[ContractError]] = {
    "INVALID_INPUT": InvalidInput,
    "URL_NOT_ALLOWED": UrlNotAllowed,
}
"""The error class of each code."""
