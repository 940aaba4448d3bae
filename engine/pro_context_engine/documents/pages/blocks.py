"""The blocks of a Markdown text, found line by line: the first and last line of each, not its content.

The scanner reads each line once, many times faster than a full parser. It follows CommonMark with GitHub's tables in
everything that decides whether a line is a heading; tests compare it with markdown-it-py. Lists and quotes are single
blocks, scanned inside only to find their ends. The module is over 300 lines because the rules of the kinds
of block depend on each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

# Deeper containers are read as plain paragraphs, which bounds the work per line.
MAX_DEPTH = 8


class Kind(Enum):
    """The kind of a block; `CODE` is indented code, `LIST` includes Python-Markdown's `!!!` and `===` blocks."""

    HEADING = auto()
    PARAGRAPH = auto()
    FENCE = auto()
    CODE = auto()
    TABLE = auto()
    HTML = auto()
    LIST = auto()
    QUOTE = auto()
    RULE = auto()


@dataclass(slots=True)
class MarkdownBlock:
    """A block of lines.

    Attributes:
        kind: its kind.
        first: its 0-based first line.
        end: one past its last line that is not blank.
        level: 1..6 of a heading, else 0.
        items: of a list, the first line of each item and the column its text starts at.
    """

    kind: Kind
    first: int
    end: int
    level: int = 0
    items: Sequence[tuple[int, int]] = ()


def scan(lines: Sequence[str]) -> list[MarkdownBlock]:
    r"""Return the top-level blocks of a Markdown text, in order; blank lines between blocks belong to none.

    Args:
        lines: the text split at `\n`.
    """
    scanner = _Scanner()
    for line in lines:
        scanner.feed(line)
    return scanner.blocks


def closing_fence(lines: Sequence[str]) -> str:
    """Return the line that closes the fence these lines leave open, in its container's indent; "" if none is open."""
    scanner = _Scanner()
    for line in lines:
        scanner.feed(line)
    return scanner.closing_fence


def heading_source(lines: Sequence[str]) -> str:
    """Return the inline Markdown of a heading: its lines without hashes or underline."""
    if len(lines) > 1:
        return " ".join(line.strip() for line in lines[:-1])
    source = lines[0].strip(" \t").lstrip("#").strip(" \t")
    return _CLOSING_HASHES.sub("", source) if source.endswith("#") else source


def unquoted(line: str) -> str:
    """Return a line of a quotation without its mark; a line that continues it without a mark stays as it is."""
    marked = line.lstrip(" ")
    return marked[1:].removeprefix(" ") if marked.startswith(">") else line


# The first characters of lines that may be more than the text of a paragraph.
_STARTERS = frozenset("#`~>-*+_<0123456789|:=!?")
_CLOSING_HASHES = re.compile(r"(?:(?<=[ \t])|^)#++$")
_ATX = re.compile(r"(#{1,6})(?:[ \t]|$)")
_SETEXT = re.compile(r"(?:=+|-+)[ \t]*$")
_RULE = re.compile(r"([-*_])[ \t]*+(?:\1[ \t]*+){2,}+$")
_FENCE = re.compile(r"(`{3,}+)[^`]*$|(~{3,}+)")
_ITEM = re.compile(r"(?:[-+*]|(\d{1,9})[.)])(?:( +)(?=[^ ])| *$)")
_DIRECTIVE = re.compile(r'(?:!!!|\?\?\?\+?|===[!+]?) +["\w]')
_DELIMITER_ROW = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")

_BLOCK_TAGS = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|"
    "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|"
    "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|"
    "track|ul"
)
_ATTRIBUTE = r"\s++[A-Za-z_:][\w.:-]*+(?:\s*+=\s*+(?:[^\s\"'=<>`]++|'[^']*+'|\"[^\"]*+\"))?"
# The start and the end of an HTML block (CommonMark 4.6, kinds 1 to 6); None stands for a blank line.
_HTML = (
    (
        re.compile(r"<(?:script|pre|style|textarea)(?=\s|>|$)", re.I),
        re.compile(r"</(?:script|pre|style|textarea)>", re.I),
    ),
    (re.compile(r"<!--"), re.compile(r"-->")),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile(r"<![A-Za-z]"), re.compile(r">")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
    (re.compile(rf"</?(?:{_BLOCK_TAGS})(?=\s|/?>|$)", re.I), None),
)
_HTML_ALONE = re.compile(rf"(?:<[A-Za-z][\w-]*+(?:{_ATTRIBUTE})*+\s*+/?>|</[A-Za-z][\w-]*+\s*+>)\s*$")


class _Scanner:
    """A reader of lines, one by one; `blocks` is correct after each line, and its last block may still grow."""

    def __init__(self, depth: int = 0) -> None:
        self.blocks: list[MarkdownBlock] = []
        self._depth = depth
        self._count = 0
        self._previous = ""
        self._open: MarkdownBlock | None = None
        self._continues: Callable[[str, str, int], bool] = self._continues_paragraph
        self._fence = ""
        self._html_end: re.Pattern[str] | None = None
        # The `items` of the list block that is open.
        self._items: list[tuple[int, int]] = []
        self._offset = 0
        self._bare = False
        self._inner: _Scanner | None = None
        # The lines inside the open container that were not scanned yet: most of them never have to be.
        self._unread: list[str] = []

    def feed(self, line: str) -> None:
        """Read the next line."""
        if "\t" in line:
            line = line.expandtabs(4)
        text = line.lstrip(" ")
        indent = len(line) - len(text)
        if self._open is None or not self._continues(line, text, indent):
            self._open = None
            if text:
                self._begin(line, text, indent)
        if text and self._open:
            self._open.end = self._count + 1
        self._previous = text
        self._count += 1

    @property
    def in_paragraph(self) -> bool:
        """Tell whether the next line may continue a paragraph, at any depth of containers."""
        if self._open is None:
            return False
        return self._open.kind is Kind.PARAGRAPH or self._read_inside().in_paragraph

    @property
    def closing_fence(self) -> str:
        """Return the line that would close the fence that is open now, "" if none is."""
        if self._open is None:
            return ""
        if self._open.kind is Kind.FENCE:
            return self._fence
        inner = self._read_inside().closing_fence
        return inner and (" " * self._offset if self._open.kind is Kind.LIST else "> ") + inner

    def _add(self, kind: Kind, first: int, continues: Callable[[str, str, int], bool]) -> MarkdownBlock:
        """Open a block; `continues` tells whether a later line belongs to it, and records its changes."""
        self._open = MarkdownBlock(kind, first, self._count + 1)
        self._continues = continues
        self._inner, self._unread = None, []
        self.blocks.append(self._open)
        return self._open

    def _add_line(self, kind: Kind, level: int = 0) -> None:
        """Add a block that ends with this line."""
        self.blocks.append(MarkdownBlock(kind, self._count, self._count + 1, level))

    def _continues_code(self, line: str, text: str, indent: int) -> bool:
        return indent >= 4 or not text

    def _continues_table(self, line: str, text: str, indent: int) -> bool:
        # Unlike a paragraph, a table also ends at a list item that is empty or not numbered 1.
        return bool(text) and indent < 4 and not _interrupts(text) and not _ITEM.match(text)

    def _continues_paragraph(self, line: str, text: str, indent: int) -> bool:
        if not text:
            return False
        if indent >= 4 or text[0] not in _STARTERS:
            return True
        if text[0] in "|:-" and _is_table(self._previous, text):
            self._to_table()
        elif text[0] in "=-" and _SETEXT.match(text):
            self._to_heading(1 if text[0] == "=" else 2)
        elif _interrupts(text):
            return False
        return True

    def _to_table(self) -> None:
        """Make the paragraph's last line the header of a table."""
        paragraph = self.blocks[-1]
        header = self._count - 1
        if paragraph.first == header:
            paragraph.kind = Kind.TABLE
            self._continues = self._continues_table
        else:
            paragraph.end = header
            self._add(Kind.TABLE, header, self._continues_table)

    def _to_heading(self, level: int) -> None:
        """Make the paragraph a setext heading."""
        heading = self.blocks[-1]
        heading.kind, heading.level = Kind.HEADING, level
        self._end()

    def _continues_fence(self, line: str, text: str, indent: int) -> bool:
        if self._fence in line and indent < 4 and text.startswith(self._fence) and not text.strip(f"{self._fence[0]} "):
            self._end()
        return True

    def _continues_html(self, line: str, text: str, indent: int) -> bool:
        if self._html_end is None:
            return bool(text)
        if self._html_end.search(text):
            self._end()
        return True

    def _end(self) -> None:
        """Close the block with this line, its last."""
        self.blocks[-1].end = self._count + 1
        self._open = None

    def _continues_list(self, line: str, text: str, indent: int) -> bool:
        if not text or (indent >= self._offset and not self._is_empty_item()):
            self._bare = self._bare and not text
            self._unread.append(line[self._offset :])
            return True
        item = _ITEM.match(text) if indent < 4 and not _RULE.match(text) else None
        if item:
            self._enter(line, indent, item)
            return True
        return self.in_paragraph and (indent >= 4 or not _interrupts(text))

    def _is_empty_item(self) -> bool:
        """Tell whether a blank line follows a mark without text: later lines do not belong to such an item."""
        return self._bare and self._items[-1][0] < self._count - 1

    def _continues_quote(self, line: str, text: str, indent: int) -> bool:
        if indent < 4 and text.startswith(">"):
            self._unread.append(text[1:].removeprefix(" "))
            return True
        return bool(text) and self.in_paragraph and (indent >= 4 or not _interrupts(text))

    def _read_inside(self) -> _Scanner:
        """Scan the lines so far of the open container, and return their scanner."""
        if self._inner is None:
            self._inner = _Scanner(self._depth + 1)
        for line in self._unread:
            self._inner.feed(line)
        self._unread.clear()
        return self._inner

    def _begin(self, line: str, text: str, indent: int) -> None:
        """Open the block that the line starts."""
        if indent >= 4:
            self._add(Kind.CODE, self._count, self._continues_code)
        elif text[0] not in _STARTERS:
            self._add(Kind.PARAGRAPH, self._count, self._continues_paragraph)
        elif text[0] == "#" and (atx := _ATX.match(text)):
            self._add_line(Kind.HEADING, len(atx[1]))
        elif text[0] in "`~" and (fence := _FENCE.match(text)):
            self._fence = fence[1] or fence[2]
            self._add(Kind.FENCE, self._count, self._continues_fence)
        elif text[0] in "-*_" and _RULE.match(text):
            self._add_line(Kind.RULE)
        elif not self._begin_container(line, text, indent) and not (text[0] == "<" and self._begin_html(text)):
            self._add(Kind.PARAGRAPH, self._count, self._continues_paragraph)

    def _begin_container(self, line: str, text: str, indent: int) -> bool:
        if self._depth == MAX_DEPTH:
            return False
        if text[0] == ">":
            self._add(Kind.QUOTE, self._count, self._continues_quote)
            self._continues_quote(line, text, indent)
        elif item := _ITEM.match(text):
            self._begin_list()
            self._enter(line, indent, item)
        elif text[0] in "!?=" and _DIRECTIVE.match(text):
            self._begin_list()
            self._offset, self._bare = indent + 4, False
            self._items.append((self._count, self._offset))
        else:
            return False
        return True

    def _begin_list(self) -> None:
        block = self._add(Kind.LIST, self._count, self._continues_list)
        block.items = self._items = []

    def _enter(self, line: str, indent: int, item: re.Match[str]) -> None:
        """Start a list item: later lines belong to it from the column of its first text."""
        number, space = item.groups("")
        gap = len(space)
        mark = len(number) + 1
        self._offset = indent + mark + (gap if 1 <= gap <= 4 else 1)
        self._items.append((self._count, self._offset))
        self._bare = not gap
        self._inner, self._unread = None, [line[self._offset :]]

    def _begin_html(self, text: str) -> bool:
        for start, end in _HTML:
            if start.match(text):
                self._html_end = end
                self._add(Kind.HTML, self._count, self._continues_html)
                self._continues_html(text, text, 0)
                return True
        if _HTML_ALONE.match(text):
            self._html_end = None
            self._add(Kind.HTML, self._count, self._continues_html)
            return True
        return False


def _interrupts(text: str) -> bool:
    """Tell whether a line, its indent removed, starts a block even right after a line of a paragraph."""
    first = text[0]
    if first == "#":
        return bool(_ATX.match(text))
    if first in "`~":
        return bool(_FENCE.match(text))
    if first == ">":
        return True
    if first == "<":
        return any(start.match(text) for start, _ in _HTML)
    if first in "-*+_" and _RULE.match(text):
        return True
    if first in "-*+1":
        item = _ITEM.match(text)
        return bool(item and item[2] and item[1] in (None, "1"))
    return False


def _is_table(header: str, row: str) -> bool:
    """Tell whether two lines are the header and the delimiter row of a table (GitHub's rule: as many cells in each)."""
    return "|" in header and bool(_DELIMITER_ROW.match(row)) and _cells(header) == _cells(row)


def _cells(row: str) -> int:
    row = row.strip(" \t")
    return row.count("|") - row.count("\\|") + 1 - row.startswith("|") - (row.endswith("|") and not row.endswith("\\|"))
