"""beds: Visited Beds.

Generated from spec/contracts/garden/resources/beds.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.contract import Session
from pro_context_contract.garden.models import BedsContent

__all__ = ["ERRORS", "NAME", "Output", "URI", "BedsHandler", "BedsContent"]

NAME = "beds"
URI = "garden://session/beds"
ERRORS: tuple[str, ...] = ()
Output = BedsContent

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class BedsHandler(Protocol[Docs_contra]):
    """The type of the handler of beds.

    - beds are listed in the order of the visits.
    """

    async def __call__(self, docs: Docs_contra, session: Session) -> BedsContent:
        """Beds visited in this session."""
        ...
