"""The members of modules, and the values of the names that modules and classes bind.

The module is over 300 lines because a member is the value of a binding, and a binding may be an import of a member.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Sequence
from functools import partial

from pro_context_engine.code_checks.python import calls, dynamic_attributes
from pro_context_engine.code_checks.python.bound_names import Binding, Definition
from pro_context_engine.code_checks.python.handed_names import may_add_names
from pro_context_engine.code_checks.python.knowledge import Knowledge
from pro_context_engine.code_checks.python.known_values import (
    NONE,
    UNKNOWN,
    ClassValue,
    EnclosedFunction,
    ForeignClass,
    FunctionValue,
    Instance,
    KnownText,
    KnownValue,
    ModuleValue,
    Union,
    union,
)
from pro_context_engine.code_checks.python.lookups import NOT_KNOWN, Lookup, State
from pro_context_engine.code_checks.python.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.parameters import CallArguments

_ALWAYS_WORDS = (
    "__name__ __file__ __path__ __doc__ __package__ __spec__ __loader__ __version__ __all__ __dict__"
    " __annotations__ __wrapped__ __code__ __defaults__ __kwdefaults__ __closure__ __globals__ __self__"
    " __func__ __getattr__"
)
ALWAYS = frozenset(dir(type)) | frozenset(_ALWAYS_WORDS.split())
"""Names that any object may have."""


class ModuleLookups(Knowledge):
    """The look-ups of modules."""

    # -- modules ---------------------------------------------------------------------------------------------------

    def module_member(
        self, name: str, attribute: str, *, typing: bool = False, imported: bool = False, starred: bool = False
    ) -> Lookup:
        """Look for a member of a module.

        Args:
            name: dotted name of the module.
            attribute: name of the member.
            typing: whether names for type checkers alone count.
            imported: whether an import statement asks, which finds every submodule.
            starred: whether `from MODULE import *` asks, which calls no `__getattr__`.
        """
        module = self.module(name)
        full = f"{name}.{attribute}"
        if module is None:
            found = self.modules.exists(full)
            return Lookup(State.FOUND, ModuleValue(full)) if found else NOT_KNOWN
        # What `__all__` names exists, by whatever means.
        typing = typing or attribute in module.exported
        bindings = [one for one in module.scope.names.get(attribute, ()) if typing or not one.typing_only]
        if module.is_stub and attribute.startswith("_") and not bindings:
            return NOT_KNOWN
        if bindings and imported and not typing and self._is_in_stub_alone(module, attribute):
            return Lookup(State.MISSING, owner=name)
        if bindings:
            value = self.binding_value(module, module.scope.names[attribute])
            return Lookup(State.FOUND, value, module, bindings[-1].node, name, in_package=module is not self.code)
        by_star = self._by_stars(module, attribute)
        if by_star.state is State.FOUND:
            return by_star
        if not all(map(self._is_at_hand, map(module.absolute, module.scope.stars))):
            # A module that is not at hand, such as a compiled one, may have any name.
            return NOT_KNOWN
        if self.modules.exists(full) and (imported or self._is_loaded(module, attribute)):
            return Lookup(State.FOUND, ModuleValue(full), owner=name)
        if attribute in ALWAYS:
            return NOT_KNOWN
        if "__getattr__" in module.scope.names and not starred:
            key = ("getattr", module.name, attribute)
            return self.look_once(key, partial(self._by_getattr, module, attribute), NOT_KNOWN)
        if module is self.code or attribute in module.exported or self._has_names_of_data(module):
            return NOT_KNOWN
        uncertain = module.scope.is_dynamic or by_star.state is not State.MISSING
        if (uncertain and self.may_be_made(module, attribute)) or self.is_replaced(module, name):
            return NOT_KNOWN
        source = self.modules.find(name, source=True) if module.is_stub else None
        if source is not None and not source.is_stub and attribute in source.scope.names:
            # The stub lacks it.
            return Lookup(State.FOUND, self.binding_value(source, source.scope.names[attribute]), owner=name)
        return Lookup(State.MISSING, owner=name)

    def _is_at_hand(self, name: str) -> bool:
        """Tell whether a module can be read."""
        return self.modules.listed(name) is not None or self.module(name) is not None

    def _by_stars(self, module: ModuleSyntax, attribute: str) -> Lookup:
        """Look for a member that one of the `from MODULE import *` of a module may bind."""
        result = Lookup(State.MISSING)
        # Of several modules that have the name, the last one binds it.
        for star in reversed(module.scope.stars):
            name = module.absolute(star)
            found = self.look_once(
                ("star", name, attribute), partial(self._star_member, name, attribute), Lookup(State.MISSING)
            )
            if found.state is State.FOUND:
                return found
            if found.state is not State.MISSING:
                result = found
        return result

    def _has_names_of_data(self, module: ModuleSyntax) -> bool:
        """Tell whether a function binds names of a module that its source does not have."""
        if module.has_names_of_data:
            return True
        for one in module.calls_with_names:
            # A function for this alone is deleted after its call.
            deleted = module.scope.deleted.get(one.func.id) if isinstance(one.func, ast.Name) else None
            called = self.binding_value(module, deleted) if deleted else self.expression(module, one.func)
            if may_add_names(called, one):
                return True
        return False

    def is_replaced(self, module: ModuleSyntax, name: str) -> bool:
        """Tell whether the text of a module, or of its package, says that another object stands for the module."""
        replaced = re.compile(rf"sys\.modules\[[\"']{re.escape(name)}[\"']\]")
        top = self.module(name.partition(".")[0])
        if any(one is not None and replaced.search(one.text) for one in (module, top)):
            return True
        # A hook of the import system, which names the package, may make what it has.
        hooked = re.compile(rf"[\"']{re.escape(name.partition('.')[0])}(?:\.[\w.]*)?[\"']")
        return any(hooked.search(text) for _, text in self.modules.texts(module.package, "sys.meta_path."))

    def _is_in_stub_alone(self, module: ModuleSyntax, attribute: str) -> bool:
        """Tell whether the source beside a stub surely lacks a name, which exists for type checkers alone."""
        source = self.modules.find(module.name, source=True) if module.is_stub else None
        if source is None or source.is_stub or source.scope.is_dynamic or source.scope.stars:
            return False
        names = source.scope.names
        return attribute not in names and attribute not in source.exported and "__getattr__" not in names

    def _star_member(self, name: str, attribute: str) -> Lookup:
        """Look for a member that `from MODULE import *` may bind."""
        listed = self.modules.listed(name)
        if listed is not None and attribute not in listed:
            return Lookup(State.MISSING)
        module = self.module(name)
        if module is None:
            return NOT_KNOWN
        if module.exports_no_more and attribute not in module.exported:
            return Lookup(State.MISSING)
        if attribute.startswith("_") and attribute not in module.exported and not module.scope.is_dynamic:
            return Lookup(State.MISSING)
        found = self.module_member(name, attribute, starred=True)
        if found.state is State.UNRESOLVED and not self.modules.mentions(module, attribute):
            return Lookup(State.MISSING)
        return found

    def _is_loaded(self, module: ModuleSyntax, attribute: str) -> bool:
        """Tell whether the import of a package also imports one of its submodules."""
        if module is self.code or module.package is None:
            return True
        full = f"{module.name}.{attribute}"
        own = self.code.text
        if re.search(rf"(?:import|from)\s+{re.escape(full)}\b", own):
            return True
        relative = rf"(?:from\s+[.\w]*\.{attribute}\b|from\s+[.\w]*\s+import\s+[^#\n]*\b{attribute}\b"
        pattern = re.compile(
            relative + rf"|import\s+{re.escape(full)}\b|^\s+{attribute},?$|[\"']{attribute}[\"'])", re.M
        )
        # Beyond the bounds there are no texts, and the submodule may be imported anywhere.
        return not self.modules.texts(module.package) or any(
            path.stem != attribute and pattern.search(text)
            for path, text in self.modules.texts(module.package, attribute)
        )

    def _by_getattr(self, module: ModuleSyntax, attribute: str) -> Lookup:
        """Look for a member that `__getattr__` of a module may give."""
        source = self.modules.find(module.name, source=True) or module
        binding = source.scope.names.get("__getattr__", [None])[-1]
        if binding is not None and isinstance(binding.node, ast.FunctionDef):
            getter: EnclosedFunction | None = EnclosedFunction(source, binding.node)
        else:
            getter = self.made_function(source, binding) if binding else None
        if getter is None and not self.modules.mentions(module, attribute):
            return Lookup(State.MISSING, owner=module.name)
        if getter is None:
            typed = module.scope.names.get(attribute)
            value = self.binding_value(module, typed) if typed else UNKNOWN
            return Lookup(State.FOUND, value, module, None, module.name) if typed else NOT_KNOWN
        outcome = dynamic_attributes.outcome(self, getter, attribute)
        if not outcome.may_return:
            return Lookup(State.MISSING, owner=module.name)
        if hidden := module.scope.names.get(attribute):
            value = self.binding_value(module, hidden)
            return Lookup(State.FOUND, value, module, hidden[-1].node, module.name, outcome.warning)
        if outcome.is_sure:
            return Lookup(State.FOUND, outcome.value, owner=module.name, deprecation=outcome.warning)
        if not outcome.is_of_items and not self.modules.mentions(module, attribute):
            return Lookup(State.MISSING, owner=module.name)
        return Lookup(State.UNRESOLVED, owner=module.name, deprecation=outcome.warning)

    def made_function(self, module: ModuleSyntax, binding: Binding) -> EnclosedFunction | None:
        """Return the function behind a name that a module assigns, None for any other value."""
        if isinstance(binding.value, ast.Call):
            maker = self.expression(module, binding.value.func)
            if not isinstance(maker, FunctionValue):
                return None
            outer = maker.nodes[-1]
            inner = next((one for one in outer.body if isinstance(one, ast.FunctionDef)), None)
            if inner is None or len(inner.args.args) != 1:
                return None
            names: dict[str, KnownValue] = {}
            for parameter, given in zip(outer.args.args, binding.value.args, strict=False):
                if isinstance(given, ast.Name) and given.id == "__name__":
                    names[parameter.arg] = KnownText(module.name)
                elif isinstance(given, ast.Constant) and isinstance(given.value, str):
                    names[parameter.arg] = KnownText(given.value)
            return EnclosedFunction(maker.module, inner, names)
        value = self.binding_value(module, [binding])
        if isinstance(value, FunctionValue) and isinstance(value.nodes[-1], ast.FunctionDef):
            return EnclosedFunction(value.module, value.nodes[-1])
        return None

    # -- bindings --------------------------------------------------------------------------------------------------

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
        imports = [one for one in bindings if one.module]
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
