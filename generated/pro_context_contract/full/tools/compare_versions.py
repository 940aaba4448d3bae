"""compare-versions: Compare Versions.

Generated from spec/contracts/full/tools/compare-versions.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.contract import Session
from pro_context_contract.full.models import CompareVersionsInput, CompareVersionsOutput

__all__ = [
    "ERRORS",
    "NAME",
    "Input",
    "Output",
    "CompareVersionsHandler",
    "CompareVersionsInput",
    "CompareVersionsOutput",
]

NAME = "compare-versions"
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
Input = CompareVersionsInput
Output = CompareVersionsOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class CompareVersionsHandler(Protocol[Docs_contra]):
    """The type of the handler of compare-versions.

    - a call with other names or forms of arguments that has one reading is answered, and readAs says how it was read.
    - what breaks code comes first, public names before private ones.
    - with code, only changes that affect it are reported, each with its lines.
    - the answer stays within maxTokens, with at least one change, and changes beyond that are counted in omitted.
    - says quotes the package or its documentation, and names the page.
    - notCompared names what could not be compared, and why.
    """

    async def __call__(
        self, request: CompareVersionsInput, docs: Docs_contra, session: Session
    ) -> CompareVersionsOutput:
        """Tells what changed in a library's API between two versions, breaking changes first; with code only what affects it, by line. Call it before an upgrade."""
        ...
