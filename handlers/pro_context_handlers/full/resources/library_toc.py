"""library-toc: a library's table of contents as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from pro_context_contract.full.models import LibraryTocParameters
from pro_context_engine import DocsEngine, Toc, TocEntry


async def handle(parameters: LibraryTocParameters, docs: DocsEngine) -> str:
    """Return the entries under their sections, as links to give to read-page (seed 003 section 6.3)."""
    found = await docs.library(parameters.library_id)
    entries = "\n".join(_lines(found.toc)).strip("\n")
    return f"# {found.library.name} Documentation\n\n{docs.quote(found, entries)}\n"


def _lines(toc: Toc) -> Iterator[str]:
    sections: dict[str, list[TocEntry]] = {}
    for entry in toc.entries:
        sections.setdefault(entry.section, []).append(entry)
    for section, entries in sections.items():
        yield from ["", f"## {section}"] if section else [""]
        for entry in entries:
            yield f"- [{entry.title}]({entry.url})" + (f" — {entry.description}" if entry.description else "")
