"""greet-ship."""

from typing import Protocol, TypeVar

from tests.server.harbor.contract.models import GreetShipInput, GreetShipOutput

from pro_context_contract import Session

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class GreetShipHandler(Protocol[Docs_contra]):
    """How greet-ship is answered."""

    async def __call__(self, request: GreetShipInput, docs: Docs_contra, session: Session) -> GreetShipOutput: ...
