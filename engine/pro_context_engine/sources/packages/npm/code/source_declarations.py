"""A JavaScript module as the text of a declaration file.

Packages without declarations document their names in comments. A module is read line by line, by its indentation:
this is no parser of JavaScript, and each line is read once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pro_context_engine.sources.packages.npm.code.body_lines import BodyLines
from pro_context_engine.sources.packages.npm.code.owned_members import OwnedMembers
from pro_context_engine.sources.packages.npm.code.source_module import SourceModule, behind_spaces
from pro_context_engine.sources.packages.npm.code.source_statements import SourceStatements
from pro_context_engine.sources.packages.npm.code.unwrapped_modules import unwrapped_module

# An unclosed comment extends to the end of the text, so that nothing is matched twice.
_LINE = re.compile(
    r"""^[ \t]*(?:
    (?P<doc>/\*\*(?!/)(?:[^*]|\*(?!/))*(?:\*/)?)
    |(?P<comment>/\*(?:[^*]|\*(?!/))*(?:\*/)?)
    |(?P<remark>//[^\n]*)
    |(?P<code>[\w$}#*\[][^\n]*)
    )""",
    re.X | re.M,
)
_OF_THIS = re.compile(r"this\.(?P<name>[A-Za-z_$][\w$]*)[ \t]*=(?!=)")


def source_declarations(source: str) -> str:
    """Return the declarations of a JavaScript module: its exports, and the names that its comments document.

    Args:
        source: its text.
    """
    module = SourceModule(*unwrapped_module(source))
    _SourceLines(module).read()
    # In a declaration file without such a statement all names are exported.
    for statement in (*module.exports.statements(module.text.declared), "export {};"):
        module.text.write(0, statement)
    return module.text.written()


class _SourceLines:
    """The reading of one module, from the first line to the last."""

    def __init__(self, module: SourceModule) -> None:
        self._module = module
        self._members = OwnedMembers(module)
        self._statements = SourceStatements(module, self._members)
        self._body_lines = BodyLines(module, self._statements, self._members)

    def read(self) -> None:
        """Read the lines up to the end, or until there are as many names as one module may have."""
        module, comments = self._module, self._module.comments
        for found, line in _lines(module.source):
            indent = found.start(found.lastgroup or 0) - found.start()
            if found["doc"]:
                module.write_documented()
                comments.doc, comments.doc_line = found["doc"], line
            elif found["remark"]:
                comments.remark(found["remark"], line)
            elif found["code"]:
                comments.remark("", line)
                self._code(found.start("code"), indent, line)
                module.write_documented()
                comments.forget_remarks()
            if module.text.is_full:
                break
        module.write_documented()
        module.leave_bodies(-1)

    def _code(self, at: int, indent: int, line: int) -> None:
        """Read a line of code at a position."""
        module = self._module
        module.leave_bodies(indent)
        body = module.bodies.at(indent)
        if body and self._body_lines.read(body, at, indent, line):
            return
        if indent and not module.comments.doc:
            return
        if module.comments.doc and (of_this := _OF_THIS.match(module.source, at)):
            value = behind_spaces(module.source, of_this.end())
            self._members.add_of_this(of_this["name"], value, indent, line)
        elif not module.bodies.are_in_class():
            self._statements.read(at, indent, line)


def _lines(source: str) -> Iterator[tuple[re.Match[str], int]]:
    """Yield the comments and lines of code, each with the number of its line."""
    line, counted = 1, 0
    for found in _LINE.finditer(source):
        line += source.count("\n", counted, found.start())
        counted = found.start()
        yield found, line
