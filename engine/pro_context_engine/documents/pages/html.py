"""The conversion of HTML documents to pages.

Regular expressions read the HTML, since a full parser has no bounds on hostile documents (decision 44).
"""

from __future__ import annotations

import html
import re
from urllib.parse import urljoin, urlsplit

from pro_context_engine.documents.pages import main_element
from pro_context_engine.documents.pages.closed_links import with_closed_links
from pro_context_engine.documents.pages.html_blocks import with_languages, with_plain_blocks, without_tooltips
from pro_context_engine.documents.pages.html_layout import with_plain_layout
from pro_context_engine.documents.pages.html_outline import with_outline
from pro_context_engine.documents.pages.html_parts import beginning, join_parts, parts
from pro_context_engine.documents.pages.link_frames import without_link_frames
from pro_context_engine.documents.pages.markdown import MOST_KEPT, REST_LEFT_OUT, markdown_page
from pro_context_engine.documents.pages.page_title import own_title, with_title
from pro_context_engine.documents.pages.source_formats import as_markdown
from pro_context_engine.documents.pages.visible_html import without_colours, without_notes_on_scripts, without_unseen
from pro_context_engine.domain.errors import NotDocumentation
from pro_context_engine.domain.model import Page

_MEDIA_TYPES = ("text/html", "application/xhtml+xml")
_DOCUMENT = re.compile(
    r"\s*(?:<\?xml[^<>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*+-->\s*)*+<(?:!doctype\s+html|html|head|body)\b", re.I
)
_ANY_TAG = re.compile(r"<(?:!doctype|html|head|body|div|main|article|section|p|h[1-6]|ul|table|pre)\b", re.I)
# The elements around and between the text of a page: navigation, permalinks, buttons, notices.
_EXCLUDED = [
    *("nav", "header", "footer", "aside", "button", "svg", "dialog", "form", "[role=navigation]", "[role=search]"),
    *(
        "[role=banner]",
        "[role=contentinfo]",
        "[aria-hidden=true]",
        ".sidebar",
        ".toctree-wrapper + .clearer",
        ".breadcrumbs",
    ),
    *(
        ".headerlink",
        ".header-anchor",
        ".hash-link",
        ".anchor-link",
        ".viewcode-link",
        ".edit-this-page",
        ".theme-edit-this-page",
    ),
    *(
        ".cookie-banner",
        ".cookie-consent",
        "#onetrust-consent-sdk",
        ".pagination-nav",
        ".skip-link",
        ".linenos",
        ".lang",
    ),
    # Doxygen, gi-docgen, rustdoc, RDoc, Haddock, DocBook, TypeDoc: links to sources, code of methods, tooltips of code.
    *(".srclink", "a.src", ".test-arrow", ".method-click-advice", ".method-source-code", ".selflink", ".permalink"),
    *(".ttc", ".lineno", ".navheader", ".navfooter", ".navpath", ".col-sidebar", ".tsd-anchor-icon"),
]
# The longest word of each selector: without it in the document a selector is left out, for each costs time per tag.
_EXCLUDED_BY_WORD = {selector: max(re.findall(r"[\w-]+", selector), key=len) for selector in _EXCLUDED}
# Only addresses that may begin with a forbidden scheme are checked: with j, v, d, an entity or a control character.
_HREF = re.compile(r"[hH][rR][eE][fF]\s*+=\s*+(?=[\"']?[jvdJVD&\x00-\x20])(\"[^\"<>]*+\"|'[^'<>]*+'|[^\s\"'<>]++)")
_ACTIVE_SCHEME = re.compile(r"[\x00-\x20]*(?:java|vb)script:|[\x00-\x20]*data:", re.I)
_PASSWORD_FIELD = re.compile(r"<input\b[^<>]*\btype\s*=\s*[\"']?password\b", re.I)
_MOST_CHARACTERS = 5_000_000
_MOST_TAGS = 400_000
# The most tags that are converted, colours of code not counted: the longest pages of real documentation have 33,000.
_MOST_READ = 40_000
# A heading takes two lines of Markdown: later headings would be beyond the lines of a page that are kept.
_MOST_HEADINGS = MOST_KEPT // 2
_MOST_TAG = 10_000
# Levels of nested elements; deeper ones are left out. Documentation has some 40, and browsers stop at 512.
_MOST_DEPTH = 200
_MOST_LOGIN_TEXT = 2_000
_MOST_REDIRECTION_TEXT = 500
# A document with more than one unreadable character in so many is not text.
_UNREADABLE_SHARE = 50


def looks_like_html(text: str, media_type: str) -> bool:
    """Tell whether a text is an HTML document, even under another media type.

    Args:
        text: the document as it was served.
        media_type: its media type, without parameters; "" if unknown.
    """
    if _DOCUMENT.match(text, 0, 10_000):
        return True
    return media_type in _MEDIA_TYPES and (text.lstrip()[:1] == "<" or bool(_ANY_TAG.search(text, 0, 10_000)))


def page_of(url: str, text: str, media_type: str = "") -> Page:
    """Return a fetched text as a page, read as HTML or in the format that the ending of its URL names.

    Args:
        url: the address it was read from.
        text: the document as it was served.
        media_type: its media type, without parameters; "" if unknown.

    Raises:
        NotDocumentation: the text is empty, binary, a login page, or beyond the bounds of a page.
    """
    sample = text[:4_096]
    if "\x00" in sample or sum(map(sample.count, "\ufffd\x01\x02\x03\x04")) * _UNREADABLE_SHARE > len(sample):
        raise NotDocumentation(url, "not text")
    if looks_like_html(text, media_type):
        return html_page(url, text)
    return markdown_page(url, as_markdown(urlsplit(url).path, text))


def html_page(url: str, document: str) -> Page:
    """Return an HTML document's main element as a page.

    Args:
        url: the address it was read from; relative links are resolved against it.
        document: the HTML as it was served.

    Raises:
        NotDocumentation: the document is empty, a login page, only leads to another page of its site, or is beyond the
            bounds of a page.
    """
    if len(document) > _MOST_CHARACTERS or document.count("<") > _MOST_TAGS:
        raise NotDocumentation(url, "too large for a page")
    main = main_element.cut(document)
    own = main_element.title(document)
    markdown = without_link_frames(_converted(url, main, urljoin(url, main_element.base(document)), own))
    if len(markdown) < _MOST_LOGIN_TEXT and _PASSWORD_FIELD.search(main):
        raise NotDocumentation(url, "a login page")
    if len(markdown) < _MOST_REDIRECTION_TEXT and _is_on_site(url, main_element.led_on_to(document)):
        raise NotDocumentation(url, "it only leads to another page")
    title, description = own_title(own, markdown), main_element.description(document)
    return markdown_page(url, markdown, title=title, description=description)


def _is_on_site(url: str, target: str) -> bool:
    """Tell whether an address that a document leads on to is on its own host; False for none."""
    try:
        return target != "" and urlsplit(urljoin(url, target)).netloc == urlsplit(url).netloc
    except ValueError:
        return False


def fragment_markdown(fragment: str) -> str:
    """Return HTML that stands in a Markdown text as Markdown, "" if it cannot be read; links stay as they are."""
    try:
        return _converted("", fragment, "")
    except NotDocumentation:
        return ""


def _converted(url: str, main: str, links_from: str, title: str = "") -> str:
    from html_to_markdown import ConversionError, ConversionOptions, convert  # noqa: PLC0415 - 50 ms at start-up

    source, is_whole = _readable(main, title)
    lowered = source.lower()
    options = ConversionOptions(
        base_url=links_from,
        exclude_selectors=[selector for selector, word in _EXCLUDED_BY_WORD.items() if word in lowered],
        inline_data_media="alt_text_only",
        hidden_content="reachable",
        compact_tables=True,
        autolinks=False,
        extract_metadata=False,
        max_depth=_MOST_DEPTH,
    )
    try:
        converted = [((convert(part, options).content or "").strip("\n"), goes_on) for part, goes_on in parts(source)]
    except ConversionError as error:
        raise NotDocumentation(url, "unreadable HTML") from error
    if not is_whole:
        converted.append((REST_LEFT_OUT, False))
    return join_parts(converted)


def _readable(main: str, title: str) -> tuple[str, bool]:
    """Return the HTML prepared for the converter, and whether it is complete."""
    whole = without_colours(without_notes_on_scripts(without_unseen(main)))
    source = beginning(beginning(whole, "<", _MOST_READ), "<h", _MOST_HEADINGS)
    is_whole = len(source) == len(whole)
    source = _HREF.sub(_passive, _without_endless_tags(source))
    source = with_plain_layout(with_title(source, title))
    source = with_languages(without_tooltips(with_plain_blocks(with_outline(source))))
    return with_closed_links(source), is_whole


def _without_endless_tags(main: str) -> str:
    """Return the HTML with overlong tags emptied: the conversion of a tag takes time quadratic in its attributes."""
    pieces = main.split(">")
    if max(map(len, pieces)) <= _MOST_TAG:
        return main
    for number, piece in enumerate(pieces):
        if len(piece) > _MOST_TAG and 0 <= (start := piece.find("<")) < len(piece) - _MOST_TAG:
            pieces[number] = f"{piece[:start]}<wbr"
    return ">".join(pieces)


def _passive(attribute: re.Match[str]) -> str:
    """Return the attribute of a link, "" if its address would run a script or carries its own content."""
    return "" if _ACTIVE_SCHEME.match(html.unescape(attribute[1].strip("\"'"))) else attribute[0]
