"""The toctrees of Sphinx: the pages that a page names below it, in reStructuredText and in MyST."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from pro_context_engine.documents.pages.headings import plain
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.guides.page_sources import rst_headings

_MOST_LINES = 20_000
_MOST_ENTRIES = 2_000
_LONGEST_LINE = 500
_OPENED = re.compile(r"(\s*)(?:\.\. toctree::|(`{3,}|:{3,})[ \t]*\{toctree\})\s*$")
_OPTION = re.compile(r"\s*:?(caption|glob|hidden|maxdepth|titlesonly|name|numbered|reversed|includehidden):\s*(.*)$")
_HEADING = re.compile(r"#{1,3}\s+(.{1,200}?)\s*#*$")
_CONTENTS = ("contents", "table of contents")
# The indexes that Sphinx makes, which no page has: their list, and the heading of a section with nothing else.
_INDEX_LINK = (
    r"[ \t]*[-*+][ \t]+(?::ref:|\{ref\})`(?:[^`<>\n]{1,100}<)?(?:gen|mod|py-mod)?(?:index|search)>?`[^\n]{0,100}"
    r"(?:\n[ \t]*)*+"
)
_INDEX_HEADING = r"(?:#{1,3}[ \t][^\n]{1,100}|[^\n]{1,100}\n[=~\-^*#\"]{3,100})[ \t]*\n(?:[ \t]*\n)*+"
_INDEX_LINKS = re.compile(rf"^(?:{_INDEX_HEADING})?(?:{_INDEX_LINK}){{1,9}}+", re.MULTILINE)
_TITLED = re.compile(r"(.{1,300}?)\s*<([^<>]{1,500})>$")


@value_class
class TreeEntry:
    """An entry of a toctree.

    Attributes:
        target: name of a document, with or without its ending, relative to the page; perhaps a pattern.
        title: title that the entry gives it, "" for none.
        caption: caption of the toctree, else the heading above it, "" where that is the title of the page.
        is_pattern: whether the target may match several documents.
    """

    target: str
    title: str = ""
    caption: str = ""
    is_pattern: bool = False


def entries_of(text: str) -> list[TreeEntry]:
    """Return the entries of all toctrees of a page, in order, without addresses of the web; at most 2,000."""
    if "toctree" not in text:
        return []
    lines = [line[:_LONGEST_LINE] for line in text.expandtabs(8).split("\n", _MOST_LINES)[:_MOST_LINES]]
    return list(islice(_entries(lines), _MOST_ENTRIES))


def without_index_links(text: str) -> str:
    """Return a document without its links to the indexes that Sphinx makes."""
    return _INDEX_LINKS.sub("", text) if "index`" in text or "index>`" in text else text


def _entries(lines: Sequence[str]) -> Iterator[TreeEntry]:
    headings = _headings_below_title(lines)
    at, heading = 0, ""
    while at < len(lines):
        heading = headings.get(at, heading)
        opened = _OPENED.match(lines[at])
        at += 1
        if opened is None:
            continue
        end = _end(lines, at, len(opened[1]), opened[2] or "")
        yield from _entries_within(lines[at:end], heading)
        at = end


def _headings_below_title(lines: Sequence[str]) -> dict[int, str]:
    """Return the headings of a page after its title, by the number of their line."""
    marked = ((number, found[1]) for number, line in enumerate(lines) if (found := _HEADING.match(line)))
    headings = [*marked] or [*rst_headings(lines)]
    below = ((number, plain(title)) for number, title in headings[1:])
    return {number: "" if title.lower() in _CONTENTS else title for number, title in below}


def _end(lines: Sequence[str], at: int, margin: int, fence: str) -> int:
    """Return the first line after a toctree: the end of its fence, else the first line that is not indented deeper."""
    while at < len(lines):
        text = lines[at].strip()
        if (fence and text.startswith(fence)) or (not fence and text and _margin(lines[at]) <= margin):
            break
        at += 1
    return at


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def _entries_within(block: Sequence[str], heading: str) -> Iterator[TreeEntry]:
    caption, is_pattern = heading, False
    for line in block:
        text = line.strip()
        option = _OPTION.match(text)
        if option:
            caption = plain(option[2].strip("\"' ")) if option[1] == "caption" else caption
            is_pattern = is_pattern or option[1] == "glob"
        elif text and text not in ("---", "self") and not text.startswith((":", "..", "#")):
            titled = _TITLED.match(text)
            title, target = (titled[1], titled[2]) if titled else ("", text)
            if "://" not in target:
                yield TreeEntry(target, plain(title), caption, is_pattern and "*" in target)
