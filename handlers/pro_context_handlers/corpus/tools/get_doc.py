"""get_doc: a chunk, with those around it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pro_context_contract.corpus.models import GetDocInput
from pro_context_engine import DocsEngine, Neighbour

_LIKE_A_DELIMITER = re.compile(r"^(?=--- Chunk: )", re.MULTILINE)


async def handle(request: GetDocInput, docs: DocsEngine) -> Sequence[str]:
    """Return the chunks under a delimiter each (seed 002 section 2)."""
    found = await docs.corpus.surroundings(request.chunk_id, int(request.context))
    return ["\n\n".join(f"{_delimiter(chunk, found.total)}\n{_text(chunk)}" for chunk in found.chunks)]


def _delimiter(chunk: Neighbour, total: int) -> str:
    place = f"Context: {chunk.offset:+d}" if chunk.offset else "Target"
    return f"--- Chunk: {chunk.chunk_id} (Chunk {chunk.position} of {total}) ({place}) ---"


def _text(chunk: Neighbour) -> str:
    # A line of the document's own must not pass for one of ours; Markdown shows it the same.
    return _LIKE_A_DELIMITER.sub(r"\\", chunk.text)
