"""The fields of a chunk that the index keeps apart, because a term in a title weighs more than one in the text."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import unquote, urlsplit

from pro_context_engine.domain.model import Chunk
from pro_context_engine.search.index.analysis import analyse
from pro_context_engine.search.index.dotted_names import documented_names
from pro_context_engine.search.index.section_parts import with_pieces

FIELDS = ("title", "path", "headings", "summary", "names", "body")


def fields_of(chunk: Chunk) -> dict[str, list[str]]:
    """Return the chunk's terms by field, in the order of `FIELDS`.

    Args:
        chunk: the chunk to index.

    Returns:
        Terms of the page title, of the words in the URL's path, of the heading path, of the TOC description, of the
        names that its headings document, and of the text itself.
    """
    title, path, summary = _of_page(chunk.page_title, chunk.page_url, chunk.description)
    return {
        "title": title,
        "path": path,
        "headings": analyse(" / ".join(chunk.heading_path)),
        "summary": summary,
        "names": documented_names(chunk.text, chunk.page_title),
        "body": analyse(chunk.text),
    }


def analysed(chunk: Chunk) -> tuple[Chunk, dict[str, list[str]]]:
    """Return a chunk as it is stored, with its pieces, and its terms by field."""
    fields = fields_of(chunk)
    return with_pieces(chunk, fields["body"]), fields


# Consecutive chunks belong to the same page and share these terms.
@lru_cache(maxsize=16)
def _of_page(title: str, url: str, description: str) -> tuple[list[str], list[str], list[str]]:
    return analyse(title), path_terms(url), analyse(description)


def path_terms(url: str) -> list[str]:
    """Return the terms of a URL's path, without host, query and file extension."""
    path = unquote(urlsplit(url).path)
    stem, dot, extension = path.rpartition(".")
    return analyse(stem if dot and "/" not in extension else path)
