"""list-libraries: List Libraries.

Generated from spec/contracts/full/tools/list-libraries.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.full.models import ListLibrariesInput, ListLibrariesOutput

__all__ = ["ERRORS", "NAME", "Input", "Output", "ListLibrariesHandler", "ListLibrariesInput", "ListLibrariesOutput"]

NAME = "list-libraries"
ERRORS = (
    "STORE_UNAVAILABLE",
    "RATE_LIMITED",
    "INVALID_INPUT",
    "INTERNAL_ERROR",
)
Input = ListLibrariesInput
Output = ListLibrariesOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class ListLibrariesHandler(Protocol[Docs_contra]):
    """The type of the handler of list-libraries.

    - a call with other names or forms of arguments that has one reading is answered, and readAs says how it was read.
    - libraries detected in the project come first.
    - language and category narrow together, and total counts what passes both.
    - of a category of several words, like ai-ml, one is enough, in any case.
    - without a limit an answer has as many libraries as fit into 2,000 tokens, at most 50.
    - paging by limit and offset gives every library once.
    """

    async def __call__(self, request: ListLibrariesInput, docs: Docs_contra) -> ListLibrariesOutput:
        """Lists the known libraries: those of the project first, then those indexed, then others by popularity."""
        ...
