"""Say how to reach somebody."""

from collections.abc import Sequence

from pro_context_contract.conformance.models import JsonSchema202012ToolInput


async def handle(request: JsonSchema202012ToolInput, docs: object) -> Sequence[str]:
    """Say how to reach somebody."""
    return [f"Call {request.phone}." if request.contact_method == "phone" else f"Write to {request.email}."]
