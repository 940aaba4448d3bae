"""A full text (llms-full.txt) cut into its pages.

A page is known by the address in its head, else by its title where only one page of the table of contents has it. Text
without a certain page is left out, since the page itself can still be fetched: no text is given under the address of
another page. A document speaks for its own site only.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from pro_context_engine.documents.pages.headings import plain
from pro_context_engine.documents.pages.markdown import markdown_page
from pro_context_engine.domain.model import Page, TocEntry
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.llms_files.full_text_heads import MOST_HEADS, Head, heads_of
from pro_context_engine.sources.llms_files.link_list import MAX_ENTRIES
from pro_context_engine.sources.sites import absolute_url, speaks_for

_ENDING = re.compile(r"(?:\.(?:mdx?|html?))++$", re.IGNORECASE)
_RULE = re.compile(r"(-{3,}|={3,}|\*{3,}|_{3,}|\* \* \*)$")
_MOST_RULES = 3
_MOST_RULE = 200
# Strong heads prove nothing about a file in which they are rarer than one in so many weak heads.
_TRUSTED_SHARE = 5


@value_class
class PageText:
    """The text of one page within a full text: the characters from `start` up to `end`."""

    url: str
    title: str
    description: str
    start: int
    end: int

    def page(self, text: str) -> Page:
        """Return the page.

        Args:
            text: the characters from `start` up to `end`.

        Raises:
            NotDocumentation: the text is empty or too long.
        """
        page = markdown_page(self.url, text, description=plain(self.description))
        return replace(page, title=plain(self.title) or page.title)


def page_texts(text: str, url: str, entries: Sequence[TocEntry], origin: str) -> list[PageText]:
    """Cut a full text into pages.

    Args:
        text: the full text, cleaned (`pages.text.clean`).
        url: its address, against which relative addresses are resolved.
        entries: the table of contents; a page that it lists keeps the address it has there.
        origin: the address of the table of contents.

    Returns:
        The pages in the order of the text, disjoint, each URL once, at most 20,000.
    """
    heads = heads_of(text)
    end_of_text = len(text)
    if len(heads) >= MOST_HEADS:
        # The heads after the last one are not known.
        end_of_text = heads.pop().start
    pages = _PagesOfHeads(entries, (url, origin))
    pages.assign(heads)
    stops = _stops(heads, pages)
    texts = []
    for head, following in zip(stops, [*stops[1:], None], strict=False):
        limit = head.end if head.end >= 0 else following.start if following else end_of_text
        end, ruled = _end_of_page(text, head.body, limit)
        page_url = pages.urls.get(head.start)
        if page_url and end > head.body and (ruled or pages.ends_before(head, following)):
            texts.append(PageText(page_url, head.title, head.description, head.body, end))
    return texts[:MAX_ENTRIES]


class _PagesOfHeads:
    """The page that each head of a full text belongs to.

    Args:
        entries: the table of contents.
        documents: the URLs of documents on the sites that the full text speaks for, its own first.
    """

    def __init__(self, entries: Sequence[TocEntry], documents: Sequence[str]) -> None:
        self._documents = documents
        self._listed: dict[str, str] = {}
        self._titled: dict[str, set[str]] = {}
        self._named: set[str] = set()
        self.urls: dict[int, str] = {}
        for entry in filter(lambda entry: self._is_of_site(entry.url), entries):
            self._listed[entry.url] = entry.url
            self._listed.setdefault(_key(entry.url), entry.url)
            self._titled.setdefault(_words(entry.title), set()).add(entry.url)

    def assign(self, heads: Sequence[Head]) -> None:
        """Find the page of each head: by the address in the head, else by the title."""
        for head in heads:
            url = self._page_at(head.address)
            if url and url not in self._named:
                self._named.add(url)
                self.urls[head.start] = url
        without = [head for head in heads if head.start not in self.urls]
        occurrences = Counter(_words(head.title) for head in without)
        for head in without:
            title = _words(head.title)
            candidates = self._titled.get(title, set())
            if occurrences[title] == 1 and len(candidates) == 1 and not candidates & self._named:
                self.urls[head.start] = next(iter(candidates))

    def recognises(self, head: Head) -> bool:
        """Tell whether a head is strong, or has the title of a page that no head names by its address."""
        return not head.weak or bool(self._titled.get(_words(head.title), set()) - self._named)

    def ends_before(self, head: Head, following: Head | None) -> bool:
        """Tell whether the page of a head certainly ends at the following head."""
        if following is None:
            return not head.weak
        return head.end >= 0 or self.recognises(following)

    def _page_at(self, address: str) -> str:
        """Return the page at an address, "" for a page of another site."""
        url = absolute_url(address, self._documents[0]) if address else ""
        if not url or not self._is_of_site(url) or url in self._documents:
            return ""
        return self._listed.get(url) or self._listed.get(_key(url)) or url

    def _is_of_site(self, url: str) -> bool:
        return any(speaks_for(document, url) for document in self._documents)


def _stops(heads: Sequence[Head], pages: _PagesOfHeads) -> list[Head]:
    """Return the heads at which a page may end: only strong ones, in a file where they are common enough."""
    strong = sum(not head.weak for head in heads)
    trusted = strong * _TRUSTED_SHARE >= len(heads) - strong
    return [head for head in heads if pages.recognises(head) or not trusted]


def _end_of_page(text: str, start: int, end: int) -> tuple[int, bool]:
    """Return the end of a page without the blank lines and rules after it, and whether there is a rule."""
    page = text[start:end].rstrip()
    ruled = False
    for _ in range(_MOST_RULES):
        line = page[page.rfind("\n", max(0, len(page) - _MOST_RULE)) + 1 :]
        if not _RULE.match(line.strip()):
            break
        page, ruled = page[: len(page) - len(line)].rstrip(), True
    return start + len(page), ruled


def _key(url: str) -> str:
    """Return the key that all forms of a page's address share."""
    parts = urlsplit(url)
    path = _ENDING.sub("", parts.path.rstrip("/")).removesuffix("/index").rstrip("/")
    return f"//{parts.netloc.lower().removeprefix('www.')}{path}?{parts.query}"


def _words(title: str) -> str:
    return " ".join(plain(title[:500]).casefold().split())
