"""The walk along Python code that finds the uses of packages which do not fit them."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from contextlib import nullcontext

from pro_context_engine.code_checks import similar_names
from pro_context_engine.code_checks.python import source_places
from pro_context_engine.code_checks.python.argument_check import note_arguments
from pro_context_engine.code_checks.python.finding_notes import FindingNotes, Report
from pro_context_engine.code_checks.python.guarded_code import (
    BROAD,
    CAUGHT,
    asks_for_version,
    caught_by,
    has_import,
)
from pro_context_engine.code_checks.python.member_check import is_known, module_exists, note_member, note_options
from pro_context_engine.code_checks.python.members.member_lookups import MemberLookups
from pro_context_engine.code_checks.python.syntax.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules
from pro_context_engine.code_checks.python.syntax.parameters import further_parameters, single_parameters
from pro_context_engine.code_checks.python.syntax.written_names import last_name
from pro_context_engine.code_checks.python.values.flow import Flow
from pro_context_engine.code_checks.python.values.function_bodies import inherited_parameters
from pro_context_engine.code_checks.python.values.knowledge import Exhausted
from pro_context_engine.code_checks.python.values.known_values import (
    UNKNOWN,
    ClassValue,
    Instance,
    KnownValue,
    ModuleValue,
)
from pro_context_engine.code_checks.python.values.lookups import Lookup, State
from pro_context_engine.concurrency.collection_pause import collection_paused

_CODE = "__checked__"
"""The name of the checked code as a module."""

_MEANT = 0.85
"""The likeness from which a name is taken for a misspelling, so that its result is followed."""

_EXPECTING = ("raises", "suppress", "assertRaises", "warns", "deprecated_call")


def check(text: str, tree: ast.Module, modules: PackageModules) -> Report:
    """Return the findings in Python code.

    Args:
        text: the code.
        tree: its syntax.
        modules: the modules of the packages that it imports.
    """
    code = ModuleSyntax(_CODE, tree, text)
    report = Report()
    walk = _Check(FindingNotes(MemberLookups(modules, code), report), code, {}, None)
    with collection_paused():
        try:
            walk.block(tree.body)
            walk.follow_definitions()
        except (Exhausted, RecursionError):
            report.exhausted = True
    return report


class _Check(Flow):
    """A walk along checked code, which notes findings."""

    def __init__(
        self, notes: FindingNotes, module: ModuleSyntax, names: dict[str, KnownValue], owner: ClassValue | None
    ) -> None:
        super().__init__(notes.knowledge, module, names, owner)
        self._notes = notes
        self._report = notes.report
        self._guards = notes.guards
        self._waiting: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
        self._called: set[int] = set()
        self._misspelled: dict[int, KnownValue] = {}
        self._assumed: set[int] = set()

    def statement(self, node: ast.stmt) -> None:
        """Walk along one statement; one that leads too deep leaves the others to be checked."""
        try:
            super().statement(node)
        except RecursionError:
            self._report.exhausted = True

    def _inner(self, owner: ClassValue | None) -> _Check:
        """Return a walk along a body within this one, with the names that are known here."""
        return _Check(self._notes, self.module, dict(self.names), owner)

    def follow_definitions(self) -> None:
        """Walk along the functions of the body, with the names as they are at its end."""
        for node in self._waiting:
            # The first parameter of a function within a method is no receiver.
            inner = self._inner(self.owner)
            inner._bind_parameters(node, None)
            inner.block(node.body)
            inner.follow_definitions()
        self._waiting = []

    def _bind_parameters(self, node: ast.FunctionDef | ast.AsyncFunctionDef, owner: ClassValue | None) -> None:
        parameters = single_parameters(node.args)
        inherited = inherited_parameters(self.knowledge, owner, node) if owner is not None else {}
        for one in parameters:
            self.names[one.arg] = inherited.get(one.arg, UNKNOWN)
            if one.annotation is not None:
                self.names[one.arg] = self.knowledge.annotation(one.annotation, self.module, owner)
        self.names |= {one.arg: UNKNOWN for one in further_parameters(node.args)}
        static = any(ast.unparse(one) == "staticmethod" for one in node.decorator_list)
        if owner is not None and parameters and not static:
            is_class = any(ast.unparse(one) == "classmethod" for one in node.decorator_list)
            self.names[parameters[0].arg] = owner if is_class else Instance(owner)
            self.owner = owner
        defaults = [*node.args.defaults, *(one for one in node.args.kw_defaults if one is not None)]
        annotations = [one.annotation for one in parameters if one.annotation is not None]
        for expression in (*annotations, *([node.returns] if node.returns is not None else [])):
            if not isinstance(expression, ast.Constant):
                self.value(expression)
        for default in defaults:
            self.value(default)

    def on_definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        """Walk along a class now, and along a function when all names are bound."""
        if not isinstance(node, ast.ClassDef):
            self._waiting.append(node)
            return
        owner = ClassValue(self.module, node)
        inner = self._inner(owner)
        inner.block(node.body)
        waiting, inner._waiting = inner._waiting, []
        inner.names = {**inner.names, **self.names}
        self._methods(waiting, owner)
        for inner_class in node.body:
            if isinstance(inner_class, ast.ClassDef):
                note_options(self._notes, owner, inner_class)

    def _methods(self, nodes: Iterable[ast.FunctionDef | ast.AsyncFunctionDef], owner: ClassValue) -> None:
        for node in nodes:
            inner = self._inner(None)
            inner._bind_parameters(node, owner)
            inner.block(node.body)
            inner.follow_definitions()

    # -- guards ----------------------------------------------------------------------------------------------------

    def _try(self, node: ast.Try) -> None:
        caught = frozenset(name for handler in node.handlers for name in caught_by(handler))
        broad = caught & BROAD
        with self._guards.against(caught if not broad or has_import(node.body) else caught - broad, node.body):
            self.block(node.body)
        super()._try(ast.Try([], node.handlers, node.orelse, node.finalbody))

    _trystar = _try

    def handler_body(self, handler: ast.ExceptHandler) -> bool:
        """Walk along the body of an exception handler; one for a missing name is for another version."""
        if caught_by(handler) - BROAD:
            with self._guards.against(frozenset(CAUGHT), handler.body):
                return super().handler_body(handler)
        return super().handler_body(handler)

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        raising = frozenset(
            ast.unparse(argument)
            for item in node.items
            if isinstance(item.context_expr, ast.Call) and last_name(item.context_expr.func) in _EXPECTING
            for argument in item.context_expr.args
        )
        with self._guards.against(raising, node.body) if raising & frozenset(CAUGHT) else nullcontext():
            super()._with(node)

    _asyncwith = _with

    def _if(self, node: ast.If) -> None:
        with self._guards.against(frozenset(CAUGHT), [node]) if asks_for_version(node.test) else nullcontext():
            super()._if(node)

    def _value_of_ifexp(self, node: ast.IfExp) -> KnownValue:
        if asks_for_version(node.test):
            with self._guards.against(frozenset(CAUGHT), [node]):
                return super()._value_of_ifexp(node)
        return super()._value_of_ifexp(node)

    def _value_of_boolop(self, node: ast.BoolOp) -> KnownValue:
        if any(asks_for_version(one) for one in node.values[:-1]):
            with self._guards.against(frozenset(CAUGHT), [node]):
                return super()._value_of_boolop(node)
        return super()._value_of_boolop(node)

    # -- imports -----------------------------------------------------------------------------------------------------

    def _import(self, node: ast.Import) -> None:
        for alias in node.names:
            module_exists(self._notes, alias.name, alias)
        super()._import(node)

    def _importfrom(self, node: ast.ImportFrom) -> None:
        if not node.level and node.module and module_exists(self._notes, node.module, node):
            for alias in node.names:
                if alias.name != "*" and is_known(self._notes, node.module):
                    found = self.knowledge.module_member(node.module, alias.name, imported=True)
                    note_member(self._notes, alias, ModuleValue(node.module), found)
        super()._importfrom(node)

    # -- members -----------------------------------------------------------------------------------------------------

    def on_member(self, node: ast.Attribute, receiver: KnownValue, found: Lookup) -> None:
        """Note a member that is missing or deprecated."""
        if isinstance(node.ctx, ast.Load):
            if found.state is State.MISSING:
                self._misspelled[id(node)] = receiver
            note_member(self._notes, node, receiver, found, called=id(node) in self._called)

    def _value_of_attribute(self, node: ast.Attribute) -> KnownValue:
        """Return the value of a member; of a misspelled one that of the name that is meant."""
        value = super()._value_of_attribute(node)
        receiver = self._misspelled.pop(id(node), None)
        if receiver is None or value is not UNKNOWN or id(node) not in self._called:
            return value
        finding = self._report.findings.get((*source_places.place(node, node.attr), node.attr))
        meant = finding.closest[0].name if finding is not None and finding.closest else ""
        if not meant or similar_names.likeness(node.attr, meant) < _MEANT:
            return value
        self._assumed.add(id(node))
        return self.knowledge.member(receiver, meant).value

    def _value_of_call(self, node: ast.Call) -> KnownValue:
        self._called.add(id(node.func))
        return super()._value_of_call(node)

    def _functiondef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        # A decorator is called with the function.
        self._called.update(map(id, node.decorator_list))
        super()._functiondef(node)

    _asyncfunctiondef = _functiondef

    # -- calls -------------------------------------------------------------------------------------------------------

    def on_call(self, node: ast.Call, called: KnownValue) -> None:
        """Note arguments that a function does not know, that are deprecated or that are lacking."""
        if called is not UNKNOWN and id(node.func) not in self._assumed:
            note_arguments(self._notes, node, called)

    # -- what follows a finding --------------------------------------------------------------------------------------

    def _assign(self, node: ast.Assign) -> None:
        before = len(self._report.findings)
        target = node.targets[0]
        kept = self.names.get(target.id) if isinstance(target, ast.Name) and len(node.targets) == 1 else None
        super()._assign(node)
        found = len(self._report.findings) > before
        if (
            found
            and kept is not None
            and self.names.get(source_places.root(node.value)) is UNKNOWN
            and source_places.is_named(target, node.value)
        ):
            # `x = x.unknown()`: what follows is checked as if x were what it was before.
            self.names[source_places.root(node.value)] = kept
