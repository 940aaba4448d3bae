"""The ways to write an inclusion: directives of Sphinx and MyST, snippets and braces of MkDocs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pro_context_engine.domain.value_class import value_class

SIGNS = ("include::", "include}", "8<-", "{!", "{*")
"""A text without any of these includes nothing."""

_LONGEST_LINE = 1_000
_MOST_OPTIONS = 30
_RST = re.compile(r"(\s*)\.\. (include|literalinclude)::\s*(\S.{0,400}?)\s*$")
_MYST = re.compile(r"(\s*)(`{3,}|:{3,})[ \t]*\{(include|literalinclude)\}\s*(\S.{0,400}?)\s*$")
_SNIPPET = re.compile(r"(\s*)-{1,4}8<-{1,4}\s+[\"']([^\"':\n]{1,400})(?::([\w.-]{0,100}))?(?::(\d{1,6}))?[\"']\s*$")
_BRACED = re.compile(r"(\s*)\{([!*])>?\s*([^\s!*{}]{1,400})(?:\s[^{}\n]{0,200})?[!*]\}\s*$")
_OPTION = re.compile(r"\s*:([\w-]+):(?:\s+(.*))?\s*$")


@value_class
class Inclusion:
    """A file that a document includes.

    Attributes:
        target: the path as it is written.
        literal: whether the file is shown as code.
        indent: blanks before the directive.
        options: by name, see `included_parts.part_of`.
        end: index of the line after the directive.
    """

    target: str
    literal: bool
    indent: str
    options: Mapping[str, str]
    end: int


def inclusion_at(lines: Sequence[str], at: int) -> Inclusion | None:
    """Return the inclusion that a line begins, None if it begins none."""
    line = lines[at]
    if len(line) > _LONGEST_LINE or not any(sign in line for sign in SIGNS):
        return None
    if found := _RST.match(line):
        options = dict(_options(lines, at + 1))
        literal = found[2] == "literalinclude" or not {"literal", "code"}.isdisjoint(options)
        return Inclusion(found[3], literal, found[1], options, at + 1 + len(options))
    if found := _MYST.match(line):
        options = {name: _unquoted(value) for name, value in _options(lines, at + 1)}
        below = lines[at + 1 : at + 1 + _MOST_OPTIONS]
        end = next((n for n, line in enumerate(below, at + 1) if line.strip().startswith(found[2])), at)
        literal = found[3] == "literalinclude" or not {"literal", "code"}.isdisjoint(options)
        return Inclusion(found[4], literal, found[1], options, end + 1)
    if found := _SNIPPET.match(line):
        return Inclusion(found[2], False, found[1], _snippet_options(found[3] or "", found[4] or ""), at + 1)
    if found := _BRACED.match(line):
        return Inclusion(found[3], found[2] == "*", found[1], {}, at + 1)
    return None


def _options(lines: Sequence[str], at: int) -> Iterator[tuple[str, str]]:
    for line in lines[at : at + _MOST_OPTIONS]:
        option = _OPTION.match(line[:_LONGEST_LINE])
        if option is None:
            return
        yield option[1], (option[2] or "").strip()


def _unquoted(value: str) -> str:
    """Return a value without the quotes of YAML around it."""
    return value[1:-1] if len(value) > 2 and value[0] == value[-1] and value[0] in "\"'" else value


def _snippet_options(start: str, end: str) -> Mapping[str, str]:
    """Return the options of a snippet: a range of lines, or a named section."""
    if not start and not end:
        return {}
    return {"lines": f"{start}-{end}"} if (start or "0").isdecimal() else {"section": start}
