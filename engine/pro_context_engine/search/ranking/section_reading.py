"""A section read once for all wordings of a question: the parts of its text that the scores are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from math import log

from pro_context_engine.search.index.analysis import analyse
from pro_context_engine.search.ranking.hit_sections import HitSection, section_text

_DEPRECATED_WITHIN = 600

_ITEM = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )")
# The headings of our own above lists of names.
_LISTINGS = ("Also importable from", "Also exported from", "Module attributes")
_ERRORS = ("Error", "Exception", "Warning")


class ReadSection:
    """The parts of a section that scores are made of; words are parts of its text without white space.

    Attributes:
        section: the section.
        url: its address.
        title: its own heading, or the title of its page before the first heading.
        name: the last part of the name that the title is.
        fields: its name, its summary and its declaration (see `section_text`), each with its words.
        around: the words of the title of its page and of the headings that lead to it, its own included.
        items: the words of each paragraph and list item of its text.
        facts: the features that do not depend on the question: the length of the text, and 0 or 1 for a class, a
            function, an error, a deprecated name and a list of names.
    """

    __slots__ = ("around", "facts", "fields", "items", "name", "section", "title", "url")

    def __init__(self, section: HitSection) -> None:
        text = section.text
        parts = section_text(text)
        page_title = section.hit.chunk.page_title
        self.section, self.url = section, section.url
        self.title = section.path[-1] if section.path else page_title
        self.name = self.title.strip("`").rpartition(".")[2]
        self.fields = [(field, field.split()) for field in (self.name, parts.summary, parts.declaration)]
        self.around = " ".join([page_title, *section.path]).split()
        self.items = [item.split() for item in _ITEM.split(parts.rest)]
        declaration = parts.declaration
        self.facts = (
            log(1 + len(text)),
            float(declaration.startswith("class ") or "\nclass " in declaration),
            float("def " in declaration),
            float(self.name.endswith(_ERRORS)),
            float("eprecated" in text[:_DEPRECATED_WITHIN]),
            float(self.title.startswith(_LISTINGS)),
        )


def words_of(sections: Iterable[ReadSection]) -> set[str]:
    """Return the words of some sections, each once."""
    texts = ((one.around, *(words for _, words in one.fields), *one.items) for one in sections)
    return set().union(*chain.from_iterable(texts))


@lru_cache(maxsize=4_096)
def terms_of_name(name: str) -> tuple[str, ...]:
    """Return the terms of a name; the same names come again with every question about their library."""
    return tuple(analyse(name))
