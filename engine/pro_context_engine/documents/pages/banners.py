"""The removal of badges, logos, HTML that only places them, and lists of its own sections from a README."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pro_context_engine.documents.pages.contents_lists import without_contents_lists

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r"(#{1,6})\s")
_IMAGE = r"!\[([^\[\]]{0,300})\](?:\([^()\n]{0,1000}(?:\([^()\n]{0,300}\)[^()\n]{0,300}){0,5}\)|\[[^\[\]\n]{0,200}\])"
_TARGET = r"(?:\(\s*[^()\s]{0,1000}(?:\([^()\s]{0,300}\)[^()\s]{0,300}){0,5}\s*\)|\[[^\[\]\n]{0,200}\])"
_LINKED_IMAGE = re.compile(rf"\[\s*(?:{_IMAGE}\s*){{1,5}}\]{_TARGET}")
_LINKED_TAG = re.compile(r"<a\b[^<>]{0,1000}>\s*(?:<(?:img|source)\b[^<>]{0,2000}>\s*){1,9}</a>", re.IGNORECASE)
_IMAGE_TAG = re.compile(r"</?(?:img|picture|source)\b[^<>]{0,2000}>", re.IGNORECASE)
_ALONE = re.compile(_IMAGE)
# The tags that only place their content, and those that Markdown has a mark for.
_PLACING = re.compile(r"</?(?:p|div|center|span|small|font|kbd|dfn|abbr|sup|sub)\b[^<>]{0,500}>", re.IGNORECASE)
_BREAK = re.compile(r"[ \t]*<br[ \t]*/?>[ \t]*", re.IGNORECASE)
_STRONG = re.compile(r"<(b|strong)>([^<>\n]{1,500})</\1>", re.IGNORECASE)
_EMPHASIS = re.compile(r"<(i|em)>([^<>\n]{1,500})</\1>", re.IGNORECASE)
_CODE = re.compile(r"<code>([^<>`\n]{1,500})</code>", re.IGNORECASE)
_LINK = re.compile(
    r"<a\b[^<>]{0,500}?\bhref=[\"']([^\"'<>\s]{1,1000})[\"'][^<>]{0,500}>([^<>\n]{1,500})</a>", re.IGNORECASE
)
_TITLE = re.compile(r"<h([1-6])\b[^<>]{0,300}>([^<>]{0,500})</h\1>", re.IGNORECASE)
_DEFINITION = re.compile(r" {0,3}\[([^\[\]\n]{1,200})\]:\s*\S")
_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*$")
_LIST_ITEM = re.compile(r"[-*+] |\d+[.)] ")
_LEADING_RULES = re.compile(r"\A\s*(?:[-*_]{3,}[ \t]*\n\s*)+")
_RULE_ROW = re.compile(r"[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$")
_SHORTEST_DESCRIPTION = 4
_GAP = re.compile(r"\n{3,}")


def without_banners(markdown: str) -> str:
    """Return a README without badges, logos and lists of its own sections; its text stays, and so do its fences.

    A picture inside a link is a badge or a button. Any other picture is replaced by its description if that has four
    words or more. Headings whose section had nothing else, and rows of tables with nothing but pictures, are removed.

    Args:
        markdown: the text of a README.
    """
    parts = [text if fenced else _converted(text) for fenced, text in _parts(markdown)]
    lines = _without_empty_sections("\n".join(parts).split("\n"), markdown)
    text = _GAP.sub("\n\n", "\n".join(_without_unused_definitions(lines))).strip("\n")
    # A rule that parted a banner from the text; with a second rule it would be front matter.
    return text if markdown.lstrip().startswith("---") else _LEADING_RULES.sub("", text)


def _parts(markdown: str) -> Iterator[tuple[bool, str]]:
    """Yield the runs of lines in fences and outside of them."""
    mark, lines = "", list[str]()
    for line in markdown.split("\n"):
        found = _FENCE.match(line)
        if mark:
            lines.append(line)
            if found and found[1].startswith(mark) and not line.strip().strip(mark[0]):
                yield True, "\n".join(lines)
                mark, lines = "", []
        elif found:
            if lines:
                yield False, "\n".join(lines)
            mark, lines = found[1], [line]
        else:
            lines.append(line)
    if lines:
        yield bool(mark), "\n".join(lines)


def _converted(text: str) -> str:
    if "](#" in text:
        text = "\n".join(without_contents_lists(text.split("\n")))
    if "![" not in text and "<" not in text:
        return text
    before = text
    text = _LINKED_TAG.sub("", _LINKED_IMAGE.sub("", text))
    text = _ALONE.sub(lambda found: _description(found[1]), _IMAGE_TAG.sub("", text))
    if "<" in text:
        text = "\n".join(
            _BREAK.sub(" " if _ROW.match(line) else "\n", line) for line in _PLACING.sub("", text).split("\n")
        )
        text = _EMPHASIS.sub(r"*\2*", _STRONG.sub(r"**\2**", _CODE.sub(r"`\1`", text)))
        text = _TITLE.sub(_heading, _LINK.sub(r"[\2](\1)", text))
        text = re.sub(r"<a\b[^<>]{0,1000}>\s*</a>", "", text, flags=re.IGNORECASE)
    return "\n".join(_without_bare_rows(before.split("\n"), text.split("\n")))


def _description(alt: str) -> str:
    words = " ".join(alt.split())
    return f"({words})" if len(words.split()) >= _SHORTEST_DESCRIPTION else ""


def _heading(found: re.Match[str]) -> str:
    title = " ".join(found[2].split())
    return f"{'#' * int(found[1])} {title}" if title else ""


def _without_bare_rows(before: Sequence[str], lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines without rows of tables that lost their pictures and have at most a label left."""
    old = set(before)
    rows: list[str] = []
    inside = False
    for line in [*lines, ""]:
        if _ROW.match(line):
            rows.append(line)
            continue
        if rows:
            yield from _rows(rows, old)
            rows = []
        # Lines that had only pictures or tags are blank now; those within such tags were indented.
        if line.strip() and line not in old and not inside:
            line = line.lstrip()
        inside = inside if not line.strip() else line[0].isspace() or bool(_LIST_ITEM.match(line))
        yield line.rstrip() if line not in old else line


def _rows(rows: Sequence[str], old: set[str]) -> list[str]:
    kept = [row for row in rows if row in old or sum(map(bool, map(str.strip, row.split("|")))) > 1]
    body = [row for row in kept if not _RULE_ROW.match(row) and row.strip(" \t|")]
    return kept if body else []


def _without_empty_sections(lines: Sequence[str], before: str) -> list[str]:
    """Return the lines without headings above nothing, where the README had pictures below them."""
    was_empty = _empty_titles(before.split("\n"))
    kept = list(lines)
    while empty := _empty_titles(kept) - was_empty:
        kept = [line for line in kept if line not in empty]
    return kept


def _empty_titles(lines: Sequence[str]) -> set[str]:
    """Return the heading lines that no text follows before the next heading of the same or a higher level."""
    empty: set[str] = set()
    filled: set[str] = set()
    opened = ""
    for line in [*lines, "# "]:
        heading = _HEADING.match(line)
        if heading and opened:
            above = _HEADING.match(opened)
            if above and len(heading[1]) <= len(above[1]):
                empty.add(opened)
        if heading:
            opened = line
        elif opened and line.strip() and line.strip("-_* \t"):
            filled.add(opened)
            opened = ""
    return empty - filled


def _without_unused_definitions(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines without link definitions that only badges used."""
    used = "\n".join(line for line in lines if not _DEFINITION.match(line)).lower()
    for line in lines:
        found = _DEFINITION.match(line)
        if not found or f"[{found[1].lower()}]" in used:
            yield line
