"""Greets, and remembers whom."""

from tests.server.harbor.contract.models import GreetShipInput, GreetShipOutput
from tests.server.harbor.docs import HarborDocs

from pro_context_contract import Session


async def handle(request: GreetShipInput, docs: HarborDocs, session: Session) -> GreetShipOutput:
    """Greet a ship."""
    session.remember(f"ships/{request.ship_name}", request.ship_name, ["steel"])
    greeting = " ".join([f"Ahoy {request.ship_name}!"] * request.times)
    return GreetShipOutput(greeting=greeting, ships_seen=len(await session.resolved()))
