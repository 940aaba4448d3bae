"""reStructuredText to readable Markdown, line by line: what READMEs and docstrings use of it, not the whole language.

One file although long: a table of small block rules that only mean something together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from pro_context_engine.pages.rst_inline import InlineMarkup

_SIGNS = re.compile(
    r"^[ \t]*\.\. [\w:-]+::|::[ \t]*$|(?<!\w):[a-z][\w+:.-]{0,30}:`|^[^\s|].*\n(?:={3,}|-{3,}|~{3,}|\^{3,})[ \t]*$"
    r"|`__?(?!\w)|^\.\. _|(?<![\w|])\|@?[A-Za-z][\w.]*\|(?![\w|])",
    re.MULTILINE,
)
_UNDERLINE = re.compile(r"([=\-~^\"'`#*+.:_<>])\1{2,}\s*$")
_FENCE = re.compile(r"\s*(```+|~~~+)")
_DIRECTIVE = re.compile(r"(\s*)\.\.\s+(?:\|([^|]+)\|\s+)?([\w:+.-]+)::\s*(.*)$")
_EXPLICIT = re.compile(r"\s*\.\.(?:\s|$)")
_TARGET = re.compile(r"\s*\.\. _`?([^`:\n]+)`?:\s*(\S*)\s*$")
_WRAPPED_TARGET = re.compile(r"^(\.\. _[^:\n]{1,200}:)[ ]*\n[ ]+(\S+)[ ]*$", re.MULTILINE)
_FOOTNOTE = re.compile(r"(\s*)\.\. (\[[^\]\n]+\])\s*(.*)$")
_FIELD = re.compile(r"(\s*):([A-Za-z][^:`\n]{0,60}):(?:\s+(.*))?$")
_TABLE_BORDER = re.compile(r"\s*(?:\+[-=+]{2,}\+|=+(?: +=+)+)\s*$")
_OPTION = re.compile(r"\s*:[\w-]+:(?:\s|$)")
_LIST_ITEM = re.compile(r"(\s*)(?:[-*+•]|\d+[.)]|#\.|[a-zA-Z][.)])\s")

_CODE = {
    "code", "code-block", "doctest", "ipython", "math", "parsed-literal", "prompt", "sourcecode", "testcode",
    "testoutput",
}  # fmt: skip
_DROPPED = {
    "automodule", "contents", "currentmodule", "figure", "highlight", "image", "include", "index", "literalinclude",
    "meta", "module", "py:currentmodule", "py:module", "raw", "sectnum", "testsetup", "toctree",
}  # fmt: skip
_CHANGES = {"versionadded": "Added in", "versionchanged": "Changed in", "deprecated": "Deprecated since"}
_MAX_NESTING = 6
_MAX_LINES = 50_000


def looks_like_rst(text: str) -> bool:
    """Tell whether a text uses markup that reStructuredText has and Markdown lacks."""
    return _SIGNS.search(text) is not None


def rst_to_markdown(text: str) -> str:
    """Return reStructuredText as Markdown; what is not understood stays as text. Markdown fences pass untouched.

    Args:
        text: a document or a docstring, dedented; one of more than 50,000 lines is returned as it is.
    """
    if text.count("\n") > _MAX_LINES:
        return text
    return _Converter(text).convert()


class _Converter:
    """One conversion: the lines, where it stands, what it has written."""

    def __init__(self, text: str, nesting: int = 0, targets: Mapping[str, str] | None = None) -> None:
        self._lines = _WRAPPED_TARGET.sub(r"\1 \2", text.expandtabs(8)).splitlines()
        self._nesting = nesting
        named = {m[1].strip().lower(): m[2] for line in self._lines if (m := _TARGET.match(line)) and m[2]}
        images = {m[2] for line in self._lines if (m := _DIRECTIVE.match(line)) and m[2]}
        self._inline = InlineMarkup({**(targets or {}), **named}, images)
        self._styles: list[str] = []
        self._at = 0
        self._out: list[str] = []
        # Indentation of the list the line may belong to, None outside of lists.
        self._list_margin: int | None = None

    def convert(self) -> str:
        rules: tuple[Callable[[str], bool], ...] = (
            self._fence, self._overlined, self._table, self._underlined, self._directive, self._explicit,
            self._doctest, self._field, self._literal, self._item, self._definition, self._quoted,
        )  # fmt: skip
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if not line.strip() or not any(rule(line) for rule in rules):
                self._list_margin = self._list_margin if not line.strip() or line[0].isspace() else None
                self._out.append(self._inline.convert(line).rstrip())
                self._at += 1
        return re.sub(r"\n{3,}", "\n\n", "\n".join(self._out)).strip("\n")

    def _next(self, ahead: int = 1) -> str:
        at = self._at + ahead
        return self._lines[at] if 0 <= at < len(self._lines) else ""

    def _fence(self, line: str) -> bool:
        opening = _FENCE.match(line)
        if not opening:
            return False
        end = self._at + 1
        while end < len(self._lines) and not self._lines[end].strip().startswith(opening[1]):
            end += 1
        self._out += [*self._lines[self._at : end], opening[0]]
        self._at = end + 1
        return True

    def _overlined(self, line: str) -> bool:
        over, title, under = _UNDERLINE.match(line), self._next(), self._next(2)
        if not (over and title.strip() and under.rstrip() == line.rstrip()) or _TABLE_BORDER.match(line):
            return False
        self._heading(title, over[1] * 2)
        self._at += 3
        return True

    def _underlined(self, line: str) -> bool:
        under = _UNDERLINE.match(self._next())
        if not under or not line.strip() or line[0].isspace() or len(under[0].rstrip()) + 2 < len(line.rstrip()):
            return False
        self._heading(line, under[1])
        self._at += 2
        return True

    def _heading(self, title: str, style: str) -> None:
        if style not in self._styles:
            self._styles.append(style)
        level = min(6, self._styles.index(style) + 1)
        self._out += ["", f"{'#' * level} {self._inline.convert(title.strip())}", ""]

    def _table(self, line: str) -> bool:
        """Keep a table as it is drawn, in a fence; its columns mean nothing otherwise."""
        if not _TABLE_BORDER.match(line):
            return False
        end = self._at + 1
        while end < len(self._lines) and (
            self._lines[end].strip() or not (_TABLE_BORDER.match(self._lines[end - 1]) and end - self._at > 2)
        ):
            if not self._lines[end].strip() and line.lstrip().startswith("+"):
                break
            end += 1
        self._fenced([*self._lines[self._at : end]], "text")
        self._at = end
        return True

    def _directive(self, line: str) -> bool:
        found = _DIRECTIVE.match(line)
        if not found:
            return False
        indent, substitution, name, argument = found.groups()
        self._at += 1
        block = self._block(len(indent))
        name = name.lower()
        if substitution or name in _DROPPED or name.startswith("auto"):
            return True
        options = next((at for at, part in enumerate(block) if not _OPTION.match(part)), len(block))
        block = "\n".join(block[options:]).strip("\n").splitlines()
        if name in _CODE:
            self._fenced(block, argument.split()[0] if argument.strip() else "", indent)
        elif name in _CHANGES:
            version, _, rest = argument.partition(" ")
            self._said(f"*{_CHANGES[name]} version {version}*", [rest, *block], indent)
        else:
            title = name.rpartition(":")[2].replace("-", " ").capitalize()
            plain = name in {"rubric", "centered", "topic", "admonition"} or "::" in argument or "(" in argument
            self._said(
                f"**{self._inline.convert(argument) if plain else title}**",
                block if plain else [argument, *block],
                indent,
            )
        return True

    def _said(self, label: str, block: list[str], indent: str) -> None:
        body = self._nested("\n".join(block)).strip()
        text = f"{label}: {body}" if body else label
        self._out += ["", *(f"{indent}{part}" if part else "" for part in text.splitlines()), ""]

    def _explicit(self, line: str) -> bool:
        """Drop comments and link targets; keep a footnote as text."""
        if not _EXPLICIT.match(line):
            return False
        self._at += 1
        footnote = _FOOTNOTE.match(line)
        if footnote:
            self._out.append(f"{footnote[1]}{footnote[2]} {self._inline.convert(footnote[3])}")
        elif not _TARGET.match(line):
            self._block(len(line) - len(line.lstrip()))
        return True

    def _doctest(self, line: str) -> bool:
        if not line.lstrip().startswith(">>> "):
            return False
        end = self._at
        while end < len(self._lines) and self._lines[end].strip():
            end += 1
        indent = line[: len(line) - len(line.lstrip())]
        self._fenced([part.removeprefix(indent) for part in self._lines[self._at : end]], "pycon", indent)
        self._at = end
        return True

    def _field(self, line: str) -> bool:
        found = _FIELD.match(line)
        if not found:
            return False
        self._out.append(f"{found[1]}- **{found[2]}**: {self._inline.convert(found[3] or '')}".rstrip())
        self._at += 1
        return True

    def _literal(self, line: str) -> bool:
        text = line.rstrip()
        if not text.endswith("::"):
            return False
        indent = len(line) - len(line.lstrip())
        self._at += 1
        following = next((part for part in self._lines[self._at :] if part.strip()), "")
        if len(following) - len(following.lstrip()) <= indent:
            self._out.append(self._inline.convert(text))
            return True
        if text.strip() != "::":
            self._out.append(self._inline.convert(text[:-2].rstrip() if text.endswith(" ::") else text[:-1]))
        self._fenced(self._block(indent), "", line[:indent])
        return True

    def _item(self, line: str) -> bool:
        found = _LIST_ITEM.match(line)
        if not found:
            return False
        self._list_margin = len(found[1])
        self._out.append(self._inline.convert(line.replace("#.", "1.", 1) if line.lstrip().startswith("#.") else line))
        self._at += 1
        return True

    def _definition(self, line: str) -> bool:
        """Make a list item of a term with its indented definition right below."""
        below = self._next()
        apart = not self._next(-1).strip() and self._list_margin is None
        if not apart or not line.strip() or line[0].isspace() or not below[:1].isspace() or not below.strip():
            return False
        if line.rstrip().endswith((":", ".", ",", "!", "?")):
            return False
        self._at += 1
        body = self._nested("\n".join(self._block(0))).strip("\n").splitlines()
        own_line = bool(body) and not _LIST_ITEM.match(body[0]) and not _FENCE.match(body[0])
        self._out.append(f"- {self._inline.convert(line.strip())}" + (f": {body.pop(0).strip()}" if own_line else ""))
        self._out += [*(f"  {part}" if part else "" for part in body), ""]
        return True

    def _quoted(self, line: str) -> bool:
        """Bring an indented block back to the margin, where Markdown would take it for code."""
        if not line.strip() or not line[0].isspace() or self._list_margin is not None or self._next(-1).strip():
            return False
        self._out += ["", *self._nested("\n".join(self._block(0))).splitlines(), ""]
        return True

    def _block(self, indent: int) -> list[str]:
        """Take the lines that are indented deeper, dedented, without blank lines around them."""
        start = self._at
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if line.strip() and len(line) - len(line.lstrip()) <= indent:
                break
            self._at += 1
        block = self._lines[start : self._at]
        margin = min((len(line) - len(line.lstrip()) for line in block if line.strip()), default=0)
        return "\n".join(line[margin:] for line in block).strip("\n").splitlines()

    def _fenced(self, block: list[str], language: str, indent: str = "") -> None:
        if block:
            ticks = "`" * max([3, *(len(run) + 1 for line in block for run in re.findall("`{3,}", line))])
            lines = [f"{ticks}{language}", *block, ticks]
            self._out += ["", *(f"{indent}{line}" if line else "" for line in lines), ""]

    def _nested(self, text: str) -> str:
        if self._nesting >= _MAX_NESTING:
            return text
        return _Converter(text, self._nesting + 1, self._inline.targets).convert()
