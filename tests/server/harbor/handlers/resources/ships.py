"""The ships of this session."""

from tests.server.harbor.contract.models import ShipsContent
from tests.server.harbor.docs import HarborDocs

from pro_context_contract import Session


async def handle(docs: HarborDocs, session: Session) -> ShipsContent:
    """List the ships."""
    return ShipsContent(ships=[library.name for library in await session.resolved()])
