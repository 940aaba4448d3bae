"""One JavaScript module while it is read: its text, its exports, and the state at the current line."""

from __future__ import annotations

from pro_context_engine.sources.packages.npm.code.call_shapes import call_shape
from pro_context_engine.sources.packages.npm.code.declaration_text import EXPORT, DeclarationText
from pro_context_engine.sources.packages.npm.code.doc_tags import defined_type, tagged_name
from pro_context_engine.sources.packages.npm.code.module_exports import ModuleExports
from pro_context_engine.sources.packages.npm.code.source_bodies import SourceBodies
from pro_context_engine.sources.packages.npm.code.source_comments import SourceComments


class SourceModule:
    """A module that is read line by line.

    Args:
        source: its text.
        root: a name of the object that it exports, "" for none.

    Attributes:
        source: its text.
        exports: what it exports.
        comments: the comments above the line that is read.
        bodies: the classes, objects and functions in which that line stands.
        text: the declarations that were found up to there.
    """

    def __init__(self, source: str, root: str) -> None:
        self.source = source
        self.exports = ModuleExports(source, root)
        self.comments = SourceComments()
        self.bodies = SourceBodies()
        self.text = DeclarationText(self.exports, self.comments)

    def is_owner(self, name: str) -> bool:
        """Tell whether the members of a name are for users: a list, an assignment or its own statement exports it."""
        return self.exports.is_owner(name) or self.text.is_stated(name)

    def write_documented(self) -> None:
        """Write the name that the documentation comment alone documents, without code."""
        doc, line = self.comments.doc, self.comments.doc_line
        if doc and not self.bodies.are_in_class():
            defined, type_ = defined_type(doc)
            name, is_function = tagged_name(doc)
            if defined:
                self.text.add(line, f"declare type {defined} = {type_};")
            elif name:
                shape = f"function {name}{call_shape(doc, None)}" if is_function else f"const {name}"
                self.text.declare(name, f"{shape};", line, stated="" if self.exports.is_module else EXPORT)
        self.comments.doc = ""

    def leave_bodies(self, indent: int) -> None:
        """Leave the bodies that end before a line."""
        for _ in range(self.bodies.leave(indent)):
            self.text.write(0, "}")


def behind_spaces(source: str, at: int) -> int:
    """Return the next position that has no space."""
    while at < len(source) and source[at] in " \t":
        at += 1
    return at
