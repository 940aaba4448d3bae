"""One page of a corpus: its bytes become taxonomy values and chunks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pro_context_engine.corpus import cutting, front_matter
from pro_context_engine.corpus.manifests import Manifest
from pro_context_engine.corpus.parsed_files import Unreadable, decoded
from pro_context_engine.corpus.values import Problem
from pro_context_engine.documents.pages.markdown import MOST_LINES, markdown_page
from pro_context_engine.documents.pages.text import clean
from pro_context_engine.domain.errors import NotDocumentation
from pro_context_engine.domain.model import Chunk, Page


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page as it is indexed; `page` is None where a file has nothing to read."""

    metadata: Mapping[str, str]
    page: Page | None
    chunks: tuple[Chunk, ...] = ()


def read(filepath: str, url: str, content: bytes, manifest: Manifest) -> ReadPage:
    """Return a page as it is indexed.

    Args:
        filepath: in the corpus.
        url: its address in the index.
        content: of the file.
        manifest: the nearest one above it.

    Raises:
        Unreadable: it is no text, no page, or its front matter cannot be meant.
    """
    document, body = front_matter.split(filepath, clean(decoded(filepath, content)))
    strategy, metadata = front_matter.applied(document, *manifest.of(filepath))
    if not body.strip():
        return ReadPage(metadata, None)
    fields = document.value if document else {}
    title, description = (fields.get(key, "") for key in ("title", "description"))
    try:
        page = markdown_page(
            url,
            f"\n{body}",  # what begins it is no front matter any more
            title=title if isinstance(title, str) else "",
            description=description if isinstance(description, str) else "",
            most_lines=MOST_LINES,
        )
    except NotDocumentation as reason:
        if reason.reason == "empty":
            return ReadPage(metadata, None)
        raise Unreadable(Problem(filepath, 0, f"is {reason.reason}")) from None
    return ReadPage(metadata, page, tuple(cutting.chunks_of(page, filepath, strategy)))
