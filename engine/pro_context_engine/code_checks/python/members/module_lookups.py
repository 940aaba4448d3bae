"""The members of modules."""

from __future__ import annotations

import ast
import re
from functools import partial

from pro_context_engine.code_checks.python.members import dynamic_attributes
from pro_context_engine.code_checks.python.members.binding_values import BindingValues
from pro_context_engine.code_checks.python.syntax.bound_names import Binding
from pro_context_engine.code_checks.python.syntax.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.syntax.parameters import positional_parameters
from pro_context_engine.code_checks.python.values.call_arguments import unbound_parameters
from pro_context_engine.code_checks.python.values.known_values import (
    UNKNOWN,
    EnclosedFunction,
    FunctionValue,
    KnownText,
    KnownValue,
    ModuleValue,
)
from pro_context_engine.code_checks.python.values.lookups import NOT_KNOWN, Lookup, State

_ALWAYS_WORDS = (
    "__name__ __file__ __path__ __doc__ __package__ __spec__ __loader__ __version__ __all__ __dict__"
    " __annotations__ __wrapped__ __code__ __defaults__ __kwdefaults__ __closure__ __globals__ __self__"
    " __func__ __getattr__"
)
ALWAYS = frozenset(dir(type)) | frozenset(_ALWAYS_WORDS.split())
"""Names that any object may have."""

_READING = frozenset({"get", "items", "keys", "values"})


class ModuleLookups(BindingValues):
    """The look-ups of modules."""

    def module_member(
        self, name: str, attribute: str, *, typing: bool = False, imported: bool = False, starred: bool = False
    ) -> Lookup:
        """Look for a member of a module.

        Args:
            name: dotted name of the module.
            attribute: name of the member.
            typing: whether names for type checkers alone count.
            imported: whether an import statement asks, which finds every submodule.
            starred: whether `from MODULE import *` asks, which calls `__getattr__` only for what `__all__` lists.
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
        if "__getattr__" in module.scope.names and (not starred or "__all__" in module.scope.names):
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
            if _may_add_names(called, one):
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


def _may_add_names(called: KnownValue, call: ast.Call) -> bool:
    """Tell whether a call with `globals()` may add names to the module; True for a function that is not known."""
    if not isinstance(called, FunctionValue) or called.module.is_stub:
        return True
    node = called.nodes[-1]
    if called.receiver is None and called.owner is None:
        parameters = positional_parameters(node.args)
    else:
        parameters = unbound_parameters(called, node)
    taking = [one.arg for one, value in zip(parameters, call.args, strict=False) if _is_names(value)]
    taking += [one.arg for one in call.keywords if one.arg is not None and _is_names(one.value)]
    given = [*call.args, *(one.value for one in call.keywords)]
    if len(taking) != sum(map(_is_names, given)):
        return True
    reading = {id(name) for one in ast.walk(node) for name in _read_in(one)}
    uses = (one for one in ast.walk(node) if isinstance(one, ast.Name) and one.id in taking)
    return any(id(one) not in reading for one in uses)


def _is_names(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "globals"


def _read_in(node: ast.AST) -> list[ast.expr]:
    """Return the expressions that a node only reads: `names[x]`, `names.items()`, `x in names`, `for x in names`."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        return [node.value]
    if isinstance(node, ast.Attribute) and node.attr in _READING:
        return [node.value]
    if isinstance(node, ast.Compare):
        return node.comparators
    return [node.iter] if isinstance(node, (ast.For, ast.comprehension)) else []
