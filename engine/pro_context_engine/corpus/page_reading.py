"""The reading of one page of a corpus: from its bytes to taxonomy values and chunks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pro_context_engine.corpus import cutting, front_matter
from pro_context_engine.corpus.manifests import CorpusManifest
from pro_context_engine.corpus.parsed_files import Unreadable, decode
from pro_context_engine.corpus.values import CorpusProblem
from pro_context_engine.documents.pages.markdown import MOST_LINES, markdown_page
from pro_context_engine.documents.pages.text import clean
from pro_context_engine.domain.errors import NotDocumentation
from pro_context_engine.domain.model import Chunk, Page


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page as it is indexed; `page` is None if the file has no text."""

    metadata: Mapping[str, str]
    page: Page | None
    chunks: tuple[Chunk, ...] = ()


def read(filepath: str, url: str, content: bytes, manifest: CorpusManifest) -> ReadPage:
    """Return a page as it is indexed.

    Args:
        filepath: path of the page in the corpus.
        url: its address in the index.
        content: bytes of the file.
        manifest: the nearest manifest above it.

    Raises:
        Unreadable: it is not text, not a page, or its front matter has an invalid value.
    """
    document, body = front_matter.split(filepath, clean(decode(filepath, content)))
    strategy, metadata = front_matter.apply(document, *manifest.of(filepath))
    if not body.strip():
        return ReadPage(metadata, None)
    fields = document.value if document else {}
    title, description = (fields.get(key, "") for key in ("title", "description"))
    try:
        page = markdown_page(
            url,
            f"\n{body}",  # the newline keeps a rule at the top from being read as front matter
            title=title if isinstance(title, str) else "",
            description=description if isinstance(description, str) else "",
            most_lines=MOST_LINES,
        )
    except NotDocumentation as reason:
        if reason.reason == "empty":
            return ReadPage(metadata, None)
        raise Unreadable(CorpusProblem(filepath, 0, f"is {reason.reason}")) from None
    return ReadPage(metadata, page, tuple(cutting.chunks_of(page, filepath, strategy)))
