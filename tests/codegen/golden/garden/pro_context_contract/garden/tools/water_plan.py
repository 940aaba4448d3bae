"""water-plan: Water Plan.

Generated from spec/contracts/garden/tools/water-plan.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.garden.models import WaterPlanInput, WaterPlanOutput

__all__ = ["ERRORS", "NAME", "Input", "Output", "WaterPlanHandler", "WaterPlanInput", "WaterPlanOutput"]

NAME = "water-plan"
ERRORS = (
    "TOO_DRY",
    "INVALID_INPUT",
)
Input = WaterPlanInput
Output = WaterPlanOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class WaterPlanHandler(Protocol[Docs_contra]):
    """The type of the handler of water-plan.

    - days with rain are left out.
    """

    async def __call__(self, request: WaterPlanInput, docs: Docs_contra) -> WaterPlanOutput:
        """Plans the watering of a month."""
        ...
