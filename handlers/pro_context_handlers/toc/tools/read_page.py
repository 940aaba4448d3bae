"""read-page: one page, within a budget of tokens."""

from __future__ import annotations

from pro_context_contract.toc.models import ReadPageInput, ReadPageOutput
from pro_context_engine import DocsEngine, first_sections

NOTE = (
    "[Content truncated. {remaining} tokens not shown. Call read-page again with a higher maxTokens limit to see more.]"
)


async def handle(request: ReadPageInput, docs: DocsEngine) -> ReadPageOutput:
    """Return a page, or as many of its first sections as fit into the budget of tokens."""
    reading = await docs.page(request.url)
    shown = first_sections(reading.page, int(request.max_tokens), NOTE)
    return ReadPageOutput(
        content=shown.text,
        title=reading.page.title,
        url=reading.page.final_url,
        content_length=shown.tokens,
        truncated=shown.truncated,
        cached=reading.cached,
    )
