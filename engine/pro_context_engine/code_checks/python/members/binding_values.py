"""The values of the names that modules and classes bind."""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence

from pro_context_engine.code_checks.python.syntax.bound_names import Binding, Definition
from pro_context_engine.code_checks.python.syntax.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.values import calls
from pro_context_engine.code_checks.python.values.call_arguments import CallArguments
from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.known_values import (
    NONE,
    UNKNOWN,
    ClassValue,
    ForeignClass,
    FunctionValue,
    Instance,
    KnownValue,
    ModuleValue,
    Union,
    union,
)
from pro_context_engine.code_checks.python.values.lookups import State


class BindingValues(Knowledge):
    """The values of bindings: definitions, assignments and imports."""

    def binding_value(
        self, module: ModuleSyntax, bindings: Sequence[Binding], owner: ClassValue | None = None
    ) -> KnownValue:
        """Return the value of a name that a module or class binds in these places."""
        # What a module says to type checkers alone is said of its values.
        bindings = [one for one in bindings if one.typing_only] or bindings
        last = bindings[-1]
        if isinstance(last.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            classes = [ClassValue(module, one.node) for one in bindings if isinstance(one.node, ast.ClassDef)]
            nodes = tuple(one.node for one in bindings if isinstance(one.node, (ast.FunctionDef, ast.AsyncFunctionDef)))
            return union([*classes, self._function(module, nodes, owner)])
        if isinstance(last.node, ast.ClassDef):
            return self.decorated_class(module, last.node)
        key = ("binding", module.name, module.path, id(last.node), last.name)
        return self.once(key, lambda: self._bound(module, bindings, owner))

    def decorated_class(self, module: ModuleSyntax, node: ast.ClassDef) -> KnownValue:
        """Return a class, or the only object of it where a decorator calls the class and gives the object."""
        made = ClassValue(module, node)
        if not node.decorator_list or module.is_stub:
            return made

        def decorated() -> KnownValue:
            for decorator in reversed(node.decorator_list):
                found = self.expression(module, decorator) if isinstance(decorator, (ast.Name, ast.Attribute)) else None
                result = (
                    calls.returned(self, found, CallArguments([made])) if isinstance(found, FunctionValue) else None
                )
                if isinstance(result, Instance) and isinstance(result.of, ClassValue) and result.of.node is node:
                    return result
            return made

        return self.once(("decorated", id(node)), decorated)

    def _function(self, module: ModuleSyntax, nodes: tuple[Definition, ...], owner: ClassValue | None) -> KnownValue:
        """Return a function, or the value that its decorators make of it."""
        if module.is_stub or len(nodes) == 1 or any("overload" in ast.unparse(d) for d in nodes[0].decorator_list):
            kept = nodes
        else:
            kept = nodes[-1:]
        return FunctionValue(module, kept, owner)

    def _bound(self, module: ModuleSyntax, bindings: Sequence[Binding], owner: ClassValue | None) -> KnownValue:
        annotated = next((one for one in bindings if one.annotation is not None), None)
        if annotated is not None and annotated.annotation is not None:
            if "TypeAlias" in ast.unparse(annotated.annotation) and annotated.value is not None:
                return self.expression(module, annotated.value)
            found = self.annotation(annotated.annotation, module, owner)
            if found is not UNKNOWN:
                assigned = self._assigned_instance(module, annotated, owner)
                if isinstance(found, Instance) and any(self._has_getter(one) for one in assigned):
                    return Union((found, *assigned), stands_in=True)
                return union([found, *assigned])
        values: list[KnownValue] = []
        for one in bindings:
            if one.module:
                values.append(self._import_value(module, one))
            elif one.value is not None:
                values.append(self.expression(module, one.value, owner))
            elif isinstance(one.node, ast.ClassDef):
                values.append(ClassValue(module, one.node))
            elif isinstance(one.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                values.append(FunctionValue(module, (one.node,), owner))
            else:
                return UNKNOWN
        # `try: import x except ImportError: x = None` means x.
        known = [one for one in values if one is not UNKNOWN and one is not NONE]
        imports = [place for place, one in enumerate(bindings) if one.module]
        if any(values[place] is UNKNOWN for place in imports) and any(one.value is not None for one in bindings):
            # `except ImportError: Date = str` stands in for a class that is not at hand.
            return UNKNOWN
        return known[0] if imports and known else union(values)

    def _assigned_instance(
        self, module: ModuleSyntax, binding: Binding, owner: ClassValue | None
    ) -> Sequence[KnownValue]:
        """Return the instance that is assigned under an annotation which names another class, [] for none."""
        if not isinstance(binding.value, ast.Call):
            return []
        value = self.expression(module, binding.value, owner)
        return [value] if isinstance(value, Instance) and isinstance(value.of, ClassValue) else []

    def _has_getter(self, value: KnownValue) -> bool:
        """Tell whether an object looks for the names that its class lacks elsewhere."""
        of = value.of if isinstance(value, Instance) else None
        classes = [one for one in self.mro(of)[0] if isinstance(one, ClassValue)] if isinstance(of, ClassValue) else []
        return any(self.own_member(one, "__getattr__", instance=False) is not None for one in classes)

    def _import_value(self, module: ModuleSyntax, binding: Binding) -> KnownValue:
        name = module.absolute(binding.module)
        if not binding.member:
            return ModuleValue(name)
        if name.partition(".")[0] in sys.stdlib_module_names or name.startswith("typing_extensions"):
            return ForeignClass(f"{name}.{binding.member}")
        if self.module(name) is None and not self.modules.exists(name):
            return UNKNOWN
        own = name == module.name
        full = f"{name}.{binding.member}"
        if own and self.modules.exists(full):
            return ModuleValue(full)
        found = self.module_member(name, binding.member, typing=True, imported=True)
        if found.state is not State.FOUND and self.modules.exists(full):
            return ModuleValue(full)
        return found.value
