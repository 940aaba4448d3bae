"""get-library-info: Get Library Info.

Generated from spec/contracts/full/tools/get-library-info.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.contract import Session
from pro_context_contract.full.models import GetLibraryInfoInput, GetLibraryInfoOutput

__all__ = ["ERRORS", "NAME", "Input", "Output", "GetLibraryInfoHandler", "GetLibraryInfoInput", "GetLibraryInfoOutput"]

NAME = "get-library-info"
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
    "INVALID_INPUT",
    "INTERNAL_ERROR",
)
Input = GetLibraryInfoInput
Output = GetLibraryInfoOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class GetLibraryInfoHandler(Protocol[Docs_contra]):
    """The type of the handler of get-library-info.

    - a call with other names or forms of arguments that has one reading is answered, and readAs says how it was read.
    - with sections, only their entries are returned, while availableSections lists every section.
    - the answer has as many entries as fit into maxTokens, and at least half of that for them; nextCursor gives what follows, nothing twice and nothing left out; where the TOC has changed it is refused.
    - guides come before the modules of an API, these by how public they are, each section together.
    - with a topic only entries that share a word with it are returned, best first.
    - the name of a module or class of a package, as a section, returns its public members as entries, each with its kind and its page.
    - the library joins the session's resolved libraries, and clients are notified.
    - the version of the documentation is named where its source knows it.
    - versionMatch says how that version relates to the requested one, else to the project's.
    - an unknown ID is answered with the closest known one.
    """

    async def __call__(self, request: GetLibraryInfoInput, docs: Docs_contra, session: Session) -> GetLibraryInfoOutput:
        """Returns information about a library including its documentation table of contents (TOC), page by page. Use read-page to fetch a page of the TOC. Does not require prior resolve-library call — pass libraryId directly if known."""
        ...
