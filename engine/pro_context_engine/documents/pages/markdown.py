"""The conversion of Markdown and MDX texts to pages."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from pro_context_engine.documents.pages.authoring import front_matter, readable
from pro_context_engine.documents.pages.headings import outline, plain, title_in
from pro_context_engine.documents.pages.text import clean, one_line
from pro_context_engine.domain.errors import NotDocumentation
from pro_context_engine.domain.model import Page

# A larger text is not a page that anyone reads, and would keep other requests waiting.
_MOST_CHARACTERS = 5_000_000
MOST_LINES = 100_000
MOST_KEPT = 20_000
"""The most lines that are kept of a page; the longest pages of real documentation have about half as many."""

REST_LEFT_OUT = "> The rest of this page is left out: it is too long to be read as a whole."
"""The last line of a page that was cut."""
_MOST_HEADINGS = 20_000
# A line that begins so may be a heading.
_HEADING_MARKS = ("\n#", "\n==", "\n--")


def markdown_page(
    url: str, text: str, *, title: str = "", description: str = "", section: str = "", most_lines: int = MOST_KEPT
) -> Page:
    """Return a Markdown or MDX text as a page.

    Args:
        url: the address it was read from.
        text: the document as it was served.
        title: its title in the TOC; used if the page has neither a level-1 heading nor a title in its front matter.
        description: its description in the TOC; if "", that of the front matter is used.
        section: its section of the TOC.
        most_lines: the most lines that are kept; the page says if later lines are left out.

    Raises:
        NotDocumentation: the text is blank, or beyond the bounds of a page.
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
