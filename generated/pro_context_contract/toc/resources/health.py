"""health: Server Health.

Generated from spec/contracts/toc/resources/health.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.toc.models import HealthContent

__all__ = ["ERRORS", "NAME", "Output", "URI", "HealthHandler", "HealthContent"]

NAME = "health"
URI = "pro-context://health"
ERRORS: tuple[str, ...] = ()
Output = HealthContent

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class HealthHandler(Protocol[Docs_contra]):
    """The type of the handler of health.

    - an adapter whose fetches fail is reported as degraded, one whose fetches only fail as unavailable.
    """

    async def __call__(self, docs: Docs_contra) -> HealthContent:
        """Server health status."""
        ...
