"""An llms.txt read as a table of contents.

Few files follow the format (title, summary, sections of link lists) exactly, so other forms are read too: links outside
lists, list items that are bare URLs, lists without sections, several titles. Each line is read once, in time
proportional to its length. The module is over 150 lines because all these forms share the reading of one link.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from pro_context_engine.documents.pages.text import clean
from pro_context_engine.domain.model import TocEntry

_HEADING = re.compile(r"(#{1,6})(?:[ \t]+(.*))?$")
_FENCE = re.compile(r"\s*(?:[-*+]\s+)?(`{3,}|~{3,})(.*)$")
_LIST_ITEM = re.compile(r"[ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]+")
_LANDMARK = re.compile(r"\\.|[\[\]]")
# Stops at the next parenthesis, quote or bracket, so that no character is read from two starting points.
_DESTINATION = re.compile(
    r"\(\s*+(?:<([^<>\[]*+)>|([^\s()<>]*+(?:\([^\s()<>]*+\)[^\s()<>]*+)*+))"
    r"(?:\s++(?:\"[^\"\[\]]*+\"|'[^'\[\]]*+'))?\s*+\)"
)
# One link and no other bracket, as in nearly all lines with links. An image is no link.
_LONE_LINK = re.compile(r"[^\\\[\]!]*+\[([^\\\[\]]*+)\]\(([^\s()<>]++)\)[^\\\[\]]*+")
_BARE_URL = re.compile(r"<?(https?://[^\s<>]+)>?")
_ROOT = re.compile(r"https?://[^/?#]++(?=/)")
_PLAIN_PATH = re.compile(r"(?:/[\w-]++)++(?:\.\w+)?/?", re.ASCII)
_MARKUP = re.compile(r"[*`]+|!?\[|\]\([^()\s]*\)|\]")
_MARK = re.compile(r"[*`\[\]]")
_LEADING_PUNCTUATION = " \t:-–—•|"

MAX_ENTRIES = 20_000
"""Entries of a table of contents and links of an index at most: twice the largest known index."""

MAX_TEXT = 1_000_000
"""Characters at most of an index whose published text is kept."""

_MAX_TITLE = 200
_MAX_DESCRIPTION = 500
_MAX_BARE_TITLE = 80


class IndexLink(NamedTuple):
    """A link of an index.

    Attributes:
        text: raw.
        target: raw.
        description: the rest of the line where the link leads a list item, raw; else "".
        section: the heading above it.
        leads_item: whether it is the first link of a list item.
    """

    text: str
    target: str
    description: str
    section: str
    leads_item: bool


@dataclass(slots=True)
class IndexScan:
    """The headings and links of an index, in order; repeated targets are included.

    Attributes:
        titles: the level 1 headings.
        sections: the level 2 headings.
        summary: the first block quote above the first section, "" if none.
        links: inline links outside code fences; images and the links of headings, which lead to themselves, excepted.
        bare_urls: list items that are a URL instead of a link.
    """

    titles: list[str] = field(default_factory=list)
    sections: list[str] = field(default_factory=list)
    summary: str = ""
    links: list[IndexLink] = field(default_factory=list)
    bare_urls: list[IndexLink] = field(default_factory=list)


def parse_index(
    text: str, base_url: str, schemes: tuple[str, ...] = ("http", "https")
) -> tuple[str, str, tuple[TocEntry, ...]]:
    """Read an llms.txt.

    Args:
        text: the file, with any line ends.
        base_url: its address, against which relative links are resolved.
        schemes: the schemes of links that become entries.

    Returns:
        (title, summary, entries): entries in the file's order, at most 20,000, each URL once and without fragment, all
        text cleaned.
    """
    scan = scan_index(text)
    entries: dict[str, TocEntry] = {}
    targets: set[str] = set()
    root = _root(base_url, schemes)
    for words, target, description, section, _ in islice(scan.links or scan.bare_urls, MAX_ENTRIES):
        if target in targets:
            continue
        targets.add(target)
        # A plain path from the root of the site needs no `urljoin`, which takes ten times as long.
        url = root + target if root and _PLAIN_PATH.fullmatch(target) else _target_url(base_url, target, schemes)
        if url and url != base_url and url not in entries:
            title = _plain_line(words, _MAX_TITLE) or title_of_url(url)
            entries[url] = TocEntry(title, url, _plain_line(description, _MAX_DESCRIPTION), section)
    title = scan.titles[0] if scan.titles else ""
    return title, scan.summary, tuple(entries.values())


def published_text(text: str, base_url: str) -> str:
    """Return the text of an llms.txt, cleaned and with its relative links made absolute.

    Args:
        text: the file, with any line ends.
        base_url: its address.

    Returns:
        The text, "" if it has more than a million characters.
    """
    text = clean(text)
    return "\n".join(_make_links_absolute(line, base_url) for line in text.split("\n")) if len(text) <= MAX_TEXT else ""


def scan_index(text: str) -> IndexScan:
    """Read an llms.txt line by line and note its headings and links.

    Args:
        text: the file, with any line ends.

    Returns:
        Everything found outside code fences, down to the 20,000th link.
    """
    scan = IndexScan()
    section = ""
    summary: list[str] = []
    for line in _lines_outside_fences(text):
        if len(scan.links) + len(scan.bare_urls) >= MAX_ENTRIES:
            break
        heading = _HEADING.match(line) if line.startswith("#") else None
        if heading is None:
            _scan_line(scan, line, section)
        if line.startswith(">") and not scan.sections:
            summary.append(line.lstrip("> \t"))
        if heading is not None and len(heading[1]) <= 2:
            title = _plain_line((heading[2] or "").rstrip("# \t"), _MAX_TITLE)
            # The first title names the whole; later ones open sections of their own.
            section = title if scan.titles or len(heading[1]) == 2 else ""
            (scan.titles if len(heading[1]) == 1 else scan.sections).append(title)
    scan.summary = _plain_line(" ".join(summary), _MAX_DESCRIPTION)
    return scan


def title_of_url(url: str) -> str:
    """Return a title made from a page's URL: its last path segment in words, else its host."""
    parts = urlsplit(url)
    name = unquote(parts.path).rstrip("/").rpartition("/")[2].partition(".")[0]
    words = clean(name).replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:_MAX_TITLE] if words else parts.netloc


def _lines_outside_fences(text: str) -> Iterator[str]:
    """Give the lines of cleaned text that are neither front matter nor in a code fence."""
    lines = clean(text).split("\n")
    start = 0
    if lines[0].rstrip() == "---" and "---" in lines[1:]:
        start = lines.index("---", 1) + 1
    fence = ""
    for line in lines[start:]:
        mark = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if fence:
            # Text after the closing marks is allowed: some files write "``` -->".
            if mark is not None and mark[1].startswith(fence):
                fence = ""
        elif mark is not None and not (mark[1][0] == "`" and "`" in mark[2]):
            fence = mark[1]
        else:
            yield line


def _scan_line(scan: IndexScan, line: str, section: str) -> None:
    item = _LIST_ITEM.match(line)
    end_of_last = 0
    for text, target, _, end in _links(line):
        leads_item = item is not None and not end_of_last
        scan.links.append(IndexLink(text, target, line[end:] if leads_item else "", section, leads_item))
        end_of_last = end
    if item is not None and not end_of_last:
        bare = _BARE_URL.search(line, item.end())
        if bare is not None and bare.start() - item.end() <= _MAX_BARE_TITLE:
            before, after = line[item.end() : bare.start()], line[bare.end() :]
            scan.bare_urls.append(IndexLink(before.rstrip(_LEADING_PUNCTUATION), bare[1], after, section, True))


def _links(line: str) -> Iterator[tuple[str, str, int, int]]:
    """Give text, target, the target's start and the link's end of each inline link in a line.

    An image is no link, but may be in a link's text.
    """
    if "](" not in line:
        return
    if lone := _LONE_LINK.fullmatch(line):
        yield lone[1], lone[2], lone.start(2), lone.end(2) + 1
        return
    openers: list[int] = []
    after_last = 0
    for mark in _LANDMARK.finditer(line):
        if mark.start() < after_last:
            continue
        if mark[0] == "[":
            openers.append(mark.start())
        elif mark[0] == "]" and openers:
            opener = openers.pop()
            destination = _DESTINATION.match(line, mark.end())
            if destination is None:
                continue
            after_last = destination.end()
            if not line.startswith("!", opener - 1, opener):
                openers.clear()
                group = 1 if destination[1] is not None else 2
                yield line[opener + 1 : mark.start()], destination[group], destination.start(group), after_last


def _make_links_absolute(line: str, base_url: str) -> str:
    """Return a line with its relative links made absolute."""
    for _, target, start, _ in reversed(list(_links(line))):
        with suppress(ValueError):
            if target and not target.startswith("#") and not urlsplit(target).scheme:
                line = line[:start] + urljoin(base_url, target) + line[start + len(target) :]
    return line


def _target_url(base_url: str, target: str, schemes: tuple[str, ...]) -> str:
    """Return the absolute URL of a link's target, "" for other schemes."""
    url = target.strip().replace(" ", "%20").partition("#")[0]
    if not url:
        return ""
    try:
        if not url.startswith(("https://", "http://")):
            url = urljoin(base_url, url)
        elif "[" in url or not url.isascii():
            # `urlsplit` fails on a malformed host; for plain hosts it would double the time of a parse.
            urlsplit(url)
    except ValueError:
        return ""
    scheme, _, rest = url.partition("://")
    has_place = scheme == "file" or not rest.startswith(("/", "?"))
    return url if scheme in schemes and rest and has_place else ""


def _root(base_url: str, schemes: tuple[str, ...]) -> str:
    """Return the origin of an address, "" for other schemes."""
    root = _ROOT.match(base_url)
    return root[0] if root and root[0].partition(":")[0] in schemes else ""


def _plain_line(text: str, limit: int) -> str:
    """Return text as one line without the marks of Markdown, cut at a limit in characters."""
    text = text[: 2 * limit]
    if _MARK.search(text):
        text = _MARKUP.sub("", text)
    words = " ".join(text.strip(_LEADING_PUNCTUATION).split())
    return words if len(words) <= limit else words[: limit - 1].rstrip() + "…"
