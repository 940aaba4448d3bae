"""Markdown as authors write it becomes a page as readers see it."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from pro_context_engine.documents.pages.authoring import front_matter, readable
from pro_context_engine.documents.pages.headings import outline, plain, title_in
from pro_context_engine.documents.pages.text import clean, one_line
from pro_context_engine.domain.errors import NotDocumentation
from pro_context_engine.domain.model import Page

# Beyond these nothing is a page one reads, and reading it would keep others waiting.
_MOST_CHARACTERS = 5_000_000
MOST_LINES = 100_000
MOST_KEPT = 20_000
"""Lines that are kept of those; the longest pages of real documentation have about half as many."""

REST_LEFT_OUT = "> The rest of this page is left out: it is too long to be read as a whole."
"""What stands at the end of a page that was cut."""
_MOST_HEADINGS = 20_000
# Not every line that begins so makes a heading, but each may.
_HEADING_MARKS = ("\n#", "\n==", "\n--")


def markdown_page(
    url: str, text: str, *, title: str = "", description: str = "", section: str = "", most_lines: int = MOST_KEPT
) -> Page:
    """Return a Markdown or MDX text as a page.

    Args:
        url: where it was read.
        text: the text as it came.
        title: what the TOC calls it; used if the page has neither a level-1 heading nor a title in its front matter.
        description: what the TOC says about it; else the front matter's.
        section: the TOC section it is in.
        most_lines: that are kept; what follows them is left out, and the page says so.

    Raises:
        NotDocumentation: the text is blank, or beyond all bounds of a page.
    """
    if len(text) > _MOST_CHARACTERS:
        raise NotDocumentation(url, "too large for a page")
    text = clean(text)
    if text.count("\n") > MOST_LINES or sum(map(text.count, _HEADING_MARKS)) > _MOST_HEADINGS:
        raise NotDocumentation(url, "too many lines for a page")
    fields, lines = front_matter(text.split("\n"))
    if len(lines) > most_lines:
        lines = [*lines[:most_lines], "", REST_LEFT_OUT]
    markdown = "\n".join(readable(lines)).strip("\n")
    if not markdown.strip():
        raise NotDocumentation(url, "empty")
    headings = outline(markdown)
    return Page(
        url=url,
        title=title_in(headings) or plain(fields.get("title", "")) or one_line(title) or _name(url),
        markdown=f"{markdown}\n",
        headings=headings,
        description=one_line(description) or plain(fields.get("description", "")),
        section=one_line(section),
    )


def _name(url: str) -> str:
    """Return the last word of the URL's path, for pages that have no title at all."""
    return one_line(unquote(urlsplit(url).path).rstrip("/").rpartition("/")[2].partition(".")[0])
