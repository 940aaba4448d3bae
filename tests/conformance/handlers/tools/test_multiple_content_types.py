"""Answer with one block of each of three kinds."""

from collections.abc import Sequence

from pro_context_contract.conformance.models import TestMultipleContentTypesInput
from tests.conformance.handlers.media import PNG

from pro_context_contract import EmbeddedResource, Image


async def handle(request: TestMultipleContentTypesInput, docs: object) -> Sequence[str | Image | EmbeddedResource]:
    """Answer with one block of each of three kinds."""
    return [
        "Multiple content types test:",
        Image(PNG, "image/png"),
        EmbeddedResource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ]
