"""Repeat the argument."""

from collections.abc import Sequence

from pro_context_contract.conformance.models import TestHeaderArgumentInput


async def handle(request: TestHeaderArgumentInput, docs: object) -> Sequence[str]:
    """Repeat the argument."""
    return [request.region]
