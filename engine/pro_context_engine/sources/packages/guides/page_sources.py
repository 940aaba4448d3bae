"""A document as its author wrote it: its title, and the share of it that is text of its own."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from pro_context_engine.documents.pages.authoring import front_matter
from pro_context_engine.documents.pages.headings import plain
from pro_context_engine.documents.pages.rst_inline import plain_roles
from pro_context_engine.domain.value_class import value_class

_MOST_LINES = 2_000
_LONGEST_LINE = 2_000
_UNDERLINE = re.compile(r"([=\-~^\"'`#*+.:_<>])\1{2,}\s*$")
_HEADING = re.compile(r"#{1,2}\s+(.{1,300}?)\s*#*$")
_ATTRIBUTES = re.compile(r"\s*\{[#.][^{}]*\}$")
_MYST_ROLE = re.compile(r"\{([a-zA-Z][\w:.+-]{0,30})\}(?=`)")
_TARGET = re.compile(r"\(([\w.-]+)\)=$")
_GENERATED = re.compile(
    r"\s*(?:\.\. (?:[\w+-]+:)?auto(?!summary)\w+::|(?:`{3,}|:{3,})[ \t]*\{auto\w+\}|::: [\w.]+\s*$"
    r"|\.\. (?:autosummary|click)::|::: ?mkdocs)"
)
_TREE = re.compile(r"\s*(?:\.\. toctree::|(`{3,}|:{3,})[ \t]*\{toctree\})")
_DIRECTIVE = re.compile(r"\s*(?:\.\. |`{3,}[ \t]*\{|:{3,}|:[\w-]+:)")
_WORD = re.compile(r"[A-Za-z]{2,}")
_LONGEST_TITLE = 200
_LONGEST_HEADING = 500

OWN_WORDS = 30
OWN_WORDS_EACH = 5
"""A page with fewer words than these, and than so many for each object that it takes from the code, repeats the API."""

LIST_WORDS = 10
"""A page that lists other pages and has fewer words has no text of its own."""


@value_class
class PageSource:
    """The properties of a document that a table of contents needs.

    Attributes:
        title: its first heading, "" if it has none.
        words: number of words in the text of its first 2,000 lines, without headings, directives and toctrees.
        generated: number of its directives that Sphinx or MkDocs would fill from the code.
        lines: number of lines that were read.
    """

    title: str
    words: int
    generated: int
    lines: int

    def has_text(self, *, lists_pages: bool) -> bool:
        """Tell whether a page has text that neither the API pages nor the table of contents have.

        Args:
            lists_pages: whether the page has a toctree.
        """
        if self.generated:
            return self.words >= OWN_WORDS + OWN_WORDS_EACH * self.generated
        return self.words >= LIST_WORDS or not lists_pages


def page_source(path: str, text: str, most_lines: int) -> PageSource:
    """Return the properties of a document.

    Args:
        path: its ending tells Markdown from reStructuredText.
        text: as it is written.
        most_lines: bound on the lines to read; 2,000 are read at most.
    """
    most = min(most_lines, _MOST_LINES)
    lines = [line[:_LONGEST_LINE] for line in text.split("\n", most)[:most]]
    title = _markdown_title(lines) if path.lower().endswith((".md", ".markdown", ".mdx")) else _rst_title(lines)
    words = generated = 0
    margin, fence = -1, ""
    for line in lines:
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip())
        if fence:
            fence = "" if line.strip() == fence else fence
        elif tree := _TREE.match(line):
            margin, fence = indent, tree[1] or ""
        elif _GENERATED.match(line):
            generated, margin = generated + 1, indent
        elif margin >= 0 and indent > margin:
            continue  # the options or the pages of such a directive
        else:
            margin = -1
            is_markup = _DIRECTIVE.match(line) or _UNDERLINE.match(line) or line.startswith("#")
            words += 0 if is_markup else len(_WORD.findall(line))
    return PageSource(title, words, generated, len(lines))


def _rst_title(lines: Sequence[str]) -> str:
    """Return the text of the first heading, with a line below it or with lines above and below."""
    return next((title for _, title in rst_headings(lines)), "")


def rst_headings(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the number of the line and the text of each heading."""
    for number, (line, below) in enumerate(itertools.pairwise(lines)):
        text = line.strip()
        under = _UNDERLINE.match(below[:_LONGEST_TITLE]) if text and not _UNDERLINE.match(text) else None
        if under is None or text.startswith((".. ", ":")):
            continue
        over = number > 0 and lines[number - 1].rstrip() == below.rstrip()
        if over or (not line[0].isspace() and len(below.rstrip()) + 2 >= len(text)):
            yield number, plain(plain_roles(text))[:_LONGEST_TITLE]


def _markdown_title(lines: Sequence[str]) -> str:
    """Return the first heading outside of fences, else the title in the front matter."""
    fields, rest = front_matter(lines)
    fence = ""
    for number, line in enumerate(rest):
        text = line.strip()
        if fence:
            fence = "" if text.startswith(fence) else fence
        elif text.startswith(("```", "~~~")):
            fence = text[:3]
        elif heading := _HEADING.match(text[:_LONGEST_HEADING]):
            return _shown(heading[1])
        elif number + 1 < len(rest) and text and _is_setext(rest[number + 1]) and not _TARGET.match(text):
            return _shown(text)
    return plain(fields.get("title", ""))[:_LONGEST_TITLE]


def _is_setext(line: str) -> bool:
    return len(line.strip()) > 2 and not line.strip().strip("=")


def _shown(title: str) -> str:
    return plain(plain_roles(_MYST_ROLE.sub(r":\1:", _ATTRIBUTES.sub("", title))))[:_LONGEST_TITLE]
