"""The members of any value, and the decorators that leave functions as they are."""

from __future__ import annotations

import ast
import re

from pro_context_engine.code_checks.python.members.class_lookups import ClassLookups
from pro_context_engine.code_checks.python.syntax.bound_names import Definition
from pro_context_engine.code_checks.python.syntax.definitions import TRANSPARENT, returns_own_parameter
from pro_context_engine.code_checks.python.syntax.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.syntax.parameters import positional_parameters
from pro_context_engine.code_checks.python.syntax.written_names import callee, last_name
from pro_context_engine.code_checks.python.values.described_types import described
from pro_context_engine.code_checks.python.values.flow import Flow
from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.known_values import (
    UNKNOWN,
    ClassValue,
    FunctionValue,
    Instance,
    KnownValue,
    ModuleValue,
    Union,
    options_of,
    union,
)
from pro_context_engine.code_checks.python.values.language_results import method_of
from pro_context_engine.code_checks.python.values.lookups import NOT_KNOWN, Lookup, State

_PROPERTIES = ("property", "cached_property", "abstractproperty", "cache_readonly", "memoized_property")


class MemberLookups(ClassLookups):
    """The modules that a check knows, with the look-ups of every value."""

    def walk(self, module: ModuleSyntax, names: dict[str, KnownValue], owner: ClassValue | None = None) -> Flow:
        """Return a walk along statements of a module, in which some names are bound."""
        return Flow(self, module, names, owner)

    def annotation(
        self, node: ast.expr, module: ModuleSyntax, owner: ClassValue | None, own: KnownValue = UNKNOWN
    ) -> KnownValue:
        """Return the value that an annotation describes."""
        return described(self, node, module, owner, own)

    # -- any value -------------------------------------------------------------------------------------------------

    def member(self, value: KnownValue, name: str) -> Lookup:
        """Look for a member of a value."""
        self.step()
        options = list(options_of(value))
        if len(options) > 1:
            found = [self.member(one, name) for one in options]
            present = [one for one in found if one.state is State.FOUND]
            if present:
                # An option that surely lacks the member is not the one that is meant.
                sure = all(one.state in (State.FOUND, State.MISSING) for one in found)
                values = union(one.value for one in present) if sure else UNKNOWN
                return Lookup(State.FOUND, values, present[0].module, present[0].node, present[0].owner)
            stands_in = isinstance(value, Union) and value.stands_in and found[0].state is State.MISSING
            if any(one.state is State.UNRESOLVED for one in found) and not stands_in:
                return NOT_KNOWN
            return found[0]
        one = options[0] if options else UNKNOWN
        if isinstance(one, ModuleValue):
            return self.module_member(one.name, name)
        if isinstance(one, ClassValue):
            return self.class_member(one, name, one)
        if isinstance(one, Instance) and isinstance(one.of, ClassValue):
            if name == "__class__":
                return Lookup(State.FOUND, one.of, owner=one.of.name)
            return self.class_member(one.of, name, one)
        return method_of(one, name) if isinstance(one, Instance) else NOT_KNOWN

    def refuses_calls(self, value: KnownValue) -> bool:
        """Tell whether a value is an instance that cannot be called, or whose `__call__` only raises an error."""
        if not isinstance(value, Instance) or not isinstance(value.of, ClassValue):
            return False
        mro, sure = self.mro(value.of)
        for one in mro:
            place = self.own_member(one, "__call__", instance=False) if isinstance(one, ClassValue) else None
            if place is not None:
                node = place[1][-1].node
                inner = list(ast.walk(node))
                returns = any(isinstance(part, (ast.Return, ast.Yield)) for part in inner)
                return isinstance(node, ast.FunctionDef) and isinstance(node.body[-1], ast.Raise) and not returns
        return sure and all(isinstance(one, ClassValue) or one.name.rpartition(".")[0] == "typing" for one in mro)

    def is_transparent(self, module: ModuleSyntax, decorator: ast.expr) -> bool:
        """Tell whether a decorator leaves the signature of a function as it is."""
        last = last_name(callee(decorator))
        if last in TRANSPARENT or "deprecat" in last.lower():
            return True
        return all(self._leaves_signature(one) for one in self._decorating(module, decorator))

    def _decorating(self, module: ModuleSyntax, decorator: ast.expr) -> list[KnownValue]:
        """Return the functions that a decorator may be, and the classes whose instances decorate."""
        called = callee(decorator)
        value = self.once(("decorator", id(called)), lambda: self.expression(module, called))
        if isinstance(value, FunctionValue) and isinstance(decorator, ast.Call):
            # A function may make an object that decorates.
            made = self.once(("made", id(decorator)), lambda: self.expression(module, decorator))
            # A protocol only describes the function that decorates.
            is_object = isinstance(made, Instance) and isinstance(made.of, ClassValue) and not self.is_protocol(made.of)
            value = made.of if is_object and isinstance(made, Instance) else value
        return list(options_of(value))

    def _leaves_signature(self, value: KnownValue) -> bool:
        """Tell whether a decorator that has a value leaves the signature of a function as it is."""
        if isinstance(value, ClassValue):
            text = ast.unparse(value.node)
            return "__call__" in text and ("return func" in text or "__wrapped__" in text or "__signature__" in text)
        if not isinstance(value, FunctionValue):
            return False
        node = value.nodes[-1]
        text = ast.unparse(node)
        annotated = ast.unparse(node.returns).replace("'", "") if node.returns else ""
        if re.search(r"Callable\[\[(\w+)\], \1\]", annotated) or re.fullmatch(
            r"_?[A-Z]\w{0,3}|_?Func\w*|_?Callable\w*T|FuncType", annotated
        ):
            return True
        binds = re.search(r"\bpartial(?:method)?\b", text) is not None and "return" in text
        return "wraps(" in text or "update_wrapper(" in text or binds or returns_own_parameter(node)

    def is_property(self, module: ModuleSyntax, decorator: ast.expr) -> bool:
        """Tell whether a decorator makes a method an attribute, whose value the method gives."""
        last = last_name(callee(decorator))
        if last in _PROPERTIES or last.endswith("property"):
            return True
        value = self.once(("decorator", id(decorator)), lambda: self.expression(module, decorator))
        return isinstance(value, ClassValue) and _gives_value_of_method(self, value)

    def keeps_arguments(self, module: ModuleSyntax, decorator: ast.expr) -> bool:
        """Tell whether the function that a decorator makes hands all its arguments on to the decorated one."""
        if self.is_transparent(module, decorator):
            return True
        called = callee(decorator)
        value = self.once(("decorator", id(called)), lambda: self.expression(module, called))
        outer = value.nodes[-1] if isinstance(value, FunctionValue) else None
        names = {one.arg for one in outer.args.args} if outer is not None else set()
        for inner in ast.walk(outer) if outer is not None else ():
            if not isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)) or inner.args.kwarg is None:
                continue
            for call in ast.walk(inner):
                if isinstance(call, ast.Call) and ast.unparse(call.func) in names:
                    rest = (ast.unparse(one.value) for one in call.keywords if one.arg is None)
                    if inner.args.kwarg.arg in rest:
                        return True
        return False

    def returns_receiver(self, module: ModuleSyntax, decorator: ast.expr, method: Definition) -> bool:
        """Tell whether a decorator makes a method return the object, or the copy, that it was called on."""
        called = callee(decorator)
        value = self.once(("decorator", id(called)), lambda: self.expression(module, called))
        if not isinstance(value, FunctionValue):
            return False
        outer = value.nodes[-1]
        methods = {one.arg for one in outer.args.args}
        for inner in outer.body:
            if not isinstance(inner, ast.FunctionDef):
                continue
            returned = [ast.unparse(one.value) for one in ast.walk(inner) if isinstance(one, ast.Return) and one.value]
            given = {
                ast.unparse(one.args[0])
                for one in ast.walk(inner)
                if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id in methods and one.args
            }
            # `result = method(self)` with `if result is None: return self` is the object for a method without a result.
            results = set() if _has_result(method) else _results_of(inner, methods)
            if set(returned) & given and set(returned) <= given | results:
                return True
        return False

    def names_added_by(self, module: ModuleSyntax, decorator: ast.expr) -> set[str]:
        """Return the names of the arguments that a decorator may take for itself."""
        decorating = self._decorating(module, decorator)
        nodes: list[ast.AST] = [one.node for one in decorating if isinstance(one, ClassValue)]
        nodes += [one.nodes[-1] for one in decorating if isinstance(one, FunctionValue)]
        found: set[str] = set()
        for one in (inner for node in nodes for inner in ast.walk(node)):
            if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)) and one.args.kwarg is not None:
                found |= {argument.arg for argument in (*one.args.args, *one.args.kwonlyargs)}
            elif isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value.isidentifier():
                found.add(one.value)
        return found


def _has_result(method: Definition) -> bool:
    return any(isinstance(one, ast.Return) and one.value is not None for one in ast.walk(method))


def _results_of(inner: ast.FunctionDef, methods: set[str]) -> set[str]:
    """Return the names that a function binds to the result of the decorated method, where it compares one with None."""
    found = set()
    for one in ast.walk(inner):
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Call) and ast.unparse(one.value.func) in methods:
            found |= {ast.unparse(target) for target in one.targets}
    compared = {ast.unparse(one.test) for one in ast.walk(inner) if isinstance(one, ast.If)}
    return {name for name in found if f"{name} is None" in compared}


def _gives_value_of_method(knowledge: Knowledge, of: ClassValue) -> bool:
    """Tell whether `__get__` of a class calls the decorated method with the object: `self.method(holder)`."""
    for one in knowledge.mro(of)[0]:
        place = knowledge.own_member(one, "__get__", instance=False) if isinstance(one, ClassValue) else None
        if place is None:
            continue
        node = place[1][-1].node
        if not isinstance(node, ast.FunctionDef) or len(positional_parameters(node.args)) < 2:
            return False
        own, holder = (parameter.arg for parameter in positional_parameters(node.args)[:2])
        return any(_calls_method(inner, own, holder) for inner in ast.walk(node))
    return False


def _calls_method(node: ast.AST, own: str, holder: str) -> bool:
    if not isinstance(node, ast.Call) or len(node.args) != 1 or not isinstance(node.func, ast.Attribute):
        return False
    receiver, given = node.func.value, node.args[0]
    is_own = isinstance(receiver, ast.Name) and receiver.id == own
    return is_own and isinstance(given, ast.Name) and given.id == holder
