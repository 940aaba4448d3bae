"""The lines of a class, an object or a function of a JavaScript module that are its members."""

from __future__ import annotations

import re

from pro_context_engine.sources.packages.npm.code.call_shapes import (
    call_shape,
    is_callable,
    is_function,
    listed_parameters,
)
from pro_context_engine.sources.packages.npm.code.declaration_text import EXPORT
from pro_context_engine.sources.packages.npm.code.doc_tags import is_hidden
from pro_context_engine.sources.packages.npm.code.owned_members import OwnedMembers
from pro_context_engine.sources.packages.npm.code.results_of_functions import ReturnedValue
from pro_context_engine.sources.packages.npm.code.source_bodies import Body
from pro_context_engine.sources.packages.npm.code.source_module import SourceModule, behind_spaces
from pro_context_engine.sources.packages.npm.code.source_statements import ASSIGNED, SourceStatements

_NAME = r"[A-Za-z_$][\w$]*"
_MEMBER = re.compile(
    rf"(?P<static>static[ \t]+)?(?:async[ \t]+)?\*?[ \t]*(?P<access>[gs]et[ \t]+)?(?P<name>{_NAME})[ \t]*"
    r"(?P<after>\(|=(?!=)|:|;|,?$)"
)
_KEYWORDS = frozenset(
    {"if", "for", "while", "switch", "catch", "return", "function", "do", "else", "try", "with", "throw", "await"}
    | {"yield", "delete", "typeof", "case", "new", "super", "import", "export"}
)
# A function inside of another one, at its beginning.
_INNER_FUNCTION = re.compile(
    rf"(?:const|let|var)[ \t]+(?P<name>{_NAME})[ \t]*=[ \t]*"
    rf"|(?=(?:async[ \t]+)?function[ \t]*\*?[ \t]*(?P<own>{_NAME}))"
)
_RETURNED_OBJECT = re.compile(r"return[ \t]*\{[ \t]*$", re.M)


class BodyLines:
    """Reads the lines of bodies that are as deep as the members of these.

    Args:
        module: the module that is read.
        statements: reads the values of members that the module exports.
        members: writes the members of names.
    """

    def __init__(self, module: SourceModule, statements: SourceStatements, members: OwnedMembers) -> None:
        self._module = module
        self._source = module.source
        self._statements = statements
        self._members = members

    def read(self, body: Body, at: int, indent: int, line: int) -> bool:
        """Read a line of a body; return False for a statement of a function, which is none of its members.

        Args:
            body: the body.
            at: position of the code of the line.
            indent: how deep it is indented.
            line: number of the line.
        """
        if body.kind == "hidden" and not self._shows_hidden(body, line):
            return True
        if body.kind == "function":
            return body.returns is not None and self._returned(body.owner, body.returns, at, indent, line)
        self._member(body, at, line)
        return True

    def _member(self, body: Body, at: int, line: int) -> None:
        """Read a member of a class or of an object."""
        found = _MEMBER.match(self._source, at)
        if not found or found["name"] in _KEYWORDS or found["name"].startswith("_"):
            return
        doc, name = self._module.comments.doc, found["name"]
        has_value = found["after"] in (":", "=")
        value = behind_spaces(self._source, found.end()) if has_value else found.end() - 1
        if body.kind == "class":
            self._class_member(found, value, line)
        elif found["access"] and not body.owner:
            if doc:
                text = self._module.text
                text.declare(name, f"const {name}{text.value_type()};", line, stated=EXPORT)
        elif body.owner and (doc or self._is_remarked(body.owner) or self._is_function_of_instances(body, value)):
            self._members.add(body.owner, name, value, body.members, line, on_instances=body.is_of_instances)
        elif not body.owner and (doc or found["after"] == "(" or is_callable(self._source, value)):
            self._statements.value(name, value, 0, line, stated=EXPORT)

    def _shows_hidden(self, body: Body, line: int) -> bool:
        """Write the beginning of an exported class that its comment hides, at its first member with a comment."""
        comments = self._module.comments
        if body.show is None or not comments.doc or is_hidden(comments.doc):
            return False
        doc, comments.doc = comments.doc, ""
        body.show(line)
        comments.doc, body.kind = doc, "class"
        return True

    def _class_member(self, found: re.Match[str], value: int, line: int) -> None:
        doc, text = self._module.comments.doc, self._module.text
        name, static, access = found["name"], found["static"] or "", found["access"] or ""
        is_method = not access and (found["after"] == "(" or is_callable(self._source, value))
        if is_method:
            call = call_shape(doc, listed_parameters(self._source, value), has_result=name != "constructor")
            text.add(line, f"{static}{name}{call};")
        elif doc or access == "get ":
            text.add(line, f"{static}{name}{text.value_type(': any')};")

    def _returned(self, owner: str, returns: ReturnedValue, at: int, indent: int, line: int) -> bool:
        """Read a line of an exported function about its result.

        This is an object, a member of what it returns, or a function that is a member under a name of its own.
        """
        if _RETURNED_OBJECT.match(self._source, at):
            self._module.bodies.enter("returned", owner, indent, returns=returns)
            return True
        if found := _INNER_FUNCTION.match(self._source, at):
            name, value = returns.members.get(found["name"] or found["own"], ""), found.end()
            is_member = name != "" and is_function(self._source, value)
        else:
            path, _, name = (
                found["path"].rpartition(".") if (found := ASSIGNED.match(self._source, at)) else ("", "", "")
            )
            value = found.end() if found else at
            is_of_it = path != "" and path == returns.name
            is_member = is_of_it and (self._module.comments.doc != "" or is_function(self._source, value))
        if is_member:
            self._members.add(owner, name, value, indent, line, on_instances=True)
        return is_member

    def _is_function_of_instances(self, body: Body, at: int) -> bool:
        """Tell whether a member without a comment is a function of the objects that an exported name makes."""
        is_for_users = body.kind == "returned" or (body.kind == "prototype" and self._module.is_owner(body.owner))
        return is_for_users and is_callable(self._source, at)

    def _is_remarked(self, owner: str) -> bool:
        """Tell whether lines right above a member of an exported name say something."""
        return self._module.exports.has(owner) and self._module.comments.remarks() != ""
