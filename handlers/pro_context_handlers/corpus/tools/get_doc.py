"""get_doc: a chunk with its neighbours."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pro_context_contract.corpus.models import GetDocInput
from pro_context_engine import DocsEngine, Neighbour

_LIKE_A_DELIMITER = re.compile(r"^(?=--- Chunk: )", re.MULTILINE)


async def handle(request: GetDocInput, docs: DocsEngine) -> Sequence[str]:
    """Return the chunk and its neighbours as one text; a delimiter line stands above each chunk."""
    found = await docs.corpus.surroundings(request.chunk_id, int(request.context))
    return ["\n\n".join(f"{_delimiter(chunk, found.total)}\n{_text(chunk)}" for chunk in found.chunks)]


def _delimiter(chunk: Neighbour, total: int) -> str:
    place = f"Context: {chunk.offset:+d}" if chunk.offset else "Target"
    return f"--- Chunk: {chunk.chunk_id} (Chunk {chunk.position} of {total}) ({place}) ---"


def _text(chunk: Neighbour) -> str:
    # A line of the document must not look like a delimiter; Markdown renders the escaped line the same.
    return _LIKE_A_DELIMITER.sub(r"\\", chunk.text)
