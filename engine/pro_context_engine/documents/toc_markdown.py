"""A table of contents as Markdown: sections of link lists, the format of an llms.txt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pro_context_engine.domain.model import TocEntry

_BRACKETS = str.maketrans({"[": r"\[", "]": r"\]"})


def toc_markdown(entries: Iterable[TocEntry], about: str = ": ") -> str:
    """Return the links of a table of contents, under their sections.

    Args:
        entries: in order; the entries of one section are grouped.
        about: the text between a link and its description.

    Returns:
        Markdown without a title. The entries without a section come first. It ends without a newline.
    """
    sections: dict[str, list[TocEntry]] = {}
    for entry in entries:
        sections.setdefault(entry.section, []).append(entry)
    without = sections.pop("", [])
    blocks = ["\n".join(_lines(without, about))] if without else []
    blocks += [f"## {section}\n" + "\n".join(_lines(listed, about)) for section, listed in sections.items()]
    return "\n\n".join(blocks)


def _lines(entries: Iterable[TocEntry], about: str) -> Iterator[str]:
    for entry in entries:
        title = (entry.title or entry.url).translate(_BRACKETS)
        url = f"<{entry.url}>" if any(mark in entry.url for mark in " ()") else entry.url
        yield f"- [{title}]({url})" + (f"{about}{entry.description}" if entry.description else "")
