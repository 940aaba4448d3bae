"""Blocks that HTML writes in ways of its own: notes in boxes, code with links or beside line numbers; link titles."""

from __future__ import annotations

import re

from pro_context_engine.documents.pages.html_tags import Closings, TagWalk, classes, text_of

_LINK = re.compile(r"<a\b[^<>]*+>", re.I)
_TOOLTIP = re.compile(r"\s*+(?<![\w-])title\s*+=\s*+(?:\"[^\"<>]*+\"|'[^'<>]*+')", re.I)
# A table that is laid out has a class.
_OF_CODE = r"<(pre|table(?=\s))\b[^<>]*+>"
_TAG = re.compile(rf"<(/?)(div|p)\b[^<>]*+>|{_OF_CODE}", re.I)
# Where there is no note, most tags of most pages are passed over.
_TAG_OF_CODE = re.compile(_OF_CODE, re.I)
# In a code block Markdown takes its own marks for code.
_INLINE = re.compile(r"</?(?:a|b|em|i|strong|tt|var)\b[^<>]*+>", re.I)
_ROWS = re.compile(r"</?(?:table|tbody|thead|tr|td|th|colgroup|col)\b[^<>]*+>", re.I)
_LINE_NUMBERS = re.compile(r"<t[dh]\b[^<>]*\b(?:linenos|gutter)\b[^<>]*+>", re.I)
# Tables that only lay something out: numbered code (Sphinx, Jekyll, Hugo), a signature (Doxygen).
_NUMBERED = frozenset(["highlighttable", "rouge-table", "lntable"])
_SIGNATURE = "memname"
_LAID_OUT = _NUMBERED | {_SIGNATURE}
# The class of every table that an author of Sphinx has written.
_CONTENT = "docutils"
_MOST_ROW = 5_000
_HEAD_CELL = re.compile(r"<th\b", re.I)
_CELL = re.compile(r"(</?)td\b", re.I)
# Sphinx: <div class="highlight-python notranslate">; MkDocs and VitePress: <div class="language-py highlight">.
_LANGUAGE = re.compile(r"\b(?:highlight|language|lang)-([\w+#-]+)")
_NO_LANGUAGE = frozenset({"default", "none", "text", "plain", "plaintext", "notranslate", "source"})
_CODE_OPENER = re.compile(r"(<pre\b[^<>]*>)\s*(?:<span></span>)?\s*(?:<code\b([^<>]*)>)?", re.I)
# How far before <pre> its wrapper may start.
_WRAPPER = 300


def without_tooltips(document: str) -> str:
    """Return the HTML with links that have no titles: they repeat in a generator's words what the link says."""
    if "title" not in document:
        return document
    return _LINK.sub(lambda link: _TOOLTIP.sub("", link[0]) if "title" in link[0] else link[0], document)


def with_languages(document: str) -> str:
    """Return the HTML with each code block's language on its `code` element, where the converter looks for it."""
    parts = document.split("</pre>")
    return "</pre>".join([*map(_with_language, parts[:-1]), parts[-1]])


def with_plain_blocks(document: str) -> str:
    """Return the HTML with notes as quotations under their title in bold, and laid out code as code.

    Args:
        document: HTML without comments and scripts.
    """
    return _Blocks(document).rewritten()


class _Blocks(TagWalk):
    def __init__(self, document: str) -> None:
        super().__init__(document, _TAG if "admonition" in document else _TAG_OF_CODE)
        self._divisions: list[bool] = []
        self._in_title = False

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
        is_note = "admonition" in classes(tag[0])
        self._divisions.append(is_note)
        if is_note:
            # Without the break the converter joins a quotation to the paragraph before it.
            self._replace(*tag.span(), "<br><blockquote>")

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
        """Make the first row the head, as Markdown wants it; a table without head may look like a list of links."""
        end = self._document.find("</tr>", start, min(table_end, start + _MOST_ROW))
        row = self._document[start : max(start, end)]
        if row and not _HEAD_CELL.search(row):
            self._replace(start, end, _CELL.sub(r"\1th", row))


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
    """Return a part of the document that ends where a code block ends."""
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
    """Return the language that the tags open right before a code block name, "" if none."""
    names = _LANGUAGE.findall(before, before.rfind("</div>") + 1)
    return names[-1] if names and names[-1] not in _NO_LANGUAGE else ""
