"""The counts of asked terms in the fields of chunks, made once for scores and features."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from math import log
from typing import NamedTuple

from pro_context_engine.search.index.change_history import (
    CHANGE_LOG_SHARE,
    UPGRADE_SHARE,
    is_change_log,
    is_upgrade_guide,
)
from pro_context_engine.search.index.chunk_fields import FIELDS

FIELD_WEIGHTS = {"title": 4, "path": 2, "headings": 3, "summary": 1, "names": 8}
"""The weight of a term in a field, relative to one in the text."""

_TITLE, _PATH, _HEADINGS, _SUMMARY, _NAMES, _BODY = map(
    FIELDS.index, ("title", "path", "headings", "summary", "names", "body")
)
_WEIGHTS = [FIELD_WEIGHTS.get(field, 0) for field in FIELDS]


class PageTerms:
    """The terms that all chunks of a page share, prepared once so that many questions can count terms in them.

    Args:
        fields: the terms of each field of one of its chunks, joined by spaces, in the order of `FIELDS`.
        links: the terms of the texts of links to it, joined by spaces.
        key: tells it from other pages.
        chunks: number of its chunks.
    """

    __slots__ = ("_facts", "chunks", "every", "key", "length", "links", "path", "share", "summary", "title")

    def __init__(self, fields: Sequence[str], links: str = "", key: Hashable = 0, chunks: int = 1) -> None:
        shared = title, path, summary = fields[_TITLE], fields[_PATH], fields[_SUMMARY]
        self.title, self.path, self.summary = pad(title), pad(path), pad(summary)
        self.links = pad(links) if links else ""
        self.every = f"{self.title}\n{self.path}\n{self.summary}\n{self.links}"
        self.key = key
        self.chunks = chunks
        self.length = sum(map(_words, shared))
        self._facts: PageFacts | None = None
        self.share = UPGRADE_SHARE if is_upgrade_guide(title, path) else 1.0

    @property
    def facts(self) -> PageFacts:
        """Return the facts that features need, made at the first call: half of the candidates have no features."""
        if self._facts is None:
            self._facts = PageFacts(
                grams(self.title), log(1 + len(set(self.title.split()))), log(1 + self.links.count("  "))
            )
        return self._facts

    def count(self, sought: str) -> PageCount:
        """Return the counts of a padded term."""
        title, path = self.title.count(sought), self.path.count(sought)
        weighted = _WEIGHTS[_TITLE] * title + _WEIGHTS[_PATH] * path
        return PageCount(
            title, path, self.links.count(sought), weighted + _WEIGHTS[_SUMMARY] * self.summary.count(sought)
        )


class PageFacts(NamedTuple):
    """The facts about a page by which its chunks are ranked.

    Attributes:
        grams: the groups of three letters of the title.
        title_words: see `Features`.
        linked: see `Features`.
    """

    grams: frozenset[str]
    title_words: float
    linked: float


class PageCount(NamedTuple):
    """The counts of a term in the title, the path and the links of a page, and in its fields by their weights."""

    title: int
    path: int
    links: int
    weighted: int


class Candidate:
    """A chunk that has some of the terms, prepared once so that many questions can count terms in it.

    Args:
        fields: the terms of each field, joined by spaces, in the order of `FIELDS`.
        page: its page.
        titles: titles of the sections that begin in it.
    """

    __slots__ = ("body", "headings", "length", "names", "page", "share", "titles")

    def __init__(self, fields: Sequence[str], page: PageTerms, titles: Sequence[str] = ()) -> None:
        headings, names, body = fields[_HEADINGS], fields[_NAMES], fields[_BODY]
        self.body, self.headings = pad(body), pad(headings)
        self.names = pad(names) if names else ""
        self.page = page
        # A padded text has one more space for each word.
        words = len(self.body) - len(body) - 1 if body else 0
        self.length = page.length + _words(headings) + _words(names) + words
        self.titles = titles
        self.share = CHANGE_LOG_SHARE if is_change_log(headings) else page.share

    @property
    def text(self) -> str:
        """Return all terms of the chunk, with a space before and after each."""
        return f"{self.page.title}{self.page.path}{self.page.summary}{self.headings}{self.names}{self.body}"


ChunkCount = tuple[int, int, int, int]
"""The counts of a term in a chunk: in its text, in all other fields by their weights, in its headings, in its names."""


class TermCounts:
    """The counts of terms in candidates.

    Attributes:
        chunks: for each term the counts by the position of the candidates that have it.
        pages: for each term the counts by the keys of the pages that have it, in links to them too.

    Args:
        terms: words, and pairs after the words that they are made of.
        candidates: the chunks.
        places: for a word the positions of the candidates that have it; where a word has no entry, all are examined.
    """

    def __init__(
        self,
        terms: Iterable[str],
        candidates: Sequence[Candidate],
        places: Mapping[str, Collection[int]] | None = None,
    ) -> None:
        self.chunks: dict[str, dict[int, ChunkCount]] = {}
        self.pages: dict[str, dict[Hashable, PageCount]] = {}
        places = places or {}
        pages = {one.page.key: one.page for one in candidates}
        # Most asked words are in none of the pages' titles, paths, summaries and links.
        of_pages = "\n".join([page.every for page in pages.values()])
        for term in terms:
            sought = pad(term)
            having_pages = pages.items() if sought in of_pages else ()
            in_pages = {key: page.count(sought) for key, page in having_pages if sought in page.every}
            words = [self.chunks[word].keys() for word in term.split(" ") if word in self.chunks]
            having = words[0] & words[-1] if words else places.get(term, range(len(candidates)))
            self.pages[term] = in_pages
            self.chunks[term] = _in_chunks(sought, candidates, having, in_pages)


def _in_chunks(
    sought: str, candidates: Sequence[Candidate], having: Iterable[int], in_pages: Mapping[Hashable, PageCount]
) -> dict[int, ChunkCount]:
    by_headings, by_names = _WEIGHTS[_HEADINGS], _WEIGHTS[_NAMES]
    found: dict[int, ChunkCount] = {}
    for position in having:
        one = candidates[position]
        inside, headings = one.body.count(sought), one.headings.count(sought)
        names = one.names.count(sought) if one.names else 0
        others = by_headings * headings + by_names * names
        if one.page.key in in_pages:
            others += in_pages[one.page.key].weighted
        if inside or others:
            found[position] = (inside, others, headings, names)
    return found


def pad(terms: str) -> str:
    """Return terms with two spaces between them: neighbours that shared one space would be counted once."""
    return f" {terms.replace(' ', '  ')} "


def grams(text: str) -> frozenset[str]:
    """Return the groups of three letters in padded terms, the spaces between terms included."""
    single = text.replace("  ", " ")
    return frozenset(map("".join, zip(single, single[1:], single[2:], strict=False)))


def _words(terms: str) -> int:
    return terms.count(" ") + 1 if terms else 0
