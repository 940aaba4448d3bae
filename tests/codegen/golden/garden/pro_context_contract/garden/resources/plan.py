"""plan: Plan.

Generated from spec/contracts/garden/resources/plan.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

__all__ = ["ERRORS", "NAME", "Output", "URI", "PlanHandler"]

NAME = "plan"
URI = "garden://plan.png"
ERRORS: tuple[str, ...] = ()
Output = bytes

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class PlanHandler(Protocol[Docs_contra]):
    """The type of the handler of plan.

    - north is at the top of the plan.
    """

    async def __call__(self, docs: Docs_contra) -> bytes:
        """The plan of the garden as a picture"""
        ...
