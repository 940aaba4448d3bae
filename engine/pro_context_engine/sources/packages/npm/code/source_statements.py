"""The statements of a JavaScript module: functions, classes, values of names, and assignments."""

from __future__ import annotations

import re
from functools import partial

from pro_context_engine.sources.packages.npm.code.call_shapes import (
    call_shape,
    is_callable,
    is_function,
    listed_parameters,
)
from pro_context_engine.sources.packages.npm.code.declaration_text import DEFAULT, EXPORT
from pro_context_engine.sources.packages.npm.code.doc_tags import is_hidden, parameters, result_type
from pro_context_engine.sources.packages.npm.code.exported_values import is_made
from pro_context_engine.sources.packages.npm.code.owned_members import OwnedMembers
from pro_context_engine.sources.packages.npm.code.results_of_functions import ReturnedValues
from pro_context_engine.sources.packages.npm.code.set_members import SetMembers
from pro_context_engine.sources.packages.npm.code.source_module import SourceModule

_NAME = r"[A-Za-z_$][\w$]*"
_WORDS = r"(?P<export>export[ \t]+)?(?P<default>default[ \t]+)?"
_FUNCTION = re.compile(rf"{_WORDS}(?:async[ \t]+)?function[ \t]*\*?[ \t]*(?P<name>{_NAME})?[ \t]*\(")
_CLASS = re.compile(rf"{_WORDS}class\b[ \t]*(?P<name>(?!extends\b){_NAME})?(?:[ \t]+extends[ \t]+(?P<base>[\w$.]+))?")
_VARIABLE = re.compile(rf"{_WORDS}(?:const|let|var)[ \t]+(?P<name>{_NAME})[ \t]*=[ \t]*")
ASSIGNED = re.compile(rf"(?P<path>{_NAME}(?:\.{_NAME}){{0,3}})[ \t]*=(?![=>])[ \t]*")
"""The beginning of an assignment to a name or to a member of one."""

_ALSO_ASSIGNED = re.compile(rf"(?:{_NAME}(?:\.{_NAME}){{0,3}}[ \t]*=(?![=>])[ \t]*){{1,3}}")
_NAMED_VALUE = re.compile(rf"(?:(?:async[ \t]+)?function[ \t]*\*?|class)[ \t]+(?!extends\b)({_NAME})")
# A value that is another name, or what another module exports.
_ANOTHER = re.compile(rf"(?:/\*[^*]{{0,40}}\*/[ \t]*)?require\(|{_NAME}(?:\.{_NAME})*[ \t]*;?[ \t]*$", re.M)
# An object, or a call that takes one as its last argument (`Base.extend({`).
_OBJECT = re.compile(rf"\{{|{_NAME}(?:\.{_NAME}){{0,3}}\((?:[^(){{}}\n]*,[ \t]*)?\{{[ \t]*$", re.M)
_ADDED_EXPORTS = re.compile(r"Object\.assign\([ \t]*(?:module\.)?exports[ \t]*,[ \t]*(?=\{)")
_EXPORTED = ("module.exports", "exports")


class SourceStatements:
    """Reads statements, each at its first line.

    Args:
        module: the module that is read.
        members: writes the members of names.
    """

    def __init__(self, module: SourceModule, members: OwnedMembers) -> None:
        self._module = module
        self._source, self._exports = module.source, module.exports
        self._members = members
        self._returned = ReturnedValues(module.source)
        self._set_members = SetMembers(module.source)

    def read(self, at: int, indent: int, line: int) -> None:
        """Read a statement of the module.

        Args:
            at: its position.
            indent: how deep its line is indented.
            line: number of its line.
        """
        if found := _FUNCTION.match(self._source, at):
            name, stated = self._exports.known_name(found["name"] or ""), _stated(found)
            self._function(name, found.end() - 1, at, indent, line, stated=stated)
        elif found := _CLASS.match(self._source, at):
            self._begin_class(found["name"] or "", found["base"], indent, line, stated=_stated(found))
        elif found := _VARIABLE.match(self._source, at):
            self.value(found["name"], found.end(), indent, line, stated=_stated(found))
        elif found := ASSIGNED.match(self._source, at):
            self._assigned(found["path"], found.end(), indent, line)
        elif not indent and _ADDED_EXPORTS.match(self._source, at):
            self._module.bodies.enter("object", "", indent)
        elif not indent and (owners := self._set_members.owners(at)):
            owner = next(filter(self._module.is_owner, owners), owners[0])
            self._module.bodies.enter("prototype", owner, indent)

    def value(self, name: str, at: int, indent: int, line: int, *, stated: str) -> None:
        """Read the value of a name: a class, a function, an object or anything else.

        Args:
            name: the name.
            at: position of the value.
            indent: how deep its line is indented.
            line: number of its line.
            stated: the modifier by which the statement itself exports the name, "" if it does not.
        """
        also = _ALSO_ASSIGNED.match(self._source, at)
        at = also.end() if also else at
        doc = self._module.comments.doc
        of_function = stated or (EXPORT if not indent and name in self._exports.same else "")
        if found := _CLASS.match(self._source, at):
            self._begin_class(name, found["base"], indent, line, stated=of_function)
        elif not indent and name in self._exports.names and self._source.startswith("{", at):
            self._module.comments.doc = ""
            self._module.bodies.enter("object", "", indent)
        elif is_callable(self._source, at) or (doc and (parameters(doc) or result_type(doc))):
            self._function(name, at, at, indent, line, stated=of_function)
        elif not _ANOTHER.match(self._source, at):
            self._other_value(name, at, indent, line, stated=stated)

    def _other_value(self, name: str, at: int, indent: int, line: int, *, stated: str) -> None:
        text = self._module.text
        if text.given_name(name) != name:
            self._module.write_documented()
        elif text.shows_value(name, indent, stated=stated):
            text.declare(name, f"const {name}{text.value_type()};", line, stated=stated)
        if _OBJECT.match(self._source, at):
            self._module.bodies.enter("object", name, indent)

    def _assigned(self, path: str, at: int, indent: int, line: int) -> None:
        """Read the value that is assigned to a name or to a member of one."""
        doc = self._module.comments.doc
        if path in _EXPORTED:
            also = _ALSO_ASSIGNED.match(self._source, at)
            self._exported_value(also.end() if also else at, indent, line)
            return
        owner, _, name = path.rpartition(".")
        if not indent and path in self._exports.members:
            self.value(self._exports.members[path], at, indent, line, stated=EXPORT)
        elif owner in self._exports.names:
            if doc or not (is_made(self._source, at) and self._exports.is_elsewhere(name)):
                self.value(name, at, indent, line, stated=EXPORT)
        elif name == "prototype" and self._source.startswith("{", at):
            self._module.bodies.enter("prototype", owner, indent)
        elif doc and not owner:
            self.value(name, at, indent, line, stated="")
        elif doc or self._members.is_known(owner, name, at):
            self._members.add_assigned(owner, name, at, indent, line)

    def _exported_value(self, at: int, indent: int, line: int) -> None:
        """Read the value that `module.exports` is."""
        if self._source.startswith("{", at):
            self._module.bodies.enter("object", "", indent)
        elif named := _NAMED_VALUE.match(self._source, at):
            self.value(named[1], at, indent, line, stated=EXPORT)
        elif is_function(self._source, at):
            self._declare_function("", at, line, stated=DEFAULT)
            self._module.bodies.enter("function", "", indent)

    def _function(self, name: str, listed_at: int, at: int, indent: int, line: int, *, stated: str) -> None:
        """Declare a function and enter its body.

        Args:
            name: its name.
            listed_at: position of its parameters.
            at: position of the function.
            indent: how deep its line is indented.
            line: number of its line.
            stated: the modifier by which the statement itself exports it, "" if it does not.
        """
        self._declare_function(name, listed_at, line, stated=stated)
        is_exported = not indent and (stated or self._exports.has(name))
        returns = self._returned.of_function(at) if is_exported else None
        self._module.bodies.enter("function", name, indent, returns=returns)

    def _declare_function(self, name: str, listed_at: int, line: int, *, stated: str) -> None:
        text = self._module.text
        if text.shows(name, stated=stated):
            name = text.given_name(name)
            shape = call_shape(self._module.comments.doc, listed_parameters(self._source, listed_at))
            text.declare(name, f"function {name}{shape};", line, stated=stated)

    def _begin_class(self, name: str, base: str | None, indent: int, line: int, *, stated: str) -> None:
        extends = f" extends {base}" if base else ""
        show = partial(self._module.text.declare, name, f"class {name}{extends} {{", stated=stated)
        if not (name or stated == DEFAULT):
            self._module.bodies.enter("hidden", name, indent)
        elif is_hidden(self._module.comments.doc):
            is_exported = stated or self._exports.has(name)
            self._module.bodies.enter("hidden", name, indent, show=show if is_exported else None)
        else:
            show(line)
            self._module.bodies.enter("class", name, indent)


def _stated(found: re.Match[str]) -> str:
    """Return the modifier by which a statement exports a name, "" for none."""
    return DEFAULT if found["default"] else EXPORT if found["export"] else ""
