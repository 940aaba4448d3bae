"""The members of any value, and the decorators that leave functions as they are."""

from __future__ import annotations

import ast
import re

from pro_context_engine.code_checks.python.class_lookups import ClassLookups
from pro_context_engine.code_checks.python.definitions import TRANSPARENT, returns_own_parameter
from pro_context_engine.code_checks.python.known_values import (
    UNKNOWN,
    ClassValue,
    FunctionValue,
    Instance,
    KnownValue,
    ModuleValue,
    options_of,
    union,
)
from pro_context_engine.code_checks.python.lookups import NOT_KNOWN, Lookup, State
from pro_context_engine.code_checks.python.module_syntax import ModuleSyntax


class World(ClassLookups):
    """The modules that a check knows, with the look-ups of every value."""

    # -- any value -------------------------------------------------------------------------------------------------

    def member(self, value: KnownValue, name: str) -> Lookup:
        """Look for a member of a value."""
        self.step()
        options = list(options_of(value))
        if len(options) > 1:
            found = [self.member(one, name) for one in options]
            present = [one for one in found if one.state is State.FOUND]
            if present:
                values = union(one.value for one in present) if len(present) == len(found) else UNKNOWN
                return Lookup(State.FOUND, values, present[0].module, present[0].node, present[0].owner)
            if any(one.state is State.UNRESOLVED for one in found):
                return NOT_KNOWN
            return found[0]
        one = options[0] if options else UNKNOWN
        if isinstance(one, ModuleValue):
            return self.module_member(one.name, name)
        if isinstance(one, ClassValue):
            return self.class_member(one, name, one)
        if isinstance(one, Instance) and isinstance(one.of, ClassValue):
            return self.class_member(one.of, name, one)
        if isinstance(one, FunctionValue) and one.module is not self.code and one.receiver is not None:
            return NOT_KNOWN
        return NOT_KNOWN

    def is_transparent(self, module: ModuleSyntax, decorator: ast.expr) -> bool:
        """Tell whether a decorator leaves the signature of a function as it is."""
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        last = ast.unparse(called).rpartition(".")[2]
        if last in TRANSPARENT or "deprecat" in last.lower():
            return True
        value = self.once(("decorator", id(called)), lambda: self.expression(module, called))
        if isinstance(value, ClassValue):
            text = ast.unparse(value.node)
            return "__call__" in text and "return func" in text
        if not isinstance(value, FunctionValue):
            return False
        node = value.nodes[-1]
        text = ast.unparse(node)
        annotated = ast.unparse(node.returns) if node.returns else ""
        if re.search(r"Callable\[\[(\w+)\], \1\]", annotated) or re.fullmatch(
            r"_?[A-Z]\w{0,3}|_?Func\w*|_?Callable\w*T|FuncType", annotated
        ):
            return True
        return "wraps(" in text or "update_wrapper(" in text or returns_own_parameter(node)
