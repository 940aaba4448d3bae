"""Comments that document attributes, taken as their docstrings while a module is parsed.

`#:` documents an attribute of a module or class, above it or at the end of its line, as Sphinx reads it. A plain
comment above a constant of a module (`TIMEOUT = 5`) documents a setting if it is prose and belongs to it alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import griffe

MAX_LINES = 60
"""The maximum number of lines of one comment."""

_MAX_NESTING = 3
# The line break at its beginning makes the search fast.
_ABOVE_CONSTANT = re.compile(r"\n#[^\n]*\r?\n[A-Z][A-Z0-9_]+[ \t]*[:=]")
_CONSTANT = re.compile(r"[A-Z][A-Z0-9_]{2,}")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*[ \t]*(?::[^=\n]{1,200})?=")
_WORD = re.compile(r"[A-Za-z]{2,}")
_LEAST_WORDS = 3
# Directives, notes of the authors, license lines, and code that is switched off.
_NOT_PROSE = re.compile(
    r"(?i:type:|noqa|pylint|fmt:|pragma|mypy|isort|ruff|flake8|todo|fixme|xxx|hack|copyright|spdx|license\b)"
    r"|(?i:see |https?:)|[A-Za-z_][\w.]*(?:\[[^\]\n]{0,60}\])?[ \t]*=|[A-Za-z_][\w.]*\("
    r"|(?:def|class|import|from|return|if|for|@)\b[^.]*$"
)
_LONGEST_LINE = 500


class AttributeCommentReader(griffe.Extension):
    """Gives attributes without a docstring the comments that document them."""

    def on_module_members(self, *, mod: griffe.Module, agent: Any, **_: Any) -> None:
        """Read the comments of a module."""
        code: str = agent.code
        if "#:" in code or _ABOVE_CONSTANT.search(code):
            lines = re.split(r"\r\n|\r|\n", code)
            for attribute, constant in _attributes(mod):
                first, last = attribute.lineno, attribute.endlineno
                if first is None or last is None or not 0 < first <= last <= len(lines):
                    continue
                text, line = _marked(lines, first, last), first
                if not text and constant:
                    text = _plain(lines, first, last)
                if text:
                    attribute.docstring = griffe.Docstring(text, lineno=line, parent=attribute)


def comment_of(lines: Sequence[str], first: int, last: int) -> str:
    """Return the comment that documents a statement, marked by `#:` or in prose, "" for none.

    Args:
        lines: of the module.
        first: the number of the statement's first line, from 1.
        last: the number of its last line.
    """
    return _marked(lines, first, last) or _plain(lines, first, last) if 0 < first <= last <= len(lines) else ""


def _attributes(scope: griffe.Module | griffe.Class, depth: int = 0) -> Iterator[tuple[griffe.Attribute, bool]]:
    """Yield the attributes without a docstring, each with whether it is a constant of the module."""
    for name, member in scope.members.items():
        if isinstance(member, griffe.Class):
            if depth < _MAX_NESTING:
                yield from _attributes(member, depth + 1)
        elif isinstance(member, griffe.Attribute) and member.docstring is None:
            constant = depth == 0 and _CONSTANT.fullmatch(name) is not None
            # Another name of a function or class (`load = _parser.load`) has the text of that object.
            if constant or depth or not isinstance(member.value, griffe.ExprName | griffe.ExprAttribute):
                yield member, constant


def _marked(lines: Sequence[str], first: int, last: int) -> str:
    """Return the text of the comments `#:` at the end of a statement or above it, "" for none."""
    statement, mark, text = lines[last - 1].partition("#:")
    if mark and statement.strip() and not statement.count('"') % 2 and not statement.count("'") % 2:
        return text.strip()
    above = _comments_above(lines, first, "#:")
    return "\n".join(above).strip()


def _plain(lines: Sequence[str], first: int, last: int) -> str:
    """Return the text of a plain comment above a statement, "" if it is no prose or heads a group of statements."""
    after = lines[last] if last < len(lines) else ""
    if _ASSIGNMENT.match(after):
        return ""
    above = _comments_above(lines, first, "#")
    text = "\n".join(above).strip()
    return "" if text.endswith(":") or not _is_prose(above) else text


def _is_prose(comment: Sequence[str]) -> bool:
    """Tell whether a comment begins with a sentence, and has no directive and no code."""
    first = comment[0] if comment else ""
    if not first[:1].isupper() and first[:1] not in ("`", "'", '"'):
        return False
    if any(len(line) > _LONGEST_LINE or _NOT_PROSE.match(line) for line in comment):
        return False
    return len(_WORD.findall(" ".join(comment))) >= _LEAST_WORDS


def _comments_above(lines: Sequence[str], first: int, mark: str) -> list[str]:
    """Return the lines of the comment directly above a line, without the mark; none if it is too long."""
    found: list[str] = []
    at = first - 2
    while at >= 0 and lines[at].lstrip().startswith(mark):
        found.append(lines[at].lstrip().removeprefix(mark).removeprefix(" ").rstrip())
        if len(found) > MAX_LINES:
            return []
        at -= 1
    return found[::-1]
