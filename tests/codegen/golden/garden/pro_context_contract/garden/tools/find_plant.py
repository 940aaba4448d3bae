"""find-plant: Find Plant.

Generated from spec/contracts/garden/tools/find-plant.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.contract import Session
from pro_context_contract.garden.models import FindPlantInput, FindPlantOutput

__all__ = ["ERRORS", "NAME", "Input", "Output", "FindPlantHandler", "FindPlantInput", "FindPlantOutput"]

NAME = "find-plant"
ERRORS = (
    "PLANT_NOT_FOUND",
    "INVALID_INPUT",
)
Input = FindPlantInput
Output = FindPlantOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class FindPlantHandler(Protocol[Docs_contra]):
    """The type of the handler of find-plant.

    - plants are sorted by height, the lowest first.
    """

    async def __call__(self, request: FindPlantInput, docs: Docs_contra, session: Session) -> FindPlantOutput:
        """Finds plants by name. Returns them with height and light."""
        ...
