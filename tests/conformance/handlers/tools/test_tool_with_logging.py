"""Log three messages."""

from pro_context_contract.conformance.models import TestToolWithLoggingInput, TestToolWithLoggingOutput

from pro_context_contract import Session


async def handle(request: TestToolWithLoggingInput, docs: object, session: Session) -> TestToolWithLoggingOutput:
    """Log three messages."""
    for message in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        await session.log("info", message)
    return TestToolWithLoggingOutput(done=True)
