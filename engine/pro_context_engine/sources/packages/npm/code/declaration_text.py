"""The text of the declarations of a JavaScript module, with their comments and modifiers."""

from __future__ import annotations

from pro_context_engine.sources.packages.npm.code.doc_tags import (
    is_hidden,
    is_public,
    result_type,
    tagged_name,
    value_type,
)
from pro_context_engine.sources.packages.npm.code.module_exports import ModuleExports
from pro_context_engine.sources.packages.npm.code.source_comments import SourceComments

EXPORT, DEFAULT = "export ", "export default "
_DECLARE = "declare "
_MOST_NAMES = 20_000


class DeclarationText:
    """Declarations as text, in which each stands at the line that it has in the source.

    Args:
        exports: what the module exports.
        comments: the comments above the line that is read.

    Attributes:
        declared: the declared names of the module.
    """

    def __init__(self, exports: ModuleExports, comments: SourceComments) -> None:
        self._exports = exports
        self._comments = comments
        self.declared = set[str]()
        self._stated = set[str]()
        self._names = 0
        self._parts: list[str] = []
        self._line = 1

    @property
    def is_full(self) -> bool:
        """Tell whether the text has as many names as one module may have."""
        return self._names > _MOST_NAMES

    def written(self) -> str:
        """Return the text."""
        return "".join(self._parts)

    def write(self, line: int, text: str) -> None:
        """Write a text at a line, or behind the last one if that is further down."""
        if line > self._line:
            self._parts.append("\n" * (line - self._line))
            self._line = line
        self._parts.append(text + "\n")
        self._line += text.count("\n") + 1

    def add(self, line: int, *texts: str) -> None:
        """Write a declaration with its comment before the last of its texts; nothing if the comment hides it."""
        begins = self._comments.first_line(line)
        doc, self._comments.doc = self._comments.doc, ""
        if is_hidden(doc):
            return
        self._names += 1
        *before, last = texts
        self.write(begins, "\n".join(filter(None, [*before, doc or self._comments.remarks(), last])))

    def declare(self, name: str, shape: str, line: int, *, stated: str) -> None:
        """Write the declaration of a name of the module, "" for a default export without one.

        Args:
            name: the name.
            shape: its declaration without a modifier.
            line: number of its line.
            stated: the modifier by which its statement exports it, "" if it does not.
        """
        if name:
            self.declared.add(name)
        if name and stated:
            self._stated.add(name)
        self.add(line, self._modifier(name, stated=stated) + shape)

    def is_stated(self, name: str) -> bool:
        """Tell whether the statement that declares a name exports it."""
        return name in self._stated

    def given_name(self, name: str) -> str:
        """Return the public name that a comment states, else the name in the code."""
        doc = self._comments.doc
        return (tagged_name(doc)[0] if is_public(doc) else "") or name

    def value_type(self, unknown: str = "") -> str:
        """Return the type of a value with its colon, by its comment."""
        type_ = value_type(self._comments.doc) or result_type(self._comments.doc)
        return f": {type_}" if type_ else unknown

    def shows(self, name: str, *, stated: str) -> bool:
        """Tell whether a name is declared: it has a comment or is exported."""
        if name.startswith("_") and len(name) > 1:
            return False
        return stated == DEFAULT or (bool(name) and bool(self._comments.doc or stated or self._exports.has(name)))

    def shows_value(self, name: str, indent: int, *, stated: str) -> bool:
        """Tell whether the name of a value that is no function is declared: many are only for the module itself."""
        doc = self._comments.doc
        has_text = doc or (self._comments.has_remarks() and self._exports.has(name))
        return bool(has_text or stated) and (indent == 0 or is_public(doc) or bool(stated and doc))

    def modifier_of_members(self, owner: str) -> str:
        """Return the modifier of a declaration that adds members to a name.

        It exports the name if its statement does, or if the module exports all that it documents.
        """
        return EXPORT if owner in self._stated or not self._exports.is_module else _DECLARE

    def _modifier(self, name: str, *, stated: str) -> str:
        """Return the modifier of a declaration; one whose name a list or an assignment states is only declared."""
        is_exported = is_public(self._comments.doc) and not self._exports.has(name)
        if not self._exports.is_module:
            is_exported = is_exported or self._exports.may_have(name)
        return stated or (EXPORT if is_exported else _DECLARE)
