"""A section as the scores see it: the terms of the parts of its text, read once for all questions."""

from __future__ import annotations

import re
from functools import lru_cache
from math import log
from typing import NamedTuple

from pro_context_engine.search.index.analysis import analyse, runs_of
from pro_context_engine.search.index.stop_words import STOP_WORDS
from pro_context_engine.search.ranking.hit_sections import HitSection, section_text

KEPT_TEXTS = 2_048
"""The sections whose terms are kept: each takes a few kilobytes, and the next question about a library meets many."""

_DEPRECATED_WITHIN = 600

_ITEM = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )")
# The headings of our own above lists of names.
_LISTINGS = ("Also importable from", "Also exported from", "Module attributes")
_ERRORS = ("Error", "Exception", "Warning")

Terms = tuple[str, ...]


class FieldTerms(NamedTuple):
    """The terms of a name, summary or declaration, and the number of its words."""

    terms: Terms
    words: int


class TextTerms(NamedTuple):
    """The terms of a section's text.

    Attributes:
        summary: of the first paragraph, see `section_text`.
        declaration: of the declaration, see `section_text`.
        focus: the terms of the summary without stop words.
        items: those of each paragraph and list item.
        length: the logarithm of the length of the text.
        is_class: 0 or 1 for a class.
        is_function: 0 or 1 for a function.
        is_deprecated: 0 or 1 for a deprecated name.
    """

    summary: FieldTerms
    declaration: FieldTerms
    focus: Terms
    items: tuple[Terms, ...]
    length: float
    is_class: float
    is_function: float
    is_deprecated: float


class ReadSection:
    """A section with all that its scores are made of and no question changes.

    Attributes:
        section: the section.
        url: its address.
        name: the last part of the name that its heading is; of the title of its page before the first heading.
        field: the terms of the name.
        text: the terms of its text.
        around: the terms of the title of its page and of the headings that lead to it, its own included.
        is_error: 0 or 1 for an error.
        is_listing: 0 or 1 for a list of names.
    """

    __slots__ = ("around", "field", "is_error", "is_listing", "name", "section", "text", "url")

    def __init__(self, section: HitSection) -> None:
        page_title = section.hit.chunk.page_title
        title = section.path[-1] if section.path else page_title
        self.section, self.url = section, section.url
        self.name = title.strip("`").rpartition(".")[2]
        self.field = field_of(self.name)
        self.text = terms_of_text(section.text)
        self.around = sum((field_of(one).terms for one in section.path), field_of(page_title).terms)
        self.is_error = float(self.name.endswith(_ERRORS))
        self.is_listing = float(title.startswith(_LISTINGS))


@lru_cache(maxsize=2 * KEPT_TEXTS)
def field_of(title: str) -> FieldTerms:
    """Return the terms of a name or a heading."""
    return FieldTerms(tuple(analyse(title)), len(runs_of(title)))


@lru_cache(maxsize=KEPT_TEXTS)
def terms_of_text(text: str) -> TextTerms:
    """Return the terms of the text of a section."""
    parts = section_text(text)
    declaration, summary = parts.declaration, tuple(analyse(parts.summary))
    # Most often the summary is the first paragraph.
    items = (summary if item == parts.summary else tuple(analyse(item)) for item in _ITEM.split(parts.rest))
    return TextTerms(
        summary=FieldTerms(summary, len(runs_of(parts.summary))),
        declaration=FieldTerms(tuple(analyse(declaration)), len(runs_of(declaration))),
        focus=tuple(term for term in summary if term not in STOP_WORDS),
        items=tuple(filter(None, items)),
        length=log(1 + len(text)),
        is_class=float(declaration.startswith("class ") or "\nclass " in declaration),
        is_function=float("def " in declaration),
        is_deprecated=float("eprecated" in text[:_DEPRECATED_WITHIN]),
    )
