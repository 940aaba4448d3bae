"""Passages as they go to an agent: each under a line that names its source, so that it reads as a quotation."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.chunks.tokens import count
from pro_context_engine.model import Passage
from pro_context_engine.ranking.pages import RankedPage

SEPARATOR = "\n\n---\n\n"
JOINTS = 3
"""Tokens that rounding may add where the pieces of a quotation meet."""


def quoted(passages: Sequence[Passage]) -> str:
    """Return the passages as Markdown, best page first, each named with page, library and version."""
    return SEPARATOR.join(
        f"{_source_line(passage.url, passage.library_id, passage.version)}{passage.text}" for passage in passages
    )


def overhead(pages: Sequence[RankedPage]) -> int:
    """Return how many tokens quoting a passage of any of these pages takes beyond its text."""
    return max((_overhead(page) for page in pages), default=0)


def _overhead(page: RankedPage) -> int:
    anchor = max((hit.chunk.anchor for hit in page.hits), key=len)
    line = _source_line(f"{page.url}#{anchor}", page.library_id, page.version)
    return count(line) + count(SEPARATOR) + JOINTS


def _source_line(url: str, library_id: str, version: str | None) -> str:
    return f"> Source: {url} ({' '.join(filter(None, [library_id, version]))})\n\n"
