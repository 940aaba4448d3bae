"""Does everything a handler may do wrong."""

import os

from tests.server.harbor.contract.models import SoundHornInput, SoundHornOutput
from tests.server.harbor.docs import HarborDocs

from pro_context_engine.concurrency.progress import report
from pro_context_engine.domain.errors import DocsError, LibraryUnknown


class FogFact(DocsError):
    """A fact no contract knows."""

    def details(self) -> dict[str, object]:
        """Return nothing."""
        return {}


async def handle(request: SoundHornInput, docs: HarborDocs) -> SoundHornOutput:
    """Sound the horn as told."""
    match request.how:
        case "print":
            print("a library that prints")
            os.write(1, b"a native library that writes\n")
        case "crash":
            raise RuntimeError("secret: /etc/harbor.key")
        case "fact":
            raise LibraryUnknown(library_id="atlantis")
        case "strange-fact":
            raise FogFact
        case "bad-result":
            return SoundHornOutput(sounded=99)
        case "progress":
            for done in range(200):
                report(done, 200, "sounding")
        case "wait":
            await docs.wait()
    return SoundHornOutput(sounded=1)
