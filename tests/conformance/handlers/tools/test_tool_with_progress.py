"""Report progress in three steps."""

import asyncio

from pro_context_contract.conformance.models import TestToolWithProgressInput, TestToolWithProgressOutput

from pro_context.protocol.progress_notifications import INTERVAL
from pro_context_engine.concurrency import progress

LONG_ENOUGH = 1.5 * INTERVAL
"""Seconds after which the next step is passed on."""


async def handle(request: TestToolWithProgressInput, docs: object) -> TestToolWithProgressOutput:
    """Report progress in three steps."""
    for done in (0, 50, 100):
        progress.report(done, 100, "working")
        await asyncio.sleep(LONG_ENOUGH)
    return TestToolWithProgressOutput(done=True)
