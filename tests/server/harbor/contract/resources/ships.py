"""ships."""

from typing import Protocol, TypeVar

from tests.server.harbor.contract.models import ShipsContent

from pro_context_contract import Session

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class ShipsHandler(Protocol[Docs_contra]):
    """How ships is read."""

    async def __call__(self, docs: Docs_contra, session: Session) -> ShipsContent: ...
