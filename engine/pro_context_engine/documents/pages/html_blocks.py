"""Blocks that generators write in their own ways.

Notes in boxes; code with links, line numbers or a language; code, signatures and tables that are divisions.
"""

from __future__ import annotations

import re

from pro_context_engine.documents.pages.html_tags import Closings, TagWalk, classes, text_of

_LINK = re.compile(r"<a\b[^<>]*+>", re.I)
_TOOLTIP = re.compile(r"\s*+(?<![\w-])title\s*+=\s*+(?:\"[^\"<>]*+\"|'[^'<>]*+')", re.I)
# A table that is used for layout has a class.
_OF_CODE = r"<(pre|table(?=\s))\b[^<>]*+>"
_DIVISION = re.compile(r"<(/?)div\b[^<>]*+>", re.I)
_TAG = re.compile(rf"<(/?)(div|p)\b[^<>]*+>|{_OF_CODE}", re.I)
# Words without one of which a page has no such divisions; to look for words takes no time.
_DIVISIONS = ("admonition", "fragment", "summary-table", "-signature")
# On a page without notes and such code most tags can be skipped.
_TAG_OF_CODE = re.compile(_OF_CODE, re.I)
# Markdown shows the marks of inline elements in a code block as code.
_INLINE = re.compile(r"</?(?:a|b|em|i|strong|tt|var)\b[^<>]*+>", re.I)
_OF_LINE = re.compile(
    r"<span\b[^<>]*\blineno\b[^<>]*+>[^<]*+(?:<a\b[^<>]*+>[^<]*+</a>)?+[^<]*+</span>|</?span\b[^<>]*+>", re.I
)
_ROWS = re.compile(r"</?(?:table|tbody|thead|tr|td|th|colgroup|col)\b[^<>]*+>", re.I)
_LINE_NUMBERS = re.compile(r"<t[dh]\b[^<>]*\b(?:linenos|gutter)\b[^<>]*+>", re.I)
# The classes of tables that are used for layout: numbered code (Sphinx, Jekyll, Hugo), a signature (Doxygen).
_NUMBERED = frozenset(["highlighttable", "rouge-table", "lntable"])
_SIGNATURE = "memname"
_LAID_OUT = _NUMBERED | {_SIGNATURE}
# Doxygen writes code as a division of this class, with a division for each line and for each tooltip.
_CODE = "fragment"
_LINE = "line"
# Javadoc since 15 and TypeDoc write signatures as divisions of these classes.
_SIGNATURES = frozenset(["member-signature", "tsd-signature", "type-signature"])
# Javadoc since 16 writes tables as divisions: one around all cells, of which those of the first column begin the rows.
_GRID = "summary-table"
_FIRST_CELL = "col-first"
_HEAD = "table-header"
_BREAK = re.compile(r"<br\b[^<>]*+>", re.I)
# Sphinx gives this class to every table that an author has written.
_CONTENT = "docutils"
_MOST_ROW = 5_000
_HEAD_CELL = re.compile(r"<th\b", re.I)
_CELL = re.compile(r"(</?)td\b", re.I)
# Sphinx: <div class="highlight-python notranslate">; MkDocs and VitePress: <div class="language-py highlight">.
_LANGUAGE = re.compile(r"\b(?:highlight|language|lang)-([\w+#-]+)")
_NO_LANGUAGE = frozenset({"default", "none", "text", "plain", "plaintext", "notranslate", "source"})
_CODE_OPENER = re.compile(r"(<pre\b[^<>]*>)\s*(?:<span></span>)?\s*(?:<code\b([^<>]*)>)?", re.I)
# The wrapper starts at most so many characters before <pre>.
_WRAPPER = 300


def without_tooltips(document: str) -> str:
    """Return the HTML without the titles of links, which only repeat the text of the link."""
    if "title" not in document:
        return document
    return _LINK.sub(lambda link: _TOOLTIP.sub("", link[0]) if "title" in link[0] else link[0], document)


def with_languages(document: str) -> str:
    """Return the HTML with each code block's language on its `code` element, where the converter looks for it."""
    parts = document.split("</pre>")
    return "</pre>".join([*map(_with_language, parts[:-1]), parts[-1]])


def with_plain_blocks(document: str) -> str:
    """Return the HTML with notes as quotations below a bold title, and with code in layout tables as plain code.

    Args:
        document: HTML without comments and scripts.
    """
    return _Blocks(document).rewritten()


class _Blocks(TagWalk):
    def __init__(self, document: str) -> None:
        super().__init__(document, _TAG if any(word in document for word in _DIVISIONS) else _TAG_OF_CODE)
        self._divisions: list[bool] = []
        self._in_title = False
        self._may_end = True

    def _take(self, tag: re.Match[str]) -> None:
        name = tag[tag.lastindex or 1].lower()
        if name == "div":
            self._division(tag)
        elif name == "p":
            self._paragraph(tag)
        elif name == "pre":
            self._code(tag)
        else:
            self._table(tag)

    def _division(self, tag: re.Match[str]) -> None:
        if tag[1]:
            if self._divisions and self._divisions.pop():
                self._replace(*tag.span(), "</blockquote>")
            return
        kinds = classes(tag[0])
        if self._is_written(tag, kinds):
            return
        is_note = "admonition" in kinds
        self._divisions.append(is_note)
        if is_note:
            # Without the break the converter joins a quotation to the paragraph before it.
            self._replace(*tag.span(), "<br><blockquote>")

    def _is_written(self, tag: re.Match[str], kinds: frozenset[str]) -> bool:
        """Write a division that stands for a block of another kind; tell whether it is one, and has an end."""
        if kinds & _SIGNATURES:
            return self._signature(tag)
        if _CODE in kinds:
            return self._code_lines(tag)
        return _GRID in kinds and self._grid(tag)

    def _grid(self, tag: re.Match[str]) -> bool:
        """Make a table of divisions for its cells; tell whether it has an end."""
        rows: list[str] = []
        kinds, start, depth = frozenset[str](), 0, 0
        for division in _DIVISION.finditer(self._document, tag.end()) if self._may_end else ():
            if not division[1]:
                kinds, start = (kinds, start) if depth else (classes(division[0]), division.end())
                depth += 1
            elif depth:
                depth -= 1
                if not depth:
                    rows += ["</tr><tr>"] if rows and _FIRST_CELL in kinds else []
                    name = "th" if _HEAD in kinds else "td"
                    rows.append(f"<{name}>{_DIVISION.sub('', self._document[start : division.start()])}</{name}>")
            else:
                self._replace(tag.start(), division.end(), f"<table><tr>{''.join(rows)}</tr></table>")
                self._read = division.end()
                return True
        self._may_end = False
        return False

    def _signature(self, tag: re.Match[str]) -> bool:
        """Make a code block of a division of inline elements; tell whether it has an end."""
        end = self._closings.after("div", tag.end())
        if end:
            lines = _BREAK.split(self._document[tag.end() : end[0]])
            code = "\n".join(_indent(line) + _one_line(line) for line in lines)
            self._replace(tag.start(), end[1], f"<pre><code>{code}</code></pre>")
            self._read = end[1]
        return end is not None

    def _code_lines(self, tag: re.Match[str]) -> bool:
        """Make one block of the divisions of a code block; tell whether it has an end."""
        lines: list[str] = []
        open_kinds: list[bool] = []
        start = tag.end()
        for division in _DIVISION.finditer(self._document, start) if self._may_end else ():
            if open_kinds and all(open_kinds):
                lines.append(self._document[start : division.start()])
            start = division.end()
            if not division[1]:
                open_kinds.append(_LINE in classes(division[0]))
            elif open_kinds:
                lines += "\n" if open_kinds.pop() and not open_kinds else ""
            else:
                code = _INLINE.sub("", _OF_LINE.sub("", "".join(lines)))
                self._replace(tag.start(), division.end(), f"<pre><code>{code}</code></pre>")
                self._read = division.end()
                return True
        self._may_end = False
        return False

    def _paragraph(self, tag: re.Match[str]) -> None:
        if tag[1] and self._in_title:
            self._replace(*tag.span(), "</strong></p>")
            self._in_title = False
        elif not tag[1] and "admonition-title" in classes(tag[0]):
            self._replace(*tag.span(), "<p><strong>")
            self._in_title = True

    def _code(self, tag: re.Match[str]) -> None:
        end = self._closings.after("pre", tag.end())
        if end:
            self._replace(tag.end(), end[0], _INLINE.sub("", self._document[tag.end() : end[0]]))
            self._read = end[1]

    def _table(self, tag: re.Match[str]) -> None:
        kinds = classes(tag[0])
        end = self._closings.after("table", tag.end()) if kinds & (_LAID_OUT | {_CONTENT}) else None
        if end is None:
            return
        if not kinds & _LAID_OUT:
            self._first_row(tag.end(), end[0])
            return
        content = self._document[tag.end() : end[0]]
        code = f"<pre><code>{_one_line(content)}</code></pre>" if _SIGNATURE in kinds else _without_numbers(content)
        self._replace(tag.start(), end[1], code)
        self._read = end[1]

    def _first_row(self, start: int, table_end: int) -> None:
        """Make the first row the head, which Markdown needs; without it the converter may see a list of links."""
        end = self._document.find("</tr>", start, min(table_end, start + _MOST_ROW))
        row = self._document[start : max(start, end)]
        if row and not _HEAD_CELL.search(row):
            self._replace(start, end, _CELL.sub(r"\1th", row))


def _indent(line: str) -> str:
    """Return the spaces that HTML keeps at the beginning of a line."""
    kept = line.replace("&nbsp;", "\u00a0").replace("&#160;", "\u00a0")
    return " " * (len(kept) - len(kept.lstrip("\u00a0")))


def _one_line(content: str) -> str:
    return text_of(content).replace("&", "&amp;").replace("<", "&lt;")


def _without_numbers(content: str) -> str:
    """Return the code of a table without the cells that number its lines."""
    numbers = _LINE_NUMBERS.search(content)
    if numbers:
        end = Closings(content).after("td", numbers.end())
        content = content[: numbers.start()] + content[end[1] if end else len(content) :]
    return _ROWS.sub("", content)


def _with_language(part: str) -> str:
    """Return a part of the document, which ends where a code block ends, with the language of that block."""
    start = part.rfind("<pre")
    opener = _CODE_OPENER.match(part, start) if start >= 0 else None
    if not opener or "language-" in (opener[2] or ""):
        return part
    language = _wrapped_in(part[max(0, start - _WRAPPER) : start] + opener[1])
    if not language:
        return part
    closing = "" if opener[2] is not None else "</code>"
    return f'{part[:start]}<pre><code class="language-{language}">{part[opener.end() :]}{closing}'


def _wrapped_in(before: str) -> str:
    """Return the language named by the tags that are open right before a code block, "" if none."""
    names = _LANGUAGE.findall(before, before.rfind("</div>") + 1)
    return names[-1] if names and names[-1] not in _NO_LANGUAGE else ""
