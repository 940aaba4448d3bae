"""Answer with a picture."""

from collections.abc import Sequence

from pro_context_contract.conformance.models import TestImageContentInput
from tests.conformance.handlers.media import PNG

from pro_context_contract import Image


async def handle(request: TestImageContentInput, docs: object) -> Sequence[Image]:
    """Answer with a picture."""
    return [Image(PNG, "image/png")]
