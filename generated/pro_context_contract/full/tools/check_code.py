"""check-code: Check Code.

Generated from spec/contracts/full/tools/check-code.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.contract import Session
from pro_context_contract.full.models import CheckCodeInput, CheckCodeOutput

__all__ = ["ERRORS", "NAME", "Input", "Output", "CheckCodeHandler", "CheckCodeInput", "CheckCodeOutput"]

NAME = "check-code"
ERRORS = (
    "LIBRARY_NOT_FOUND",
    "VERSION_NOT_FOUND",
    "LLMS_TXT_NOT_FOUND",
    "SOURCE_UNAVAILABLE",
    "NETWORK_FETCH_FAILED",
    "URL_NOT_ALLOWED",
    "INVALID_CONTENT",
    "STALE_CACHE_EXPIRED",
    "REGISTRY_TIMEOUT",
    "STORE_UNAVAILABLE",
    "RATE_LIMITED",
    "INVALID_INPUT",
    "INTERNAL_ERROR",
)
Input = CheckCodeInput
Output = CheckCodeOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class CheckCodeHandler(Protocol[Docs_contra]):
    """The type of the handler of check-code.

    - a call with other names or forms of arguments that has one reading is answered, and readAs says how it was read.
    - a name that may exist counts as unresolved and gives no finding.
    - each package is checked in the asked version, else in the project's.
    - a finding names up to three real names of the package that may be meant.
    - of a unified diff the added lines alone give findings, with their lines in the new file.
    - notChecked names the imports and the lines that could not be checked, and why; of code without imports it says so.
    - neither the code nor a package is executed.
    """

    async def __call__(self, request: CheckCodeInput, docs: Docs_contra, session: Session) -> CheckCodeOutput:
        """Finds names, attributes and arguments in code that its libraries lack or deprecate, in the project's versions, with the closest real names. Call it before you show code."""
        ...
