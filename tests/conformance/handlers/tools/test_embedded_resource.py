"""Answer with a resource."""

from collections.abc import Sequence

from pro_context_contract.conformance.models import TestEmbeddedResourceInput

from pro_context_contract import EmbeddedResource


async def handle(request: TestEmbeddedResourceInput, docs: object) -> Sequence[EmbeddedResource]:
    """Answer with a resource."""
    return [EmbeddedResource("test://embedded-resource", "text/plain", "This is an embedded resource content.")]
