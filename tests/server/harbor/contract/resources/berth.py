"""berth."""

from typing import Protocol, TypeVar

from tests.server.harbor.contract.models import BerthParameters

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class BerthHandler(Protocol[Docs_contra]):
    """How berth is read."""

    async def __call__(self, parameters: BerthParameters, docs: Docs_contra) -> str: ...
