"""The conversion of MyST, the Markdown of Sphinx, to plain Markdown: its directives, roles, targets and comments."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pro_context_engine.documents.pages.rst import rst_to_markdown
from pro_context_engine.documents.pages.rst_directives import Directive, fence, markdown_of
from pro_context_engine.documents.pages.rst_inline import plain_roles

_SIGNS = re.compile(
    r"^[ \t]*(?:`{3,}|:{3,}|~{3,})[ \t]*\{|\{[a-zA-Z][\w:.+-]{0,30}\}`|^\([\w.-]+\)=[ \t]*$", re.MULTILINE
)
_OPENED = re.compile(r"(\s*)(`{3,}|:{3,}|~{3,})[ \t]*\{([a-zA-Z][\w:.+-]{0,40})\}[ \t]*(.*)$")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_ROLE = re.compile(r"(?<![`\w])\{([a-zA-Z][\w:.+-]{0,30})\}`([^`\n]{1,300})`")
_TARGET = re.compile(r"\([\w.:/-]{1,100}\)=\s*$")
_OPTION = re.compile(r"\s*:?([\w-]{1,40}):(?:\s+(.*))?\s*$")
# Cells that are run are named by their language (Quarto), and their options are comments at their top.
_CELLS = {name: name for name in ("python", "r", "julia", "bash", "sql", "mermaid")} | {
    "ojs": "js",
    "pyodide": "python",
}
_CELL_OPTION = re.compile(r"\s*(?:#|//|--|%%)\| ")
_MAX_NESTING = 6
_MAX_LINES = 20_000


def myst_to_markdown(text: str) -> str:
    """Return MyST as Markdown; a text without its markup is returned unchanged.

    Args:
        text: a document; the lines after the first 20,000, more than a page has, stay as they are.
    """
    if not _SIGNS.search(text):
        return text
    lines = text.split("\n")
    return "\n".join([*_MystBlock().converted(lines[:_MAX_LINES]), *lines[_MAX_LINES:]])


class _MystBlock:
    """The conversion of one block; implements `rst_directives.Markup`."""

    def __init__(self, nesting: int = 0, level: int = 0) -> None:
        self._nesting = nesting
        self.level = level

    def inline(self, text: str) -> str:
        """Return text of one line with its roles as the words or the code that they show."""
        return plain_roles(_ROLE.sub(r":\1:`\2`", text)) if "{" in text else text

    def nested(self, lines: Sequence[str], level: int | None = None) -> list[str]:
        """Return a body as Markdown lines, without blank lines around them."""
        if self._nesting >= _MAX_NESTING:
            return list(lines)
        inner = _MystBlock(self._nesting + 1, self.level if level is None else level)
        return "\n".join(inner.converted(lines)).strip("\n").split("\n") if any(map(str.strip, lines)) else []

    def converted(self, lines: Sequence[str]) -> list[str]:
        """Return the lines of a block as Markdown lines."""
        out: list[str] = []
        at = 0
        while at < len(lines):
            line = lines[at]
            opened = _OPENED.match(line[:1_000])
            plain = None if opened else _FENCE.match(line)
            if opened:
                end = _end(lines, at + 1, opened[2])
                out += self._directive(opened[1], opened[2], opened[3], opened[4], lines[at + 1 : end])
                at = end
            elif plain:
                end = _end(lines, at + 1, plain[1])
                out += lines[at : end + 1]
                at = end
            elif not _TARGET.match(line) and not line.startswith("% "):
                self.level = _level(line) or self.level
                out.append(self.inline(line))
            at += 1
        return out

    def _directive(self, indent: str, mark: str, name: str, argument: str, block: Sequence[str]) -> list[str]:
        body = [line.removeprefix(indent) for line in block]
        if mark[0] != ":" and name.lower() in _CELLS:
            code = [line for line in body if not _CELL_OPTION.match(line)]
            return [f"{indent}{line}" for line in ["", *fence(code, _CELLS[name.lower()]), ""]]
        if name == "eval-rst":
            return ["", *rst_to_markdown("\n".join(body)).split("\n"), ""]
        options, rest = _options(body)
        rest = "\n".join(rest).strip("\n").split("\n")
        shown = markdown_of(Directive(name.lower(), argument.strip(), options, rest), self, may_head=not indent)
        return ["", *(f"{indent}{line}" if line.strip() else "" for line in shown), ""] if shown else []


def _level(line: str) -> int:
    hashes = len(line) - len(line.lstrip("#"))
    return hashes if 0 < hashes < 7 and line[hashes : hashes + 1] == " " else 0


def _end(lines: Sequence[str], at: int, fence: str) -> int:
    """Return the line that closes a fence, the end of the block if none does."""
    while at < len(lines):
        text = lines[at].strip()
        if text.startswith(fence) and not text.strip(fence[0]):
            break
        at += 1
    return at


def _options(body: Sequence[str]) -> tuple[dict[str, str], Sequence[str]]:
    """Return the options at the top of a directive, as `:name: value` or between lines of dashes, and the rest."""
    options: dict[str, str] = {}
    if body and body[0].strip() == "---":
        end = next((number for number, line in enumerate(body[1:], 1) if line.strip() == "---"), 0)
        for line in body[1:end]:
            if option := _OPTION.match(line):
                options[option[1]] = option[2] or ""
        return options, body[end + 1 :] if end else body
    for number, line in enumerate(body):
        option = _OPTION.match(line) if line.lstrip().startswith(":") else None
        if option is None:
            return options, body[number:]
        options[option[1]] = option[2] or ""
    return options, ()
