"""The sections of a README that say more about names than the comments in the code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from pro_context_engine.domain.model import Heading, Page
from pro_context_engine.sources.packages.npm.declarations.declaration_page import heading_name
from pro_context_engine.sources.packages.npm.declarations.declarations import Declaration

_CALLED = re.compile(r"(?:^|[^\w$])([A-Za-z_$][\w$]*)[ \t]*\(")
# In a heading, words in brackets may follow others: `Pond (deep)`.
_CALLED_IN_TITLE = re.compile(r"(?:^|[^\w$])([A-Za-z_$][\w$]*)\(")
_NOT_IN_NAME = re.compile(r"[^A-Za-z0-9]+")
# `beginDive`: no word of a language is written so.
_OF_SEVERAL_WORDS = re.compile(r"[a-z][a-z0-9]*[A-Z]")
_FENCE, _SIGNATURE = "```", "```ts"
_ALIASES = "Also exported as"


class DescribedInReadme:
    """The places in a README that describe names.

    Args:
        page: the page of the README.

    Attributes:
        page: the page of the README.
        called: the titles of its headings that are calls, by the called names.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.called: dict[str, str] = {}
        self._titled: dict[str, tuple[str, int]] = {}
        self._worded: dict[str, tuple[str, int]] = {}
        self._mentioned: dict[str, str] = {}
        for heading, lines in _sections(page):
            text = "\n".join(lines)
            if text.strip() and (call := _CALLED_IN_TITLE.search(heading.title)):
                self.called.setdefault(call[1], heading.title)
            place = heading.anchor, len(text.strip())
            self._titled.setdefault(_name_of_title(heading.title), place)
            self._worded.setdefault(_NOT_IN_NAME.sub("", heading.title).lower(), place)
            for name in _CALLED.findall(text):
                self._mentioned.setdefault(name, heading.anchor)

    def place(self, name: str, known: int) -> str | None:
        """Return the URL of the section that describes a name, None for none that says more than the code.

        It has the name in its heading, or is the first that calls a name of which the code says nothing. Such names
        may not be words of the text.

        Args:
            name: the name, without its owner.
            known: the number of characters that the code says about it.
        """
        has_several_words = _OF_SEVERAL_WORDS.match(name) is not None
        anchor, size = self._titled.get(name) or (has_several_words and self._worded.get(name.lower())) or ("", 0)
        if size <= known:
            anchor = self._mentioned.get(name, "") if has_several_words and not known else ""
        return f"{self.page.url}#{anchor}" if anchor else None

    def left(self, public: Sequence[tuple[str, Declaration]]) -> list[tuple[str, Declaration]]:
        """Return the functions without a comment whose call is a heading of the README, with this heading.

        Args:
            public: the names on a page, with their declarations.
        """
        named = [(heading_name(name, one), one) for name, one in public] if self.called else []
        count = Counter(name for name, _ in named)
        bare = [(name, one) for name, one in named if one.kind == "function" and not one.doc and count[name] == 1]
        return [(self.called[name], one) for name, one in bare if name in self.called]


def said_in_sections(page: Page) -> dict[str, int]:
    """Return how many characters the sections of a page of declarations have beside signatures, by anchor."""
    return {heading.anchor: _said(lines) for heading, lines in _sections(page)}


def _said(lines: list[str]) -> int:
    is_signature, found = False, 0
    for line in lines:
        if line.startswith(_FENCE):
            is_signature = line == _SIGNATURE
        elif not is_signature and not line.startswith(_ALIASES):
            found += len(line.strip())
    return found


def _sections(page: Page) -> Iterator[tuple[Heading, list[str]]]:
    """Yield the headings of a page, each with the lines up to the next one."""
    lines = page.markdown.split("\n")
    ends = [*(heading.line - 1 for heading in page.headings[1:]), len(lines)]
    for heading, end in zip(page.headings, ends, strict=False):
        yield heading, lines[heading.line : end]


def _name_of_title(title: str) -> str:
    """Return the name that a heading is about: a called one (`kit.dive(depth)`), or all of it."""
    called = _CALLED_IN_TITLE.search(title)
    return called[1] if called else title.strip("`.*_ ").rpartition(".")[2]
