"""Fail."""

from collections.abc import Sequence

from pro_context_contract.conformance.models import TestErrorHandlingInput


async def handle(request: TestErrorHandlingInput, docs: object) -> Sequence[str]:
    """Fail."""
    raise RuntimeError("This tool intentionally returns an error for testing")
