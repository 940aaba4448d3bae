"""get_doc: Get Doc.

Generated from spec/contracts/corpus/tools/get_doc.yaml; do not edit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from pro_context_contract.corpus.models import GetDocInput

__all__ = ["ERRORS", "NAME", "Input", "Output", "GetDocHandler", "GetDocInput"]

NAME = "get_doc"
ERRORS = (
    "CHUNK_NOT_FOUND",
    "CHUNK_ID_INVALID",
    "INVALID_INPUT",
    "INTERNAL_ERROR",
)
Input = GetDocInput
Output = Sequence[str]

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class GetDocHandler(Protocol[Docs_contra]):
    """The type of the handler of get_doc.

    - each chunk follows a delimiter that says its ID, its position in the file and its place around the target.
    - exactly one delimiter says Target, whatever the chunks themselves contain.
    - at most so many chunks of the same file stand before and after the target.
    """

    async def __call__(self, request: GetDocInput, docs: Docs_contra) -> Sequence[str]:
        """Retrieve the full content of a specific documentation chunk using its chunk_id. You can optionally request surrounding context within the same file."""
        ...
