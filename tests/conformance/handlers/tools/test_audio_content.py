"""Answer with a sound."""

from collections.abc import Sequence

from pro_context_contract.conformance.models import TestAudioContentInput
from tests.conformance.handlers.media import WAV

from pro_context_contract import Audio


async def handle(request: TestAudioContentInput, docs: object) -> Sequence[Audio]:
    """Answer with a sound."""
    return [Audio(WAV, "audio/wav")]
