"""The walk along Python code that finds the uses of packages which do not fit them.

The module is over 300 lines because each form of statement is one case of the same walk.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext

from pro_context_engine.code_checks import similar_names
from pro_context_engine.code_checks.python import (
    keyword_arguments,
    owning_packages,
    source_places,
    stated_deprecations,
)
from pro_context_engine.code_checks.python.class_options import known_options
from pro_context_engine.code_checks.python.finding_notes import FindingNotes, Report, Searched
from pro_context_engine.code_checks.python.flow import Flow
from pro_context_engine.code_checks.python.guarded_code import (
    BROAD,
    CAUGHT,
    asks_for_version,
    caught_by,
    has_import,
)
from pro_context_engine.code_checks.python.knowledge import Exhausted
from pro_context_engine.code_checks.python.known_values import (
    UNKNOWN,
    ClassValue,
    FunctionValue,
    Instance,
    KnownValue,
    ModuleValue,
)
from pro_context_engine.code_checks.python.lookups import Lookup, State
from pro_context_engine.code_checks.python.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.overridden_methods import inherited_parameters
from pro_context_engine.code_checks.python.package_modules import PackageModules
from pro_context_engine.code_checks.python.parameters import further_parameters, single_parameters
from pro_context_engine.code_checks.python.stub_sources import function_in_source
from pro_context_engine.code_checks.python.world import World
from pro_context_engine.code_checks.python.written_names import last_name
from pro_context_engine.concurrency.collection_pause import collection_paused
from pro_context_engine.domain.code_findings import CodeUse, FindingKind

CODE = "__checked__"
"""The name of the checked code as a module."""

_MEANT = 0.85
"""The likeness from which a name is taken for a misspelling, so that its result is followed."""

_MOST_OF_CALL = 15_000
"""The evaluated expressions in search of the keyword arguments of one call."""

_RECEIVERS = frozenset({"self", "cls"})
_EXPECTING = ("raises", "suppress", "assertRaises", "warns", "deprecated_call")


def check(text: str, tree: ast.Module, modules: PackageModules) -> Report:
    """Return the findings in Python code.

    Args:
        text: the code.
        tree: its syntax.
        modules: the modules of the packages that it imports.
    """
    code = ModuleSyntax(CODE, tree, text)
    world = World(modules, code)
    report = Report()
    flow = _Check(world, code, {}, None, report)
    with collection_paused():
        try:
            flow.block(tree.body)
            flow.follow_definitions()
        except (Exhausted, RecursionError):
            report.exhausted = True
    return report


class _Check(Flow):
    """A walk along checked code, which notes findings."""

    world: World

    def __init__(
        self,
        world: World,
        module: ModuleSyntax,
        names: dict[str, KnownValue],
        owner: ClassValue | None,
        report: Report,
    ) -> None:
        super().__init__(world, module, names, owner)
        self._report = report
        self._notes = FindingNotes(world, report)
        self._waiting: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
        self._guards: list[frozenset[str]] = []
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
        inner = _Check(self.world, self.module, dict(self.names), owner, self._report)
        inner._guards = list(self._guards)
        return inner

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
        inherited = inherited_parameters(self.world, owner, node) if owner is not None else {}
        for one in parameters:
            self.names[one.arg] = inherited.get(one.arg, UNKNOWN)
            if one.annotation is not None:
                self.names[one.arg] = self.world.annotation(one.annotation, self.module, owner)
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
                self._check_options(owner, inner_class)

    def _check_options(self, outer: ClassValue, node: ast.ClassDef) -> None:
        """Note the options in an inner class that the package of the outer class refuses."""
        found = None if node.bases else known_options(self.world, outer, node.name)
        if found is None:
            return
        module, known = found
        searched = Searched(f"{module}.{node.name}", module, known)
        assigned = (one for one in node.body if isinstance(one, ast.Assign))
        for target in (target for one in assigned for target in one.targets):
            if isinstance(target, ast.Name) and not target.id.startswith("_") and target.id not in known:
                place = (target.lineno, target.col_offset + 1)
                self._notes.add(FindingKind.MISSING_ATTRIBUTE, place, target.id, searched)

    def _methods(self, nodes: Iterable[ast.FunctionDef | ast.AsyncFunctionDef], owner: ClassValue) -> None:
        for node in nodes:
            inner = self._inner(None)
            inner._bind_parameters(node, owner)
            inner.block(node.body)
            inner.follow_definitions()

    # -- guards ----------------------------------------------------------------------------------------------------

    @contextmanager
    def _guarded(self, names: frozenset[str], nodes: Sequence[ast.stmt | ast.expr]) -> Iterator[None]:
        """Guard statements or expressions against errors."""
        lines = range(nodes[0].lineno, (nodes[-1].end_lineno or nodes[-1].lineno) + 1) if nodes else ()
        for name in names:
            self._report.guarded_lines[name].update(lines)
        self._guards.append(names)
        try:
            yield
        finally:
            self._guards.pop()

    def _try(self, node: ast.Try) -> None:
        caught = frozenset(name for handler in node.handlers for name in caught_by(handler))
        broad = caught & BROAD
        with self._guarded(caught if not broad or has_import(node.body) else caught - broad, node.body):
            self.block(node.body)
        super()._try(ast.Try([], node.handlers, node.orelse, node.finalbody))

    _trystar = _try

    def handler_body(self, handler: ast.ExceptHandler) -> bool:
        """Walk along the body of an exception handler; one for a missing name is for another version."""
        if caught_by(handler) - BROAD:
            with self._guarded(frozenset(CAUGHT), handler.body):
                return super().handler_body(handler)
        return super().handler_body(handler)

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        raising = frozenset(
            ast.unparse(argument)
            for item in node.items
            if isinstance(item.context_expr, ast.Call) and last_name(item.context_expr.func) in _EXPECTING
            for argument in item.context_expr.args
        )
        with self._guarded(raising, node.body) if raising & frozenset(CAUGHT) else nullcontext():
            super()._with(node)

    _asyncwith = _with

    def _if(self, node: ast.If) -> None:
        with self._guarded(frozenset(CAUGHT), [node]) if asks_for_version(node.test) else nullcontext():
            super()._if(node)

    def _value_of_ifexp(self, node: ast.IfExp) -> KnownValue:
        if asks_for_version(node.test):
            with self._guarded(frozenset(CAUGHT), [node]):
                return super()._value_of_ifexp(node)
        return super()._value_of_ifexp(node)

    def _value_of_boolop(self, node: ast.BoolOp) -> KnownValue:
        if any(asks_for_version(one) for one in node.values[:-1]):
            with self._guarded(frozenset(CAUGHT), [node]):
                return super()._value_of_boolop(node)
        return super()._value_of_boolop(node)

    def _is_guarded(self, error: str) -> bool:
        return any(error in one or "Exception" in one for one in self._guards)

    # -- imports -----------------------------------------------------------------------------------------------------

    def _import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._check_module(alias.name, node, alias)
        super()._import(node)

    def _importfrom(self, node: ast.ImportFrom) -> None:
        if not node.level and node.module and self._check_module(node.module, node, None):
            for alias in node.names:
                if alias.name != "*" and self._is_known(node.module):
                    found = self.world.module_member(node.module, alias.name, imported=True)
                    self._note_member(alias, alias.name, ModuleValue(node.module), found, "ImportError")
        super()._importfrom(node)

    def _is_known(self, module: str) -> bool:
        top = module.partition(".")[0]
        return top not in sys.stdlib_module_names and self.world.modules.exists(top)

    def _check_module(self, name: str, node: ast.stmt, alias: ast.alias | None) -> bool:
        """Note a module that its package lacks; return whether it exists or may exist."""
        if not self._is_known(name):
            return True
        top, _, rest = name.partition(".")
        self._report.uses[top].looked_at += 1
        parts = rest.split(".") if rest else []
        parent = top
        for part in parts:
            full = f"{parent}.{part}"
            if not self.world.modules.exists(full):
                found = self.world.module_member(parent, part)
                unresolved = found.state is State.UNRESOLVED and not self._is_plain_package(parent)
                module = self.world.modules.find(parent, source=True)
                made = module is not None and (module.may_register(part) or self.world.is_replaced(module, parent))
                if made:
                    place = source_places.place_of(self.world.code.text, alias or node, part)
                    self._report.guarded.add((place[0], part))
                if unresolved or made:
                    self._report.uses[top].unresolved += 1
                    return False
                if not self._is_guarded("ImportError"):
                    place = source_places.place_of(self.world.code.text, alias or node, part)
                    searched = Searched(parent, parent, self._notes.names_of_module(parent))
                    self._notes.add(FindingKind.MISSING_MODULE, place, part, searched)
                return False
            parent = full
        return True

    def _is_plain_package(self, name: str) -> bool:
        module = self.world.module(name)
        return module is not None and not module.scope.is_dynamic and not self.world.modules.mentions(module, name)

    # -- members -----------------------------------------------------------------------------------------------------

    def on_member(self, node: ast.Attribute, receiver: KnownValue, found: Lookup) -> None:
        """Note a member that is missing or deprecated."""
        if isinstance(node.ctx, ast.Load):
            if found.state is State.MISSING:
                self._misspelled[id(node)] = receiver
            self._note_member(node, node.attr, receiver, found, "AttributeError", called=id(node) in self._called)

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
        return self.world.member(receiver, meant).value

    def _value_of_call(self, node: ast.Call) -> KnownValue:
        self._called.add(id(node.func))
        return super()._value_of_call(node)

    def _functiondef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        # A decorator is called with the function.
        self._called.update(map(id, node.decorator_list))
        super()._functiondef(node)

    _asyncfunctiondef = _functiondef

    def _note_member(
        self,
        node: ast.Attribute | ast.alias,
        name: str,
        receiver: KnownValue,
        found: Lookup,
        error: str,
        *,
        called: bool = False,
    ) -> None:
        top = owning_packages.top_of(receiver, found)
        if top == CODE and found.state is State.FOUND:
            self._report.existing.add((source_places.place(node, name)[0], name))
        if top is None or top == CODE:
            return
        missing = self._is_missing(name, found, top, is_set=isinstance(node, ast.Attribute), called=called)
        missing = missing or (called and found.node is None and self.world.refuses_calls(found.value))
        line, column = source_places.place(node, name)
        if found.state is State.FOUND or (found.state is State.UNRESOLVED and found.owner):
            self._report.existing.add((line, name))
            self._report.note_use(CodeUse(line, name, f"{found.owner or top}.{name}"))
        elif not missing:
            # A name that may exist, for instance one that code sets, is not missing for the type checker either.
            self._report.guarded.add((line, name))
        in_module = isinstance(receiver, ModuleValue)
        owner = found.owner or top
        deprecated = None if missing else self._deprecation(found, of_class=isinstance(receiver, ClassValue))
        if missing and self._is_guarded(error):
            self._report.guarded.add((line, name))
        elif missing or deprecated is not None:
            kind = FindingKind.MISSING_NAME if in_module else FindingKind.MISSING_ATTRIBUTE
            kind = kind if missing else FindingKind.DEPRECATED
            known = self._notes.names_of_module(owner) if in_module else self._notes.names_of(receiver)
            self._notes.add(kind, (line, column), name, Searched(owner, owner, known), deprecated)

    def _is_missing(self, name: str, found: Lookup, top: str, *, is_set: bool, called: bool) -> bool:
        """Tell whether a member is missing, and count the use.

        Args:
            name: of the member.
            found: the outcome of its search.
            top: the import package.
            is_set: whether statements of the code may set it.
            called: whether the code calls it.
        """
        missing = found.state is State.MISSING and not (is_set and name in self.world.code.set_attributes)
        if found.state is State.DATA:
            missing = called and name not in self.world.code.texts
        counts = self._report.uses[top]
        counts.looked_at += 1
        counts.unresolved += not missing and found.state is not State.FOUND
        return missing

    def _deprecation(self, found: Lookup, *, of_class: bool) -> stated_deprecations.Deprecated | None:
        if found.deprecation:
            return stated_deprecations.Deprecated(found.deprecation)
        if not found.in_package:
            return None
        if found.module is not None and found.node is not None:
            stated = stated_deprecations.of_definition(found.module, found.node, of_class=of_class)
            if stated is not None:
                return stated
        value = found.value
        if isinstance(value, ClassValue) and value.module is not self.world.code:
            return stated_deprecations.of_definition(value.module, value.node)
        if isinstance(value, FunctionValue) and value.module is not self.world.code:
            source = function_in_source(self.world, value) if value.module.is_stub else None
            for one in (value, source):
                stated = None
                if one is not None:
                    stated = stated_deprecations.of_definition(one.module, one.nodes[-1], of_class=of_class)
                if stated is not None and (len(value.nodes) == 1 or one is source or not value.module.is_stub):
                    return stated
        return None

    # -- calls -------------------------------------------------------------------------------------------------------

    def on_call(self, node: ast.Call, called: KnownValue) -> None:
        """Note arguments that a function does not know, that are deprecated or that are lacking."""
        if called is UNKNOWN or id(node.func) in self._assumed or not owning_packages.is_of_package(called, self.world):
            return
        found = self.world.share(_MOST_OF_CALL, lambda: keyword_arguments.accepted(self.world, called, node))
        top = owning_packages.top_of_call(called, found)
        if top is None or top == CODE:
            return
        if found is not None and found.function is not None:
            given = tuple(one.arg for one in node.keywords if one.arg is not None)
            function = found.function
            self._report.note_use(CodeUse(node.lineno, function.nodes[-1].name, function.name, given, len(node.args)))
        counts = self._report.uses[top]
        for keyword in node.keywords:
            if keyword.arg is None:
                continue
            counts.looked_at += 1
            if found is None:
                counts.unresolved += 1
            else:
                self._note_argument(keyword, found)
        if found is not None:
            self._note_lacking(node, found)

    def _note_argument(self, keyword: ast.keyword, found: keyword_arguments.Accepted) -> None:
        name, place = keyword.arg or "", (keyword.lineno, keyword.col_offset + 1)
        symbol = found.function.name if found.function else ""
        function = found.names.get(name)
        if function is not None or found.is_open or self._is_guarded("TypeError"):
            self._report.existing.add((keyword.lineno, name))
        if function is None:
            if not found.is_open and not self._is_guarded("TypeError"):
                known = tuple(one for one in found.names if one not in _RECEIVERS)
                searched = Searched(symbol, owning_packages.module_of(found), known, is_called=True)
                self._notes.add(FindingKind.UNKNOWN_ARGUMENT, place, name, searched)
            return
        if function.module is self.world.code:
            return
        source = function_in_source(self.world, function) if function.module.is_stub else None
        stated = None
        for one in (source, function):
            if one is not None and stated is None:
                stated = stated_deprecations.of_parameter(one.module, one.nodes[-1], name)
        if stated is not None:
            searched = Searched(function.name, function.module.name, tuple(found.names), is_called=True)
            self._notes.add(FindingKind.DEPRECATED, place, name, searched, stated)

    def _note_lacking(self, node: ast.Call, found: keyword_arguments.Accepted) -> None:
        if not found.required or found.function is None or found.function.module is self.world.code:
            return
        given = {one.arg for one in node.keywords}
        unsure = None in given or any(
            isinstance(one, ast.Starred) or (isinstance(one, ast.Constant) and one.value is ...) for one in node.args
        )
        lacking = [name for name in found.required[len(node.args) :] if name not in given]
        if lacking and not unsure and node.args and not self._is_guarded("TypeError"):
            searched = Searched(found.function.name, found.function.module.name, (), is_called=True)
            place = (node.lineno, node.col_offset + 1)
            self._notes.add(FindingKind.MISSING_ARGUMENT, place, lacking[0], searched)

    # -- findings ----------------------------------------------------------------------------------------------------

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
