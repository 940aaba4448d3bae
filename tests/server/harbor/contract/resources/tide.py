"""tide."""

from typing import Protocol, TypeVar

from tests.server.harbor.contract.models import TideContent

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class TideHandler(Protocol[Docs_contra]):
    """How tide is read."""

    async def __call__(self, docs: Docs_contra) -> TideContent: ...
