"""A JavaScript module as the text of a declaration file.

Packages without declarations document their names in comments. A module is read line by line, by its indentation:
this is no parser of JavaScript, and each line is read once. The module is over 300 lines because each form of line is
one case of the same reading.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field

from pro_context_engine.sources.packages.npm.code.call_shapes import (
    call_shape,
    is_callable,
    is_function,
    listed_parameters,
)
from pro_context_engine.sources.packages.npm.code.doc_tags import (
    DocumentedParameter,
    defined_type,
    is_hidden,
    is_public,
    parameters,
    remarks_as_comment,
    result_type,
    tagged_name,
    value_type,
)
from pro_context_engine.sources.packages.npm.code.exported_values import is_made
from pro_context_engine.sources.packages.npm.code.module_exports import ModuleExports

_NAME = r"[A-Za-z_$][\w$]*"
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
_WORDS = r"(?P<export>export[ \t]+)?(?P<default>default[ \t]+)?"
_FUNCTION = re.compile(rf"{_WORDS}(?:async[ \t]+)?function[ \t]*\*?[ \t]*(?P<name>{_NAME})?[ \t]*\(")
_CLASS = re.compile(rf"{_WORDS}class\b[ \t]*(?P<name>(?!extends\b){_NAME})?(?:[ \t]+extends[ \t]+(?P<base>[\w$.]+))?")
_VARIABLE = re.compile(rf"{_WORDS}(?:const|let|var)[ \t]+(?P<name>{_NAME})[ \t]*=[ \t]*")
_ASSIGNED = re.compile(rf"(?P<path>{_NAME}(?:\.{_NAME}){{0,3}})[ \t]*=(?![=>])[ \t]*")
_MEMBER = re.compile(
    rf"(?P<static>static[ \t]+)?(?:async[ \t]+)?\*?[ \t]*(?P<access>[gs]et[ \t]+)?(?P<name>{_NAME})[ \t]*"
    r"(?P<after>\(|=(?!=)|:|;|,?$)"
)
# A value that is another name, or what another module exports.
_ANOTHER = re.compile(rf"(?:/\*[^*]{{0,40}}\*/[ \t]*)?require\(|{_NAME}(?:\.{_NAME})*[ \t]*;?[ \t]*$", re.M)
# An object, or a call that takes one as its last argument (`Base.extend({`).
_OBJECT = re.compile(rf"\{{|{_NAME}(?:\.{_NAME}){{0,3}}\((?:[^(){{}}\n]*,[ \t]*)?\{{[ \t]*$", re.M)
_OF_THIS = re.compile(rf"this\.(?P<name>{_NAME})[ \t]*=(?!=)")
_ALSO_ASSIGNED = re.compile(rf"(?:{_NAME}(?:\.{_NAME}){{0,3}}[ \t]*=(?![=>])[ \t]*){{1,3}}")
_NAMED_VALUE = re.compile(rf"(?:(?:async[ \t]+)?function[ \t]*\*?|class)[ \t]+(?!extends\b)({_NAME})")
_KEYWORDS = frozenset(
    {"if", "for", "while", "switch", "catch", "return", "function", "do", "else", "try", "with", "throw", "await"}
    | {"yield", "delete", "typeof", "case", "new", "super", "import", "export"}
)
_AT_TOP = re.compile(
    r"^(?:export\b|(?:module\.)?exports\b|(?:async[ \t]+function|class|const|function|let|var)\b)", re.M
)
_WRAPPED_EXPORT = re.compile(rf"^([ \t]{{1,8}})exports\.{_NAME}[ \t]*=[ \t]*{_NAME};?[ \t]*$", re.M)
_ADDED_EXPORTS = re.compile(r"Object\.assign\([ \t]*(?:module\.)?exports[ \t]*,[ \t]*(?=\{)")
# The end of a function of the module, and the name that it returns there.
_RETURNED_LAST = re.compile(rf"(?:^[ \t]{{1,8}}return[ \t]+({_NAME})[ \t]*;?[ \t]*\n)?^\}}", re.M)
_RETURNED_OBJECT = re.compile(r"return[ \t]*\{[ \t]*$", re.M)
# What a factory that takes `exports` or makes them returns at its end.
_MAKES_EXPORTS = re.compile(rf"\bmodule\.exports[ \t]*=[ \t]*(?:exports[ \t]*=[ \t]*)?{_NAME}\(")
_RETURNED = re.compile(rf"^([ \t]{{1,8}})return[ \t]+({_NAME})(?:\.{_NAME})?[ \t]*;?[ \t]*\n(?=\s*\}})", re.M)
_EXPORTED = ("module.exports", "exports")
_OF_INSTANCES = ("prototype", "made")
_NO_OWNERS = frozenset({"this", "window", "self", "global", "globalThis", "root", "module", "exports"})
_EXPORT, _DEFAULT, _DECLARE = "export ", "export default ", "declare "
_MOST_NAMES = 20_000


@dataclass(slots=True)
class _Body:
    """The lines of a class, an object or a function, which are indented deeper than its own.

    Attributes:
        kind: "class", "object", "prototype", "function", "made" for an object that a function returns, or "hidden" for
            a class that is not shown.
        owner: the name whose members stand in it, "" for those that the module exports.
        indent: how deep its first line is indented.
        members: how deep its members are, -1 before the first.
        makes: of an exported function its name in it for what it returns, "" for an object without a name; else None.
    """

    kind: str
    owner: str
    indent: int
    members: int = -1
    makes: str | None = None


@dataclass(slots=True)
class _Written:
    """The text of declarations, in which each stands at the line that it has in the source."""

    parts: list[str] = field(default_factory=list)
    line: int = 1

    def add(self, line: int, text: str) -> None:
        if line > self.line:
            self.parts.append("\n" * (line - self.line))
            self.line = line
        self.parts.append(text + "\n")
        self.line += text.count("\n") + 1


def source_declarations(source: str) -> str:
    """Return the declarations of a JavaScript module: its exports, and the names that its comments document.

    Args:
        source: its text.
    """
    return _ModuleReader(*_unwrapped(source)).text()


def _unwrapped(source: str) -> tuple[str, str]:
    """Return a module whose exports are filled or made inside of a function as if its lines stood outside of that.

    Also returns the name of the object that such a function returns, "" for none.
    """
    if _AT_TOP.search(source):
        return source, ""
    export = _WRAPPED_EXPORT.search(source)
    makes = _MAKES_EXPORTS.search(source) if not export else None
    *_, returned = [None, *_RETURNED.finditer(source, makes.end())] if makes else [None]
    if returned:
        source = f"{source[: returned.start()]}{returned[1]}module.exports = {returned[2]};\n{source[returned.end() :]}"
    inner = export or returned
    return re.sub(f"^{inner[1]}", "", source, flags=re.M) if inner else source, returned[2] if returned else ""


class _ModuleReader:
    """The reading of one module, from the first line to the last."""

    def __init__(self, source: str, root: str) -> None:
        self._source = source
        self._exports = ModuleExports(source, root)
        self._written = _Written()
        self._bodies: list[_Body] = []
        self._doc, self._doc_line = "", 0
        self._remarks: list[str] = []
        self._remark_line = 0
        self._declared = set[str]()
        self._stated = set[str]()
        self._names = 0
        returned = [*_RETURNED_LAST.finditer(source)]
        self._ends = [one.end() for one in returned]
        self._returned = [one[1] or "" for one in returned]

    def text(self) -> str:
        for found, line in self._lines():
            indent = found.start(found.lastgroup or 0) - found.start()
            if found["doc"]:
                self._alone()
                self._doc, self._doc_line = found["doc"], line
            elif found["remark"]:
                self._remark(found["remark"], line)
            elif found["code"]:
                self._remark("", line)
                self._code(found.start("code"), indent, line)
                self._alone()
                self._remarks.clear()
            if self._names > _MOST_NAMES:
                break
        self._alone()
        self._leave(-1)
        # In a declaration file without such a statement all names are exported.
        for statement in (*self._exports.statements(self._declared), "export {};"):
            self._written.add(0, statement)
        return "".join(self._written.parts)

    def _lines(self) -> Iterator[tuple[re.Match[str], int]]:
        line, counted = 1, 0
        for found in _LINE.finditer(self._source):
            line += self._source.count("\n", counted, found.start())
            counted = found.start()
            yield found, line

    def _remark(self, text: str, line: int) -> None:
        """Keep a comment of one line with those right above it; without a text, forget those further above."""
        if line != self._remark_line + 1:
            self._remarks.clear()
        if text:
            self._remarks.append(text)
            self._remark_line = line

    def _code(self, at: int, indent: int, line: int) -> None:
        """Read a line of code at a position."""
        self._leave(indent)
        body = self._bodies[-1] if self._bodies else None
        if body and body.members < 0:
            body.members = indent
        if body and indent == body.members:
            if body.kind != "function":
                self._member(body, at, line)
                return
            if body.makes is not None and self._made(body, at, indent, line):
                return
        if indent and not self._doc:
            return
        if self._doc and (of_this := _OF_THIS.match(self._source, at)):
            owner = next((one.owner for one in reversed(self._bodies) if one.kind in ("class", "function")), "")
            self._of_this(owner, of_this["name"], _behind(self._source, of_this.end()), indent, line)
        elif not self._is_in_class():
            self._statement(at, indent, line)

    def _statement(self, at: int, indent: int, line: int) -> None:
        """Read a statement of the module."""
        if found := _FUNCTION.match(self._source, at):
            name, stated = self._exports.known_name(found["name"] or ""), _stated(found)
            self._function(name, listed_parameters(self._source, found.end() - 1), line, stated=stated)
            self._bodies.append(_Body("function", name, indent, makes=self._made_by(name, at, indent, stated=stated)))
        elif found := _CLASS.match(self._source, at):
            self._begin_class(found["name"] or "", found["base"], indent, line, stated=_stated(found))
        elif found := _VARIABLE.match(self._source, at):
            self._value(found["name"], found.end(), indent, line, stated=_stated(found))
        elif found := _ASSIGNED.match(self._source, at):
            self._assigned(found["path"], found.end(), indent, line)
        elif not indent and _ADDED_EXPORTS.match(self._source, at):
            self._bodies.append(_Body("object", "", indent))

    def _value(self, name: str, at: int, indent: int, line: int, *, stated: str) -> None:
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
        of_function = stated or (_EXPORT if not indent and name in self._exports.same else "")
        if found := _CLASS.match(self._source, at):
            self._begin_class(name, found["base"], indent, line, stated=of_function)
        elif not indent and name in self._exports.names and self._source.startswith("{", at):
            self._doc = ""
            self._bodies.append(_Body("object", "", indent))
        elif is_callable(self._source, at) or (self._doc and (parameters(self._doc) or result_type(self._doc))):
            self._function(name, listed_parameters(self._source, at), line, stated=of_function)
            makes = self._made_by(name, at, indent, stated=of_function)
            self._bodies.append(_Body("function", name, indent, makes=makes))
        elif not _ANOTHER.match(self._source, at):
            if self._given(name) != name:
                self._alone()
            elif self._is_shown_value(name, indent, stated=stated):
                self._declare(name, f"const {name}{self._value_type()};", line, stated=stated)
            if _OBJECT.match(self._source, at):
                self._bodies.append(_Body("object", name, indent))

    def _assigned(self, path: str, at: int, indent: int, line: int) -> None:
        """Read the value that is assigned to a name or to a member of one."""
        if path in _EXPORTED:
            also = _ALSO_ASSIGNED.match(self._source, at)
            self._exported_value(also.end() if also else at, indent, line)
            return
        owner, _, name = path.rpartition(".")
        if not indent and path in self._exports.members:
            self._value(self._exports.members[path], at, indent, line, stated=_EXPORT)
        elif owner in self._exports.names:
            if self._doc or not (is_made(self._source, at) and self._exports.is_elsewhere(name)):
                self._value(name, at, indent, line, stated=_EXPORT)
        elif name == "prototype" and self._source.startswith("{", at):
            self._bodies.append(_Body("prototype", owner, indent))
        elif self._doc and not owner:
            self._value(name, at, indent, line, stated="")
        elif self._doc or self._is_known_member(owner, name, at):
            of_instances = owner.endswith(".prototype")
            self._owned(owner.removesuffix(".prototype"), name, at, indent, line, on_instances=of_instances)

    def _exported_value(self, at: int, indent: int, line: int) -> None:
        """Read the value that `module.exports` is."""
        if self._source.startswith("{", at):
            self._bodies.append(_Body("object", "", indent))
        elif named := _NAMED_VALUE.match(self._source, at):
            self._value(named[1], at, indent, line, stated=_EXPORT)
        elif is_function(self._source, at):
            self._function("", listed_parameters(self._source, at), line, stated=_DEFAULT)
            self._bodies.append(_Body("function", "", indent))

    def _member(self, body: _Body, at: int, line: int) -> None:
        """Read a member of a class or of an object."""
        found = _MEMBER.match(self._source, at)
        if not found or found["name"] in _KEYWORDS or found["name"].startswith("_"):
            return
        name, has_value = found["name"], found["after"] in (":", "=")
        value = _behind(self._source, found.end()) if has_value else found.end() - 1
        if body.kind == "class":
            self._class_member(found, value, line)
        elif found["access"] and not body.owner:
            if self._doc:
                self._declare(name, f"const {name}{self._value_type()};", line, stated=_EXPORT)
        elif body.owner and (self._doc or self._is_remarked(body.owner) or self._is_made_function(body, value)):
            self._owned(body.owner, name, value, body.members, line, on_instances=body.kind in _OF_INSTANCES)
        elif not body.owner and (self._doc or found["after"] == "(" or is_callable(self._source, value)):
            self._value(name, value, 0, line, stated=_EXPORT)

    def _made_by(self, name: str, at: int, indent: int, *, stated: str) -> str | None:
        """Return an exported function's own name for what it returns at its end, "" for none; None for others."""
        if indent or not (stated or self._exports.has(name)):
            return None
        place = bisect_left(self._ends, at)
        return self._returned[place] if place < len(self._ends) else None

    def _made(self, body: _Body, at: int, indent: int, line: int) -> bool:
        """Read a line of an exported function that says what it returns: a member of that, or an object."""
        if _RETURNED_OBJECT.match(self._source, at):
            self._bodies.append(_Body("made", body.owner, indent))
            return True
        found = _ASSIGNED.match(self._source, at) if body.makes else None
        owner, _, name = found["path"].rpartition(".") if found else ("", "", "")
        if not found or owner != body.makes or not (self._doc or is_function(self._source, found.end())):
            return False
        self._owned(body.owner, name, found.end(), indent, line, on_instances=True)
        return True

    def _is_made_function(self, body: _Body, at: int) -> bool:
        return body.kind == "made" and is_callable(self._source, at)

    def _class_member(self, found: re.Match[str], value: int, line: int) -> None:
        name, static, access = found["name"], found["static"] or "", found["access"] or ""
        is_method = not access and (found["after"] == "(" or is_callable(self._source, value))
        if is_method:
            call = call_shape(self._doc, listed_parameters(self._source, value), has_result=name != "constructor")
            self._add(line, f"{static}{name}{call};")
        elif self._doc or access == "get ":
            self._add(line, f"{static}{name}{self._value_type(': any')};")

    def _owned(self, owner: str, name: str, at: int, indent: int, line: int, *, on_instances: bool) -> None:
        """Write a member of an object, or of the instances that a function makes."""
        owner = owner.rpartition(".")[2]
        if owner in _NO_OWNERS or name.startswith("_"):
            return
        if on_instances:
            modifier = _EXPORT if owner in self._stated else self._exported
            self._add(line, f"{modifier}interface {owner} {{", f"{name}{self._member_shape(name, at)}; }}")
        else:
            kind = "function" if self._is_function(at) else "const"
            self._add(line, f"export namespace {owner} {{", f"{kind} {name}{self._member_shape(name, at, '')}; }}")
        if is_callable(self._source, at):
            self._bodies.append(_Body("function", name, indent))

    def _is_known_member(self, owner: str, name: str, at: int) -> bool:
        """Tell whether a member without a comment belongs to an exported name: a function, or one of another module.

        Values of other modules that an exported name itself gets are exports of the module.
        """
        if not self._exports.is_owner(owner.removesuffix(".prototype")):
            return False
        is_elsewhere = owner.endswith(".prototype") and self._exports.origin(at, name) is not None
        return is_elsewhere or is_function(self._source, at)

    def _is_remarked(self, owner: str) -> bool:
        """Tell whether lines right above a member of an exported name say something."""
        return bool(self._remarks) and self._exports.has(owner) and remarks_as_comment(self._remarks) != ""

    def _is_function(self, at: int) -> bool:
        return is_callable(self._source, at) or bool(parameters(self._doc))

    def _member_shape(self, name: str, at: int, unknown: str = ": any") -> str:
        """Return the parameters of a function, or the type of another value, at a position."""
        if self._is_function(at):
            return call_shape(self._doc, listed_parameters(self._source, at))
        if unknown and not self._doc and (other := self._exports.origin(at, name)):
            return f": typeof import('{other.path}').{other.name or 'default'}"
        return self._value_type(unknown)

    def _of_this(self, owner: str, name: str, at: int, indent: int, line: int) -> None:
        """Write a member that a function or a constructor sets on `this`."""
        if self._is_in_class() and not name.startswith("_"):
            self._add(line, f"{name}{self._member_shape(name, at)};")
        elif owner:
            self._owned(owner, name, at, indent, line, on_instances=True)

    def _function(self, name: str, listed: list[DocumentedParameter] | None, line: int, *, stated: str) -> None:
        if self._is_shown(name, stated=stated):
            name = self._given(name)
            self._declare(name, f"function {name}{call_shape(self._doc, listed)};", line, stated=stated)

    def _begin_class(self, name: str, base: str | None, indent: int, line: int, *, stated: str) -> None:
        if is_hidden(self._doc) or not (name or stated == _DEFAULT):
            self._bodies.append(_Body("hidden", name, indent))
            return
        extends = f" extends {base}" if base else ""
        self._declare(name, f"class {name}{extends} {{", line, stated=stated)
        self._bodies.append(_Body("class", name, indent))

    def _alone(self) -> None:
        """Write the name that a comment without code documents."""
        if not self._doc or self._is_in_class():
            self._doc = ""
            return
        defined, type_ = defined_type(self._doc)
        name, is_function = tagged_name(self._doc)
        if defined:
            self._add(self._doc_line, f"declare type {defined} = {type_};")
        elif name:
            shape = f"function {name}{call_shape(self._doc, None)}" if is_function else f"const {name}"
            self._declare(name, f"{shape};", self._doc_line, stated="" if self._exports.is_module else _EXPORT)
        self._doc = ""

    def _value_type(self, unknown: str = "") -> str:
        """Return the type of a value with its colon, by its comment."""
        type_ = value_type(self._doc) or result_type(self._doc)
        return f": {type_}" if type_ else unknown

    def _declare(self, name: str, shape: str, line: int, *, stated: str) -> None:
        """Write the declaration of a name of the module, "" for a default export without one."""
        if name:
            self._declared.add(name)
        if name and stated:
            self._stated.add(name)
        self._add(line, self._modifier(name, stated=stated) + shape)

    def _add(self, line: int, *texts: str) -> None:
        """Write a declaration with its comment before the last of its texts; nothing if the comment hides it."""
        doc, self._doc = self._doc, ""
        if is_hidden(doc):
            return
        self._names += 1
        *before, last = texts
        begins = self._doc_line if doc else line - len(self._remarks)
        shown = doc or remarks_as_comment(self._remarks)
        self._written.add(begins, "\n".join(filter(None, [*before, shown, last])))

    def _leave(self, indent: int) -> None:
        """Leave the bodies that end before a line."""
        while self._bodies and indent <= self._bodies[-1].indent:
            if self._bodies.pop().kind == "class":
                self._written.add(0, "}")

    def _is_in_class(self) -> bool:
        return any(one.kind in ("class", "hidden") for one in self._bodies)

    def _given(self, name: str) -> str:
        """Return the public name that a comment states, else the name in the code."""
        return (tagged_name(self._doc)[0] if is_public(self._doc) else "") or name

    def _is_shown(self, name: str, *, stated: str) -> bool:
        """Tell whether a name is declared: it has a comment or is exported."""
        if name.startswith("_") and len(name) > 1:
            return False
        return stated == _DEFAULT or (bool(name) and bool(self._doc or stated or self._exports.has(name)))

    def _is_shown_value(self, name: str, indent: int, *, stated: str) -> bool:
        """Tell whether the name of a value that is no function is declared: many are only for the module itself."""
        has_text = self._doc or (self._remarks and self._exports.has(name))
        return bool(has_text or stated) and (indent == 0 or is_public(self._doc) or bool(stated and self._doc))

    def _modifier(self, name: str, *, stated: str) -> str:
        """Return the modifier of a declaration; one whose name a list or an assignment states is only declared."""
        is_exported = is_public(self._doc) and not self._exports.has(name)
        if not self._exports.is_module:
            is_exported = is_exported or self._exports.may_have(name)
        return stated or (_EXPORT if is_exported else _DECLARE)

    @property
    def _exported(self) -> str:
        """The modifier of a name that is exported if the module exports all that it documents."""
        return _DECLARE if self._exports.is_module else _EXPORT


def _stated(found: re.Match[str]) -> str:
    """Return the modifier by which a statement exports a name, "" for none."""
    return _DEFAULT if found["default"] else _EXPORT if found["export"] else ""


def _behind(source: str, at: int) -> int:
    """Return the next position that has no space."""
    while at < len(source) and source[at] in " \t":
        at += 1
    return at
