"""Log one message."""

from collections.abc import Sequence

from pro_context_contract.conformance.models import TestLoggingToolInput

from pro_context_contract import Session


async def handle(request: TestLoggingToolInput, docs: object, session: Session) -> Sequence[str]:
    """Log one message."""
    await session.log("info", "Tool execution started")
    return ["Logged."]
