"""get-library-docs: a library's llms.txt."""

from __future__ import annotations

from pro_context_contract.lean.models import GetLibraryDocsInput, GetLibraryDocsOutput
from pro_context_engine import DocsEngine


async def handle(request: GetLibraryDocsInput, docs: DocsEngine) -> GetLibraryDocsOutput:
    """Return the llms.txt as Markdown; for a library without one, its TOC in the same format."""
    found = await docs.llms_txt(request.library_id)
    return GetLibraryDocsOutput(
        library_id=found.library.slug,
        name=found.library.name,
        content=found.text,
        cached=found.cached,
        cached_at=found.fetched_at.isoformat() if found.cached else None,
        stale=found.stale,
    )
