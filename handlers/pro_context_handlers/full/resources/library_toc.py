"""library-toc: a library's table of contents as Markdown."""

from __future__ import annotations

from pro_context_contract.full.models import LibraryTocParameters
from pro_context_engine import DocsEngine


async def handle(parameters: LibraryTocParameters, docs: DocsEngine) -> str:
    """Return every entry under its section, as a link for read-page."""
    return await docs.toc_page(parameters.library_id)
