"""The text of a docstring as Markdown that can be part of a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pro_context_engine.documents.pages.fences import Fences
from pro_context_engine.documents.pages.mkdocs import plain_blocks
from pro_context_engine.documents.pages.rst import looks_like_rst, rst_to_markdown
from pro_context_engine.documents.pages.rst_inline import plain_code

_FENCE = re.compile(r"\s*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})(.*)$")
_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(.*)$")
# `[text][dotted.name]` and relative links only work on the package's own site.
_CROSS_REFERENCE = re.compile(r"(?<![\w`\])])\[([^\[\]\n]{1,200})\]\[(?!\d)[\w.:-]{0,200}\]")
_RELATIVE_LINK = re.compile(r"(?<![!\w`\])])\[([^\[\]\n]{1,200})\]\((?![a-zA-Z]+:)[^()\s]{0,500}\)")
# A block of MkDocs with nothing but links to other pages of the site.
_SITE_ONLY = re.compile(
    r"^([ \t]*)(?:!!!|\?\?\?\+?)[ \t][^\n]*\n"
    r"(?:\1[ \t]+\[[^\[\]\n]{1,200}\]\((?![a-zA-Z]+:)[^()\s]{0,500}\)[.,]?[ \t]*(?:\n|\Z))+(?=[ \t]*(?:\n|\Z))",
    re.MULTILINE,
)
# An item of words or of a name in code, deep enough for Markdown to read it as code, which has other items.
_DEEP_ITEM = re.compile(r"( {4,})[-*] (?=`|\S+(?: \S+){3})")
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)]) ")
_OPEN_HTML = re.compile(r"^(\s*)<(?=[!?]|(?:script|pre|style|textarea)\b)", re.IGNORECASE)


def prose(text: str, level: int) -> str:
    """Return docstring text as Markdown that does not affect the rest of its page.

    Headings become deeper than `level`, doctests and MkDocs' blocks become plain Markdown, every fence is closed.

    Args:
        text: the text, dedented; reStructuredText is recognised.
        level: level of the heading above it, 1..6.
    """
    text = _SITE_ONLY.sub("", text.strip("\n"))
    marked = looks_like_rst(text)
    if marked:
        text = rst_to_markdown(text)
    elif "    - " in text or "    * " in text:
        text = "\n".join(_with_lists_at_margin(text.splitlines()))
    lines = list(_close_fences(_fence_doctests(plain_blocks(text.splitlines())), level))
    if len(lines) > 1 and _is_empty_fence(lines):
        del lines[-2:]
    return "\n".join(lines if marked else _plain_names(lines)).strip("\n")


def _is_empty_fence(lines: Sequence[str]) -> bool:
    """Tell whether the text ends with a fence that has no lines, as that of a mark without a partner."""
    if not _FENCE.match(lines[-1]) or not _FENCE.match(lines[-2]):
        return False
    before = Fences()
    for line in lines[:-2]:
        before.covers(line)
    return not before.mark


def _plain_names(lines: Iterable[str]) -> Iterator[str]:
    fences = Fences()
    for line in lines:
        yield line if fences.covers(line) else plain_code(line)


def _with_lists_at_margin(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines with each list that is indented below a paragraph moved to the margin of the text."""
    fences, margin, before, blank = Fences(), "", "", True
    for line in lines:
        fenced = fences.covers(line)
        if margin and line.strip() and (fenced or not line.startswith(margin)):
            margin = ""
        if not margin and not fenced and blank and (found := _DEEP_ITEM.match(line)):
            margin = "" if before[:1].isspace() or _ITEM.match(before) else found[1]
        yield line.removeprefix(margin)
        blank = not line.strip()
        before = before if blank else line


def _fence_doctests(lines: Iterable[str]) -> Iterator[str]:
    fences, indent, inside = Fences(), "", False
    for line in lines:
        if inside and not line.strip():
            yield f"{indent}```"
            inside = False
        elif not inside and not fences.covers(line) and line.lstrip().startswith(">>> "):
            indent, inside = line[: len(line) - len(line.lstrip())], True
            yield f"{indent}```pycon"
        yield line
    if inside:
        yield f"{indent}```"


def _close_fences(lines: Iterable[str], level: int) -> Iterator[str]:
    fences = Fences()
    for line in lines:
        if fences.covers(line):
            yield line
            continue
        heading = _HEADING.match(line) if "#" in line else None
        if heading:
            yield f"{'#' * min(6, level + len(heading[1]))} {heading[2]}"
        else:
            if "[" in line:
                line = _RELATIVE_LINK.sub(r"\1", _CROSS_REFERENCE.sub(r"\1", line))
            # An open HTML comment or <pre> would hide the rest of the page.
            yield _OPEN_HTML.sub(r"\1\\<", line) if "<" in line else line
    if fences.mark:
        yield fences.mark
