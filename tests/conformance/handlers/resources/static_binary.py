"""Give a picture."""

from tests.conformance.handlers.media import PNG


async def handle(docs: object) -> bytes:
    """Give a picture."""
    return PNG
