"""health: Server Health.

Generated from spec/contracts/full/resources/health.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.full.models import HealthContent

__all__ = ["ERRORS", "NAME", "Output", "URI", "HealthHandler", "HealthContent"]

NAME = "health"
URI = "pro-context://health"
ERRORS: tuple[str, ...] = ()
Output = HealthContent

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class HealthHandler(Protocol[Docs_contra]):
    """The type of the handler of health.

    - a fetcher that fails is reported as degraded, one that only fails as unhealthy.
    """

    async def __call__(self, docs: Docs_contra) -> HealthContent:
        """Server health status, cache statistics, and fetcher availability"""
        ...
