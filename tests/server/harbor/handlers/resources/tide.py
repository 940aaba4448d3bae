"""The tide."""

from tests.server.harbor.contract.models import TideContent
from tests.server.harbor.docs import HarborDocs


async def handle(docs: HarborDocs) -> TideContent:
    """Read the tide."""
    return TideContent(level=3)
