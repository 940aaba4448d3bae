"""The text of a docstring as Markdown that can be part of a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pro_context_engine.documents.pages.rst import looks_like_rst, rst_to_markdown
from pro_context_engine.documents.pages.rst_inline import plain_code

_FENCE = re.compile(r"\s*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})(.*)$")
_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(.*)$")
# MkDocs: `!!! note "Title"` and `=== "Tab"` with an indented text, `/// note | Title` up to `///`, `::: module`.
_ADMONITION = re.compile(r"(\s*)(?:!!!|\?\?\?\+?)\s+([\w-]+)((?:\s+[\w-]+)*)(?:\s+\"([^\"]*)\")?\s*$")
_TAB = re.compile(r"(\s*)===[!+]?\s+\"([^\"]*)\"\s*$")
_BLOCK = re.compile(r"(\s*)/{3,}\s*([\w-]+)\s*(?:\|\s*(.*?)\s*)?$")
_BLOCK_END = re.compile(r"\s*/{3,}\s*$")
_OPTION = re.compile(r"\s{4,}[\w-]+:(?:\s|$)")
_INDENTED = re.compile(r"\s*(?:!!!|\?\?\?|===)")
_IDENTIFIER = re.compile(r"(\s*):::\s+([\w.]+)\s*$")
# `[text][dotted.name]` and relative links only work on the package's own site.
_CROSS_REFERENCE = re.compile(r"(?<![\w`\])])\[([^\[\]\n]{1,200})\]\[(?!\d)[\w.:-]{0,200}\]")
_RELATIVE_LINK = re.compile(r"(?<![!\w`\])])\[([^\[\]\n]{1,200})\]\((?![a-zA-Z]+:)[^()\s]{0,500}\)")
# A block of MkDocs with nothing but links to other pages of the site.
_SITE_ONLY = re.compile(
    r"^([ \t]*)(?:!!!|\?\?\?\+?)[ \t][^\n]*\n"
    r"(?:\1[ \t]+\[[^\[\]\n]{1,200}\]\((?![a-zA-Z]+:)[^()\s]{0,500}\)[.,]?[ \t]*(?:\n|\Z))+(?=[ \t]*(?:\n|\Z))",
    re.MULTILINE,
)
_OPEN_HTML = re.compile(r"^(\s*)<(?=[!?]|(?:script|pre|style|textarea)\b)", re.IGNORECASE)
# The first characters of lines that open a block of MkDocs; all other lines are skipped fast.
_BLOCK_SIGNS = frozenset("!?=/:")


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
    lines = list(_close_fences(_fence_doctests(_plain_marks(text.splitlines())), level))
    if len(lines) > 1 and _is_empty_fence(lines):
        del lines[-2:]
    return "\n".join(lines if marked else _plain_names(lines)).strip("\n")


def _is_empty_fence(lines: Sequence[str]) -> bool:
    """Tell whether the text ends with a fence that has no lines, as that of a mark without a partner."""
    if not _FENCE.match(lines[-1]) or not _FENCE.match(lines[-2]):
        return False
    before = _Fences()
    for line in lines[:-2]:
        before.covers(line)
    return not before.mark


def _plain_names(lines: Iterable[str]) -> Iterator[str]:
    fences = _Fences()
    for line in lines:
        yield line if fences.covers(line) else plain_code(line)


class _Fences:
    """The fence around the current line of a text: `mark` is its opening mark, "" outside of a fence."""

    def __init__(self) -> None:
        self.mark = ""

    def covers(self, line: str) -> bool:
        """Read the next line and tell whether it belongs to a fence, its first and last line included."""
        found = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if self.mark:
            if found and found[1].startswith(self.mark) and not found[2].strip():
                self.mark = ""
            return True
        # Later backticks in the line make it inline code (CommonMark 4.5).
        if found and "`" not in found[2]:
            self.mark = found[1]
            return True
        return False


def _plain_marks(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines with blocks of MkDocs as a bold label and plain text; lines in a fence are unchanged."""
    fences, margins, options = _Fences(), list[int](), False
    for line in lines:
        indent = len(line) - len(line.lstrip())
        while margins and line.strip() and indent < margins[-1] + 4:
            margins.pop()
        line = line[4 * len(margins) :] if line.strip() else ""
        options = options and bool(_OPTION.match(line))
        if fences.covers(line):
            yield line
        elif line.lstrip()[:1] in _BLOCK_SIGNS and (label := _label(line)):
            if _INDENTED.match(line):
                margins.append(indent)
            options = True
            yield from ("", label, "")
        elif not options and not _BLOCK_END.match(line):
            yield line


def _label(line: str) -> str:
    """Return the label of a line that opens a block, "" if it opens none."""
    if found := _ADMONITION.match(line):
        return f"{found[1]}**{found[4] or _words(found[2] + found[3])}**"
    if found := _TAB.match(line):
        return f"{found[1]}**{found[2]}**"
    if found := _BLOCK.match(line):
        return f"{found[1]}**{_block_title(found[2], found[3] or '')}**"
    if found := _IDENTIFIER.match(line):
        return f"{found[1]}`{found[2]}`"
    return ""


def _block_title(kind: str, title: str) -> str:
    """Return the title of a `///` block; one about a version includes its kind."""
    return f"{_words(kind)} {title}".strip() if kind.startswith("version-") else title or _words(kind)


def _words(name: str) -> str:
    return name.replace("-", " ").capitalize()


def _fence_doctests(lines: Iterable[str]) -> Iterator[str]:
    fences, indent, inside = _Fences(), "", False
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
    fences = _Fences()
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
