"""The README and the documents a distribution brings along, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from email.parser import Parser
from pathlib import PurePosixPath

from pro_context_engine.pages.rst import rst_to_markdown
from pro_context_engine.pages.source_formats import as_markdown
from pro_context_engine.sources.packages.distribution_files import DistributionFile

_MAX_DOCUMENTS = 200
_ALWAYS = (
    "readme",
    "changelog",
    "changes",
    "history",
    "news",
    "migration",
    "upgrading",
    "release_notes",
    "releasenotes",
)
_NEVER = (
    "license",
    "licence",
    "copying",
    "authors",
    "contributors",
    "contributing",
    "code_of_conduct",
    "notice",
    "security",
)
_FOLDERS = {"docs", "doc", "documentation"}
_SKIPPED_FOLDERS = {"tests", "test", "licenses", "node_modules", "static", "templates", "_vendor"}


def readme_markdown(metadata: str) -> str:
    """Return the long description of a distribution's METADATA as Markdown, "" if it has none."""
    message = Parser().parsestr(metadata)
    payload = message.get_payload()
    text = payload if isinstance(payload, str) else ""
    if not text.strip():
        text = _unindented(message.get("Description", ""))
    if text.strip() in {"", "UNKNOWN"}:
        return ""
    # Without a type the description is reStructuredText (core metadata specification).
    kind = message.get("Description-Content-Type", "text/x-rst").partition(";")[0].strip().lower()
    return rst_to_markdown(text) if kind == "text/x-rst" else text


def documents_of(files: Iterable[DistributionFile]) -> list[DistributionFile]:
    """Return the Markdown, reStructuredText and text documents among a distribution's files, at most 200."""
    return [file for file in files if _is_document(file.relative)][:_MAX_DOCUMENTS]


def document_markdown(path: PurePosixPath, text: str) -> str:
    """Return a document as Markdown, by its suffix."""
    return as_markdown(path.name, text)


def _is_document(path: PurePosixPath) -> bool:
    folders = {part.lower() for part in path.parts[:-1]}
    stem, suffix = path.stem.lower(), path.suffix.lower()
    if len(path.parts) == 1 and stem == "readme":
        # In the folder of an editable project; METADATA has the same text.
        return False
    if (
        path.parts[0].endswith((".dist-info", ".egg-info"))
        or folders & _SKIPPED_FOLDERS
        or stem.startswith(_NEVER)
        or "license" in stem
    ):
        return False
    if suffix in {".md", ".markdown", ".rst"}:
        return True
    return suffix in {"", ".txt"} and (stem.startswith(_ALWAYS) or (suffix == ".txt" and bool(folders & _FOLDERS)))


def _unindented(description: str) -> str:
    """Return the text of a `Description:` field, whose lines after the first are indented or start with `|`."""
    return "\n".join(line.removeprefix("        ").removeprefix("       |") for line in description.splitlines())
