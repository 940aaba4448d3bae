"""plant-card: Plant Card.

Generated from spec/contracts/garden/resources/plant-card.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.garden.models import PlantCardParameters

__all__ = ["ERRORS", "NAME", "Output", "Parameters", "URI_TEMPLATE", "PlantCardHandler", "PlantCardParameters"]

NAME = "plant-card"
URI_TEMPLATE = "plant://{+plantId}/card"
ERRORS: tuple[str, ...] = ("PLANT_NOT_FOUND",)
Parameters = PlantCardParameters
Output = str

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class PlantCardHandler(Protocol[Docs_contra]):
    """The type of the handler of plant-card.

    - every link on the card can be followed.
    """

    async def __call__(self, parameters: PlantCardParameters, docs: Docs_contra) -> str:
        """The card of a plant as Markdown"""
        ...
