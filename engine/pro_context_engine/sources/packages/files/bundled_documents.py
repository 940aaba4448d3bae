"""The README and the documents inside a distribution, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import PurePosixPath

from pro_context_engine.documents.pages.banners import without_banners
from pro_context_engine.documents.pages.embedded_html import without_embedded_html
from pro_context_engine.documents.pages.rst import rst_to_markdown
from pro_context_engine.documents.pages.source_formats import as_markdown
from pro_context_engine.sources.package_index.document_files import is_document
from pro_context_engine.sources.packages.files.distribution_files import DistributionFile
from pro_context_engine.sources.translations import is_translation

_MAX_DOCUMENTS = 200
_FOLDERS = frozenset({"doc", "docs", "documentation", "guides"})


def readme_markdown(metadata: str) -> str:
    """Return the long description of a distribution's METADATA as Markdown without banners and HTML, "" for none."""
    # Few calls read metadata; the parser of mail takes milliseconds to import.
    from email.parser import Parser  # noqa: PLC0415

    message = Parser().parsestr(metadata)
    payload = message.get_payload()
    text = payload if isinstance(payload, str) else ""
    if not text.strip():
        text = _unindent(message.get("Description", ""))
    if text.strip() in {"", "UNKNOWN"}:
        return ""
    # Without a type the description is reStructuredText (core metadata specification).
    kind = message.get("Description-Content-Type", "text/x-rst").partition(";")[0].strip().lower()
    return without_embedded_html(without_banners(rst_to_markdown(text) if kind == "text/x-rst" else text))


def documents_of(files: Iterable[DistributionFile]) -> list[DistributionFile]:
    """Return the Markdown, reStructuredText and text documents among a distribution's files, at most 200.

    Translations of them are left out.
    """
    found = (file for file in files if is_document(file.relative) and not _is_translation(file.relative))
    return list(islice(found, _MAX_DOCUMENTS))


def document_markdown(path: PurePosixPath, text: str) -> str:
    """Return a document as Markdown, by its suffix."""
    return as_markdown(path.name, text)


def _unindent(description: str) -> str:
    """Return the text of a `Description:` field, whose lines after the first are indented or start with `|`."""
    return "\n".join(line.removeprefix("        ").removeprefix("       |") for line in description.splitlines())


def _is_translation(path: PurePosixPath) -> bool:
    parts = path.parts
    depth = next((at for at, part in enumerate(parts[:-1], 1) if part.lower() in _FOLDERS), len(parts) - 1)
    return is_translation("/".join(parts[depth:]))
