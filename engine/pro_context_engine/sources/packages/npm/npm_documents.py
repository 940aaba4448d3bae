"""The documents in an npm package, at its top and in its folders of documents; a change log says that it is one."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

from pro_context_engine.documents.pages.embedded_html import without_embedded_html
from pro_context_engine.documents.pages.headings import outline
from pro_context_engine.sources.packages.files.bundled_documents import document_markdown, documents_of
from pro_context_engine.sources.packages.files.distribution_files import DistributionFile

_CHANGE_LOG = "Changelog"
_CHANGE_LOGS = ("changelog", "changes", "history", "news", "release_notes", "releasenotes", "release-notes")
_FOLDERS = frozenset({"doc", "docs", "documentation", "guides"})
# Built code and copies of other packages.
_NOT_ITS_OWN = frozenset(
    {"build", "bundled", "cjs", "compiled", "dist", "esm", "examples", "external", "fixtures", "lib", "libs"}
    | {"node_modules", "third-party", "third_party", "umd", "vendor", "vendored", "vendors"}
)


def npm_documents(files: Iterable[DistributionFile]) -> dict[str, PurePosixPath]:
    """Return the documents of a package by their paths.

    Args:
        files: all files of the package.
    """
    return {file.relative.as_posix(): file.relative for file in documents_of(filter(_is_own, files))}


def npm_document_markdown(path: PurePosixPath, text: str) -> str:
    """Return a document as Markdown without HTML; a change log has its versions below the heading `Changelog`."""
    markdown = without_embedded_html(document_markdown(path, text))
    if not path.stem.lower().startswith(_CHANGE_LOGS):
        return markdown
    headings = outline(markdown)
    title = headings[0].title.lower() if headings and headings[0].level == 1 else ""
    others_at_top = any(heading.level == 1 for heading in headings[1:])
    if not others_at_top and title.replace(" ", "").startswith(_CHANGE_LOGS):
        return markdown
    lines = markdown.split("\n")
    for heading in headings:
        at = heading.line - 1
        if not lines[at].lstrip().startswith("#") and at + 1 < len(lines):
            lines[at + 1] = ""
        lines[at] = f"{'#' * min(6, heading.level + 1)} {lines[at].strip().lstrip('#').strip()}"
    return "\n".join([f"# {_CHANGE_LOG}", "", *lines])


def _is_own(file: DistributionFile) -> bool:
    folders = {part.lower() for part in file.relative.parts[:-1]}
    return not folders or (not _FOLDERS.isdisjoint(folders) and _NOT_ITS_OWN.isdisjoint(folders))
