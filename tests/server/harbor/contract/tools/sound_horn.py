"""sound-horn."""

from typing import Protocol, TypeVar

from tests.server.harbor.contract.models import SoundHornInput, SoundHornOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class SoundHornHandler(Protocol[Docs_contra]):
    """How sound-horn is answered."""

    async def __call__(self, request: SoundHornInput, docs: Docs_contra) -> SoundHornOutput: ...
