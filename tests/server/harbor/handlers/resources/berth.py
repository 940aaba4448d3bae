"""The plan of a berth."""

from tests.server.harbor.contract.models import BerthParameters
from tests.server.harbor.docs import HarborDocs

from pro_context_engine.domain.errors import LibraryUnknown


async def handle(parameters: BerthParameters, docs: HarborDocs) -> str:
    """Draw the plan."""
    if parameters.berth == "nowhere/0":
        raise LibraryUnknown(library_id=parameters.berth)
    return f"# Berth {parameters.berth}\n"
