"""A section as the scores see it: where the parts of its text stand among its terms."""

from __future__ import annotations

from functools import lru_cache
from math import log
from typing import NamedTuple

from pro_context_engine.domain.page_labels import ERROR_MESSAGES
from pro_context_engine.search.index.analysis import analyse, runs_of
from pro_context_engine.search.index.section_parts import Pieces, divided_terms, is_reference
from pro_context_engine.search.ranking.hit_sections import HitSection

KEPT_TEXTS = 1_024
"""The sections whose terms are kept, of those that no store has divided; a few kilobytes each."""

KEPT_TITLES = 4_096
"""The headings and names whose terms are kept."""

_DEPRECATED_WITHIN = 600

# The headings of our own above lists of names.
_LISTINGS = ("Also importable from", "Also exported from", "Module attributes")
_ERRORS = ("Error", "Exception", "Warning")


class Title(NamedTuple):
    """The terms of a name or a heading, and the number of its words."""

    terms: tuple[str, ...]
    words: int


class TextTerms(NamedTuple):
    """The terms of a section's text among others.

    Attributes:
        padded: terms, each with a space on either side.
        start: where those of the declaration begin.
        pieces: how they are divided.
    """

    padded: str
    start: int
    pieces: Pieces


class ReadSection:
    """A section with all that its scores are made of and no question changes.

    Attributes:
        section: the section.
        url: its address.
        name: the last part of the name that its heading is; of the title of its page before the first heading.
        symbol: the same as text, "" for a section that is not of an API reference.
        text: the terms of its text.
        around: the terms of the title of its page and of the headings that lead to it, its own included.
        length: the logarithm of the length of its text without the messages of errors.
        is_error: 0 or 1 for an error.
        is_deprecated: 0 or 1 for a deprecated name.
        is_listing: 0 or 1 for a list of names.
        messages: how many of the last items of its text are messages of errors, their label included.
    """

    __slots__ = (
        "around",
        "is_deprecated",
        "is_error",
        "is_listing",
        "length",
        "messages",
        "name",
        "section",
        "symbol",
        "text",
        "url",
    )

    def __init__(self, section: HitSection) -> None:
        page_title, text = section.hit.chunk.page_title, section.text
        title = section.path[-1] if section.path else page_title
        name = title.strip("`").rpartition(".")[2]
        self.section, self.url = section, section.url
        self.name = read_title(name)
        self.symbol = name if is_reference(self.url) else ""
        self.text = _terms_of(section, text)
        self.around = [term for one in (page_title, *section.path) for term in read_title(one).terms]
        # The messages of a function's errors tell nothing about its length and its state.
        described, label, messages = text.partition(ERROR_MESSAGES)
        self.messages = messages.count("\n- ") + 1 if label else 0
        self.length = log(1 + len(described))
        self.is_error = float(name.endswith(_ERRORS))
        self.is_deprecated = float("eprecated" in described[:_DEPRECATED_WITHIN])
        self.is_listing = float(title.startswith(_LISTINGS))


@lru_cache(maxsize=KEPT_TITLES)
def read_title(title: str) -> Title:
    """Return the terms of a name or a heading."""
    return Title(tuple(analyse(title)), len(runs_of(title)))


def _terms_of(section: HitSection, text: str) -> TextTerms:
    """Return the terms of a section: those of its chunk, where it is stored how these are divided."""
    if section.pieces is None or not section.hit.terms:
        return _analysed(text)
    pieces, behind = section.pieces
    # The text is the last field of a chunk.
    return TextTerms(section.hit.terms, len(section.hit.terms) - behind - pieces.room + pieces.before, pieces)


@lru_cache(maxsize=KEPT_TEXTS)
def _analysed(text: str) -> TextTerms:
    terms, pieces = divided_terms(text)
    return TextTerms(f" {'  '.join(terms)} ", 0, pieces)
