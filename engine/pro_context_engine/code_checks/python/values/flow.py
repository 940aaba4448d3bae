"""The values of names along the statements of a body; nothing is executed."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from pro_context_engine.code_checks.python.syntax.parameters import single_parameters
from pro_context_engine.code_checks.python.values import calls
from pro_context_engine.code_checks.python.values.call_arguments import CallArguments
from pro_context_engine.code_checks.python.values.expressions import Expressions
from pro_context_engine.code_checks.python.values.known_values import (
    NONE,
    UNKNOWN,
    ClassValue,
    ForeignClass,
    Forwarded,
    FunctionValue,
    Instance,
    KnownValue,
    ModuleValue,
    union,
)

_ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


class Flow(Expressions):
    """A walk along statements."""

    # -- statements --------------------------------------------------------------------------------------------------

    def block(self, body: Iterable[ast.stmt]) -> bool:
        """Walk along statements; return whether their end is reached."""
        reached = True
        for node in body:
            self.statement(node)
            reached = reached and not isinstance(node, _ENDS)
        return reached

    def statement(self, node: ast.stmt) -> None:
        """Walk along one statement."""
        self.knowledge.step()
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is not None:
            method(node)
            return
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.value(child)
            elif isinstance(child, ast.stmt):
                self.statement(child)

    def _assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if self._is_forwarded(node.value) and isinstance(target, ast.Attribute) and len(node.targets) == 1:
            self.keywords.stored.add(ast.unparse(target))
            return
        value = self.value(node.value)
        for target in node.targets:
            self.bind(target, value)

    def _annassign(self, node: ast.AnnAssign) -> None:
        value = self.value(node.value) if node.value is not None else UNKNOWN
        described = self.knowledge.annotation(node.annotation, self.module, self.owner)
        self.bind(node.target, described if described is not UNKNOWN else value)

    def _augassign(self, node: ast.AugAssign) -> None:
        value = self.value(node.value)
        if isinstance(node.target, ast.Name):
            self.fill(node.target, calls.iterated(self.knowledge, value))
        else:
            self.value(node.target)

    def _return(self, node: ast.Return) -> None:
        self.returned.append(self.value(node.value) if node.value is not None else NONE)

    def _raise(self, node: ast.Raise) -> None:
        escaped = self.keywords.escaped
        for one in (node.exc, node.cause):
            if one is not None:
                self.value(one)
        # An error that names further keyword arguments hands them to nobody.
        self.keywords.escaped = escaped

    def _for(self, node: ast.For) -> None:
        self.bind(node.target, calls.iterated(self.knowledge, self.value(node.iter)))
        self.block(node.body)
        self.block(node.orelse)

    _asyncfor = _for

    def _while(self, node: ast.While) -> None:
        self.value(node.test)
        self.block(node.body)
        self.block(node.orelse)

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            value = self.value(item.context_expr)
            entered = calls.entered(self.knowledge, value, is_async=isinstance(node, ast.AsyncWith))
            if item.optional_vars is not None:
                self.bind(item.optional_vars, entered)
        self.block(node.body)

    _asyncwith = _with

    def _if(self, node: ast.If) -> None:
        self._test(node.test)
        before = dict(self.names)
        self.tell(node.test, holds=True)
        reached = self.block(node.body)
        first, self.names = self.names, dict(before)
        self.tell(node.test, holds=False)
        other_reached = self.block(node.orelse)
        if reached and other_reached:
            self.names = _merged(first, self.names)
        elif reached:
            self.names = first
        if reached and isinstance(node.test, ast.UnaryOp):
            self.names = first if not node.orelse else self.names

    def _assert(self, node: ast.Assert) -> None:
        self.value(node.test)
        self.tell(node.test, holds=True)

    def _match(self, node: ast.Match) -> None:
        self.value(node.subject)
        before = dict(self.names)
        if isinstance(node.subject, ast.Name):
            before[node.subject.id] = UNKNOWN
        after = before
        for case in node.cases:
            self.names = dict(before)
            for one in ast.walk(case.pattern):
                name = one.rest if isinstance(one, ast.MatchMapping) else getattr(one, "name", None)
                if name:
                    self.names[name] = UNKNOWN
            if case.guard is not None:
                self.value(case.guard)
            if self.block(case.body):
                after = _merged(after, self.names)
        self.names = after

    def _try(self, node: ast.Try) -> None:
        self.block(node.body)
        for handler in node.handlers:
            before = dict(self.names)
            if handler.type is not None:
                kind = self.value(handler.type)
                if handler.name:
                    self.names[handler.name] = self._caught(kind)
            reached = self.handler_body(handler)
            self.names = _merged(before, self.names) if reached else before
        self.block(node.orelse)
        self.block(node.finalbody)

    _trystar = _try

    def _caught(self, kind: KnownValue) -> KnownValue:
        """Return the value of a caught error.

        An error of a namespace package may be of a class in another distribution, which inherits from it.
        """
        is_whole = isinstance(kind, ClassValue) and self.knowledge.module(kind.module.top) is not None
        return Instance(kind) if isinstance(kind, ClassValue) and is_whole else UNKNOWN

    def handler_body(self, handler: ast.ExceptHandler) -> bool:
        """Walk along the body of an exception handler; return whether its end is reached."""
        return self.block(handler.body)

    def _functiondef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        value: KnownValue = FunctionValue(self.module, (node,), self.owner)
        self.names[node.name] = value
        for decorator in reversed(node.decorator_list):
            found = self.value(decorator)
            value = calls.returned(self.knowledge, found, CallArguments([value])) if found is not UNKNOWN else UNKNOWN
        if node.decorator_list:
            self.names[node.name] = value
        if any(isinstance(one, Forwarded) for one in self.names.values()):
            self._follow_inner(node)
        self.on_definition(node)

    _asyncfunctiondef = _functiondef

    def _follow_inner(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Follow further keyword arguments into a function within the function."""
        inner = Flow(self.knowledge, self.module, dict(self.names), self.owner)
        inner.names |= {one.arg: UNKNOWN for one in single_parameters(node.args)}
        if node.args.kwarg is not None:
            inner.names[node.args.kwarg.arg] = UNKNOWN
        inner.block(node.body)
        self.keywords.add(inner.keywords)

    def _classdef(self, node: ast.ClassDef) -> None:
        self.names[node.name] = self.knowledge.decorated_class(self.module, node)
        for decorator in node.decorator_list:
            self.value(decorator)
        for base in (*node.bases, *(one.value for one in node.keywords)):
            self.value(base)
        self.on_definition(node)

    def _import(self, node: ast.Import) -> None:
        for alias in node.names:
            name = alias.name if alias.asname else alias.name.partition(".")[0]
            self.names[alias.asname or name] = self._shadowing(name) or ModuleValue(name)

    def _shadowing(self, name: str) -> KnownValue | None:
        """Return the value under which a package hides one of its modules, None for a module that is not hidden."""
        parent, _, last = name.rpartition(".")
        package = self.knowledge.module(parent) if parent else None
        if package is None or not any(one.member == last for one in package.scope.names.get(last, ())):
            return None
        value = self.knowledge.module_member(parent, last).value
        return None if isinstance(value, ModuleValue) else value

    def _importfrom(self, node: ast.ImportFrom) -> None:
        name = self.module.absolute("." * node.level + (node.module or ""))
        for alias in node.names:
            if alias.name != "*":
                bound = alias.asname or alias.name
                self.names[bound] = self.imported_member(name, alias.name)

    def imported_member(self, name: str, member: str) -> KnownValue:
        """Return the value of `from NAME import MEMBER`."""
        if not self.knowledge.modules.exists(name) and name != self.module.name:
            return ForeignClass(f"{name}.{member}")
        return self.knowledge.module_member(name, member, imported=True).value

    def _delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.names.pop(target.id, None)


def _merged(one: dict[str, KnownValue], other: dict[str, KnownValue]) -> dict[str, KnownValue]:
    # The class of an attribute that one branch alone was told holds no longer.
    names = {name: value for name, value in one.items() if "." not in name or name in other}
    for name, value in other.items():
        if "." in name and name not in one:
            continue
        known = names.get(name)
        if known is None or known is value or known == value:
            names[name] = value
        elif isinstance(known, Forwarded) or isinstance(value, Forwarded):
            names[name] = known if isinstance(known, Forwarded) else value
        else:
            names[name] = union([known, value])
    return names
