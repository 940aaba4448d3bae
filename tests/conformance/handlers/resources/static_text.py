"""Give a text."""


async def handle(docs: object) -> str:
    """Give a text."""
    return "This is the content of the static text resource."
