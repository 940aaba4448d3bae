"""The conversion of reStructuredText to Markdown, line by line: the markup that documentation and Sphinx use.

`rst_directives` converts directives, `rst_tables` converts tables. The module is over 300 lines because its small
block rules depend on each other.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence

from pro_context_engine.documents.pages.rst_directives import Directive, fence, markdown_of, table_lines
from pro_context_engine.documents.pages.rst_inline import InlineMarkup, field_label
from pro_context_engine.documents.pages.rst_tables import drawn_table

_SIGNS = re.compile(
    r"^[ \t]*\.\.[ \t]+[\w:-]+ ?::|::[ \t]*$|(?<!\w):[a-z][\w+:.-]{0,30}:`"
    r"|^[^\s|].*\n(?:={3,}|-{3,}|~{3,}|\^{3,})[ \t]*$"
    r"|`__?(?!\w)|\[\d+\]_(?!\w)|^[ \t]*\.\. [\[_]|(?<![\w|])\|@?[A-Za-z][\w.]*\|(?![\w|])",
    re.MULTILINE,
)
_UNDERLINES = "=-~^\"'`#*+.:_<>"
_UNDERLINE = re.compile(rf"([{re.escape(_UNDERLINES)}])\1{{2,}}\s*$")
_SHORT_UNDERLINE = re.compile(r"([=\-~^\"'#*+])\1\s*$")
_FENCE = re.compile(r"\s*(```+(?=[^`]*$)|~~~+)")
_DIRECTIVE = re.compile(r"(\s*)\.\.\s+(?:\|([^|]+)\|\s+)?([\w:+.-]+) ?::\s*(.*)$")
_EXPLICIT = re.compile(r"\s*\.\.(?:\s|$)")
_TARGET = re.compile(r"\s*\.\. _`?([^`:\n]+)`?:\s*(\S*)\s*$")
_ANONYMOUS_TARGET = re.compile(r"\s*__ \S+\s*$")
_NOT_IN_LABEL = re.compile(r"[^a-z0-9]+")
_WRAPPED_TARGET = re.compile(r"^(\.\. _[^:\n]{1,200}:)[ ]*\n[ ]+(\S+)[ ]*$", re.MULTILINE)
# Roles, literals and links, which may go on in further lines of their paragraph.
_IN_PARAGRAPH = r"(?:[^`<>\n]|\n(?![ \t]*\n))"
_WRAPPED = (
    re.compile(r"(?<![\w`]):[a-zA-Z][\w+:.-]{0,30}:`(?:[^`\n]|\n(?![ \t]*\n)){1,600}`"),
    re.compile(r"(?<![^\s(\[{<\"'/:-])``(?![`\s])(?:[^`\n]|\n(?![ \t]*\n)){1,400}``(?!`)"),
    re.compile(rf"(?<![`:])`{_IN_PARAGRAPH}{{0,600}}<{_IN_PARAGRAPH}{{1,300}}>`__?"),
)
_LINE_END = re.compile(r"[ \t]*\n[ \t]*")
_FOOTNOTE = re.compile(r"(\s*)\.\. (\[[^\]\n]+\])\s*(.*)$")
_FIELD = re.compile(r"(\s*):([A-Za-z][^:`\n]{0,60}):(?:\s+(.*))?$")
_TABLE_BORDER = re.compile(r"\s*(?:\+[-=+]{2,}\+|=+(?: +=+)+)\s*$")
_OPTION = re.compile(r"\s*:([\w-]+):(?:\s|$)")
_GAP = re.compile(r"\n{3,}")
_LIST_ITEM = re.compile(r"(\s*)(?:[-*+•]|\d+[.)]|#\.|[a-zA-Z][.)])\s")
# The first line of code: a value for a name, a call, an import, the head of a block, a comment, a command.
_CODE = re.compile(
    r"[\w.\[\]]+ = \S|[\w.]+\(.*[\[({,)]$|(?:from [\w.]+ )?import \w|(?:async )?(?:class|def|with) .*:$|@\w|[#$] \S"
)
_TAG = re.compile(r"(?<![`\w])<[a-z][\w:-]{0,40}>(?!`)")

_SENTENCE = re.compile(r"[a-z)`][.!?] +[A-Z]")
_MOST_TERM_WORDS = 8
_NAMES_ALONE = re.compile(r"``[^`\n]{1,200}``(?:(?:,| or| and|/)?[ ]?``[^`\n]{1,200}``){0,5}\s*$")

# The margin of a blank line, which ends no block.
_BLANK = sys.maxsize
_MAX_NESTING = 6
_MAX_LINES = 20_000


def looks_like_rst(text: str) -> bool:
    """Tell whether a text uses markup that reStructuredText has and Markdown lacks."""
    return _SIGNS.search(text) is not None


def rst_to_markdown(text: str) -> str:
    """Return reStructuredText as Markdown; unknown markup stays as text, and Markdown fences stay untouched.

    Args:
        text: a document or a docstring, dedented; the lines after the first 20,000, more than a page has, stay as they
            are.
    """
    lines = text.split("\n", _MAX_LINES)
    converted = "\n".join(_Converter("\n".join(lines[:_MAX_LINES])).convert()).strip("\n")
    return "\n\n".join([_GAP.sub("\n\n", converted), *lines[_MAX_LINES:]])


class _Converter:
    """One conversion: the lines, the position in them, and the lines written so far."""

    def __init__(self, text: str, nesting: int = 0, around: InlineMarkup | None = None) -> None:
        text = text.expandtabs(8)
        if ".. _" in text:
            text = _WRAPPED_TARGET.sub(r"\1 \2", text)
        if "`" in text:
            for wrapped in _WRAPPED:
                text = wrapped.sub(_on_one_line, text)
        self._lines = text.splitlines()
        self._margins = [len(line) - len(text) if (text := line.lstrip()) else _BLANK for line in self._lines]
        self._nesting = nesting
        self._inline = around or _inline_of(self._lines)
        self.level = 0
        self._styles: list[str] = []
        self._at = 0
        self._out: list[str] = []
        # Indentation of the list the line may belong to, None outside of lists.
        self._list_margin: int | None = None

    def convert(self) -> list[str]:
        """Return the lines of the Markdown, with the blank lines around it."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            text = line.lstrip()
            if not text:
                self._out.append("")
                self._at += 1
            elif not self._applied(_RULES_BY_MARK.get(text[0], _RULES), line):
                self._list_margin = self._list_margin if line[0].isspace() else None
                self._out.append(self._inline.convert(line).rstrip())
                self._at += 1
        return self._out

    def _applied(self, rules: Iterable[Callable[[_Converter, str], bool]], line: str) -> bool:
        """Apply the first rule that matches a line, and tell whether one did."""
        for rule in rules:  # noqa: SIM110 - a generator takes as long as some of the rules
            if rule(self, line):
                return True
        return False

    def _next(self, ahead: int = 1) -> str:
        at = self._at + ahead
        return self._lines[at] if 0 <= at < len(self._lines) else ""

    def _fence(self, line: str) -> bool:
        opening = _FENCE.match(line)
        # Tildes right below a text are an underline, though one too short for a heading.
        if not opening or (opening[1][0] == "~" and self._next(-1).strip()):
            return False
        end = self._at + 1
        while end < len(self._lines) and not self._lines[end].strip().startswith(opening[1]):
            end += 1
        self._out += [*self._lines[self._at : end], opening[0]]
        self._at = end + 1
        return True

    def _overlined(self, line: str) -> bool:
        over = _UNDERLINE.match(line)
        if not over or _TABLE_BORDER.match(line):
            return False
        title, under = self._next(), self._next(2)
        if not title.strip() or under.rstrip() != line.rstrip():
            return False
        self._heading(title, over[1] * 2)
        self._at += 3
        return True

    def _underlined(self, line: str) -> bool:
        if line[0].isspace():
            return False
        under = _UNDERLINE.match(self._next())
        if len(line.rstrip()) <= 2:  # of titles like "If"
            under = under or _SHORT_UNDERLINE.match(self._next())
        if not under:
            return False
        length = len(under[0].rstrip())
        # docutils accepts shorter underlines (with a warning), but most such lines are something else.
        if length + 2 < len(line.rstrip()) and (length < 4 or self._next(-1).strip()):
            return False
        self._heading(line, under[1])
        self._at += 2
        return True

    def _heading(self, title: str, style: str) -> None:
        if style not in self._styles:
            self._styles.append(style)
        self.level = min(6, self._styles.index(style) + 1)
        # A tag in plain text is no HTML.
        text = _TAG.sub(r"`\g<0>`", self._inline.convert(title.strip()))
        self._out += ["", f"{'#' * self.level} {text}{self._label()}", ""]

    def _label(self) -> str:
        """Return the label right above the heading as an anchor, in the form Sphinx gives it."""
        above = next((line for line in map(self._next, (-1, -2, -3)) if line.strip()), "")
        target = _TARGET.match(above)
        name = _NOT_IN_LABEL.sub("-", target[1].lower()).strip("-") if target and not target[2] else ""
        return f" {{#{name}}}" if name else ""

    def _table(self, line: str) -> bool:
        """Convert a drawn table to a Markdown table; keep the drawing, in a fence, if that is impossible."""
        if not _TABLE_BORDER.match(line):
            return False
        end = self._at + 1
        while end < len(self._lines) and (
            self._lines[end].strip() or not (_TABLE_BORDER.match(self._lines[end - 1]) and end - self._at > 2)
        ):
            if not self._lines[end].strip() and line.lstrip().startswith("+"):
                break
            end += 1
        lines = self._lines[self._at : end]
        indent = line[: len(line) - len(line.lstrip())]
        rows = table_lines(drawn_table(lines), self)
        self._add(rows or fence([part.removeprefix(indent) for part in lines], "text"), indent)
        self._at = end
        return True

    def _directive(self, line: str) -> bool:
        found = _DIRECTIVE.match(line)
        if not found:
            return False
        indent, substitution, name, argument = found.groups()
        self._at += 1
        continued = bool(self._next(0).strip())
        block = self._block(len(indent))
        if substitution:
            return True
        if not indent:
            self._list_margin = None
        may_head = self._list_margin is None
        directive = _directive(name.lower(), argument, block, continued=continued)
        self._add(markdown_of(directive, self, may_head=may_head), "" if self._list_margin is None else indent)
        return True

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

    def _anonymous_target(self, line: str) -> bool:
        """Drop the address of a link that is written below it without a name."""
        if not _ANONYMOUS_TARGET.match(line):
            return False
        self._at += 1
        return True

    def _doctest(self, line: str) -> bool:
        if not line.lstrip().startswith(">>> "):
            return False
        indent = line[: len(line) - len(line.lstrip())]
        end = self._at
        while end < len(self._lines) and self._lines[end].strip() and self._lines[end].startswith(indent):
            end += 1
        # Outside of a list the indent is that of a quotation, and Markdown would read the fence as indented code.
        margin = "" if self._list_margin is None else indent
        self._fenced([part.removeprefix(indent) for part in self._lines[self._at : end]], "pycon", margin)
        self._at = end
        return True

    def _field(self, line: str) -> bool:
        found = _FIELD.match(line)
        if not found:
            return False
        self._out.append(f"{found[1]}- {field_label(found[2])}: {self._inline.convert(found[3] or '')}".rstrip())
        self._at += 1
        return True

    def _literal(self, line: str) -> bool:
        text = line.rstrip()
        if not text.endswith("::"):
            return False
        item = _LIST_ITEM.match(line)
        # The block of a list item is indented relative to its text, not to its mark.
        indent = len(item[0]) if item else len(line) - len(line.lstrip())
        if item:
            self._list_margin = len(item[1])
        self._at += 1
        following = next((part for part in self._lines[self._at :] if part.strip()), "")
        if len(following) - len(following.lstrip()) <= indent:
            self._out.append(self._inline.convert(text[:-1] if text.strip() != "::" else ""))
            return True
        if text.strip() != "::":
            self._out.append(self._inline.convert(text[:-2].rstrip() if text.endswith(" ::") else text[:-1]))
        self._fenced(self._block(indent), "", " " * indent)
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
        """Make a list item of a term with its indented definition right below; below a name alone it may be apart."""
        below = self._next() if self._next().strip() or not _NAMES_ALONE.match(line) else self._next(2)
        apart = not self._next(-1).strip() and self._list_margin is None
        if not apart or not line.strip() or line[0].isspace() or not below[:1].isspace() or not below.strip():
            return False
        if line.rstrip().endswith((*":.,!?", *"([{")) or _is_sentence(line):
            return False
        self._at += 1
        body = self.nested(self._block(0))
        own_line = bool(body) and not _LIST_ITEM.match(body[0]) and not _FENCE.match(body[0])
        self._out.append(f"- {self._inline.convert(line.strip())}" + (f": {body.pop(0).strip()}" if own_line else ""))
        self._out += [*(f"  {part}" if part else "" for part in body), ""]
        return True

    def _quoted(self, line: str) -> bool:
        """Move an indented block to the margin, since Markdown would read it as code, unless it is code."""
        if not line.strip() or not line[0].isspace() or self._list_margin is not None or self._next(-1).strip():
            return False
        announced = next((text for text in reversed(self._out) if text), "").endswith(":")
        block = self._block(0)
        self._add(fence(block, "") if announced and _CODE.match(block[0]) else self.nested(block))
        return True

    def _block(self, indent: int) -> list[str]:
        """Take the lines that are indented deeper, dedented, without blank lines around them."""
        start = self._at
        while self._at < len(self._lines) and self._margins[self._at] > indent:
            self._at += 1
        margin = min(self._margins[start : self._at], default=0)
        return _without_blanks_around([line[margin:] for line in self._lines[start : self._at]])

    def _add(self, lines: Sequence[str], indent: str = "") -> None:
        """Write a block of lines between blank lines."""
        if any(map(str.strip, lines)):
            self._out += ["", *(f"{indent}{line}" if line.strip() else "" for line in lines), ""]

    def _fenced(self, block: list[str], language: str, indent: str = "") -> None:
        self._add(fence(block, language), indent)

    def inline(self, text: str) -> str:
        """See `rst_directives.Markup`."""
        return self._inline.convert(text)

    def nested(self, lines: Sequence[str], level: int | None = None) -> list[str]:
        """See `rst_directives.Markup`."""
        if self._nesting >= _MAX_NESTING:
            return list(lines)
        if not any(map(str.strip, lines)):
            return []
        inner = _Converter("\n".join(lines), self._nesting + 1, self._inline)
        inner._styles = self._styles
        inner.level = self.level if level is None else level
        return _without_blanks_around(inner.convert())


# The rules in order, each with the first characters of the lines that it matches, where these are known.
_ALL_RULES: tuple[tuple[Callable[[_Converter, str], bool], str], ...] = (
    (_Converter._fence, "`~"), (_Converter._overlined, _UNDERLINES), (_Converter._table, "+="),
    (_Converter._underlined, ""), (_Converter._directive, "."), (_Converter._explicit, "."),
    (_Converter._anonymous_target, "_"), (_Converter._doctest, ">"), (_Converter._field, ":"),
    (_Converter._literal, ""), (_Converter._quoted, ""), (_Converter._item, ""), (_Converter._definition, ""),
)  # fmt: skip
_RULES = tuple(rule for rule, marks in _ALL_RULES if not marks)
_RULES_BY_MARK = {mark: tuple(rule for rule, marks in _ALL_RULES if not marks or mark in marks) for mark in _UNDERLINES}


def _on_one_line(markup: re.Match[str]) -> str:
    """Return markup that goes on in further lines as one line; an address has no spaces."""
    if "\n" not in markup[0]:
        return markup[0]
    title, mark, target = _LINE_END.sub(" ", markup[0]).rpartition("<")
    return title + mark + (target.replace(" ", "") if "://" in target else target)


def _without_blanks_around(lines: list[str]) -> list[str]:
    start, end = 0, len(lines)
    while start < end and not lines[start]:
        start += 1
    while start < end and not lines[end - 1]:
        end -= 1
    return lines[start:end]


def _directive(name: str, argument: str, block: Sequence[str], *, continued: bool) -> Directive:
    """Return a directive with its options, which are taken out of the lines right below it."""
    options: dict[str, str] = {}
    ahead: list[str] = []
    rest = list(block)
    # An argument may continue over further lines before the options.
    while continued and rest and rest[0].strip() and not _OPTION.match(rest[0]):
        ahead.append(rest.pop(0))
    while continued and rest and (found := _OPTION.match(rest[0])):
        options[found[1]] = rest.pop(0)[found.end() :].strip()
    return Directive(name, argument.strip(), options, _without_blanks_around([*ahead, *rest]), continued=bool(ahead))


def _inline_of(lines: Sequence[str]) -> InlineMarkup:
    """Return the inline markup of a document, with all targets and substitutions that it defines."""
    explicit = [line for line in lines if _EXPLICIT.match(line)]
    targets = {m[1].strip().lower(): m[2] for line in explicit if (m := _TARGET.match(line)) and m[2]}
    return InlineMarkup(targets, {m[2]: _shown(m) for line in explicit if (m := _DIRECTIVE.match(line)) and m[2]})


def _is_sentence(line: str) -> bool:
    """Tell whether a line is too much for a term: the indented line below it goes on with a sentence."""
    return _SENTENCE.search(line) is not None or len(line.split()) > _MOST_TERM_WORDS


def _shown(definition: re.Match[str]) -> str:
    """Return the text of a substitution, "" for a picture."""
    return definition[4].strip() if definition[3].lower() == "replace" else ""
