"""Answer with text."""

from collections.abc import Sequence

from pro_context_contract.conformance.models import TestSimpleTextInput


async def handle(request: TestSimpleTextInput, docs: object) -> Sequence[str]:
    """Answer with text."""
    return ["This is a simple text response for testing."]
