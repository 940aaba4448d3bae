"""draw-plant: Draw Plant.

Generated from spec/contracts/garden/tools/draw-plant.yaml; do not edit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from pro_context_contract.blocks import EmbeddedResource, Image
from pro_context_contract.garden.models import DrawPlantInput

__all__ = ["ERRORS", "NAME", "Input", "Output", "DrawPlantHandler", "DrawPlantInput"]

NAME = "draw-plant"
ERRORS = (
    "PLANT_NOT_FOUND",
    "INVALID_INPUT",
)
Input = DrawPlantInput
Output = Sequence[str | Image | EmbeddedResource]

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class DrawPlantHandler(Protocol[Docs_contra]):
    """The type of the handler of draw-plant.

    - the picture comes before what is said of it.
    """

    async def __call__(self, request: DrawPlantInput, docs: Docs_contra) -> Sequence[str | Image | EmbeddedResource]:
        """Draws a plant as it stands in its bed."""
        ...
