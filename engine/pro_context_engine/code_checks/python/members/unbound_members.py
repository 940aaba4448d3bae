"""The members that no class binds by its syntax: made by functions, set from outside, or of heirs."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import replace

from pro_context_engine.code_checks.python.members import dynamic_attributes
from pro_context_engine.code_checks.python.members.made_members import may_be_added, set_by_metaclass
from pro_context_engine.code_checks.python.members.module_lookups import ModuleLookups
from pro_context_engine.code_checks.python.members.outside_attributes import (
    has_made_heirs,
    heir_has,
    is_assigned_to,
    may_be_handed_over,
    may_be_set,
)
from pro_context_engine.code_checks.python.members.stub_sources import class_in_source
from pro_context_engine.code_checks.python.syntax.definitions import (
    TRANSPARENT,
    has_plain_metaclass,
    sets_computed_methods,
    sets_computed_names,
)
from pro_context_engine.code_checks.python.syntax.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.syntax.written_names import callee, last_name
from pro_context_engine.code_checks.python.values.known_values import (
    ClassValue,
    EnclosedFunction,
    ForeignClass,
    FunctionValue,
    Instance,
    KnownValue,
)
from pro_context_engine.code_checks.python.values.lookups import NOT_KNOWN, Lookup, State
from pro_context_engine.code_checks.python.values.made_objects import makes_other_class

_FIELD_CLASSES = ("dataclass", "define", "frozen", "mutable", "attrs", "attr.s", "attr.dataclass", "attr.define")


class UnboundMembers(ModuleLookups):
    """The look-ups of members that neither a class nor one of its bases binds by its syntax."""

    def unbound_member(self, of: ClassValue, own: Sequence[ClassValue], name: str, receiver: KnownValue) -> Lookup:
        """Return the outcome for a member that neither a class nor one of its bases (`own`) binds by its syntax."""
        owner = next((one.name for one in own if one.module is not self.code), "")
        if not owner or (name.startswith("_") and self._leaves_out_private(of, own)):
            return NOT_KNOWN
        value = set_by_metaclass(self, own, name)
        if value is not None:
            return Lookup(State.FOUND, value, owner=owner)
        found = self._generated_member(own, name, receiver)
        unsure = found is not None and found.state in (State.MISSING, State.DATA)
        if found is not None and not (unsure and self._may_be_of_another(of, name, receiver)):
            handed = found.state is State.DATA and (self._may_be_handed_over(own, name) or self._is_assigned(own, name))
            state = State.UNRESOLVED if handed else found.state
            return replace(found, state=state, owner=owner) if found.owner else found
        if self.inside:
            return Lookup(State.UNRESOLVED, owner=owner)
        if self._may_be_of_another(of, name, receiver):
            return Lookup(State.UNRESOLVED, owner=owner)
        if isinstance(receiver, Instance) and self._may_be_of_code(of, name):
            return Lookup(State.UNRESOLVED, owner=owner)
        if self._may_be_set_in(own, name):
            return Lookup(State.UNRESOLVED, owner=owner)
        if any(one.module.is_stub and self._source_has(one, name) for one in own):
            return Lookup(State.UNRESOLVED, owner=owner)
        if isinstance(receiver, Instance) and any(sets_computed_names(one.node) for one in own):
            handed = self._may_be_handed_over(own, name) or any(sets_computed_methods(one.node) for one in own)
            return Lookup(State.UNRESOLVED if handed else State.DATA, owner=owner)
        return Lookup(State.MISSING, owner=owner)

    def _may_be_of_another(self, of: ClassValue, name: str, receiver: KnownValue) -> bool:
        """Tell whether an object that is declared as a class may be of another class, which has a member.

        It may be of one of the heirs, of what `__new__` makes, or of any class where a protocol is declared.
        """
        is_object = isinstance(receiver, Instance)
        if of.module is self.code and not is_object:
            # `cls` of a class method may be an heir.
            return self._has_heir_in_code_with(of, name)
        return is_object and (self.is_protocol(of) or makes_other_class(self, of) or self._has_heir_with(of, name))

    def _may_be_of_code(self, of: ClassValue, name: str) -> bool:
        """Tell whether a package may give an object a name that classes of the code bring.

        A package notes the classes of the code under their names (`store.Crate`); the rows of a query have what their
        own class lacks from other classes (`Ship.select(Ship, Berth.depth)`).
        """
        is_name_of_class = name[:1].isupper() and name in self.code.names_in_classes
        return is_name_of_class or (of.module is self.code and name in self.code.names_in_classes)

    def _leaves_out_private(self, of: ClassValue, own: Sequence[ClassValue]) -> bool:
        """Tell whether private names may exist elsewhere: in the source of a stub, in heirs of a class of the code."""
        return of.module is self.code or any(one.module.is_stub for one in own)

    def _generated_member(self, own: Sequence[ClassValue], name: str, receiver: KnownValue) -> Lookup | None:
        """Return the outcome of `__getattr__`, metaclasses and decorators; None where a class has none of them."""
        instance = isinstance(receiver, Instance)
        state = None
        for one in own:
            scope = one.module.class_scope(one.node)
            unseen = scope.is_dynamic or self._is_decorated(one)
            unseen = unseen or (not instance and not has_plain_metaclass(one.node))
            made = unseen and (one.module is self.code or self.may_be_made(one.module, name))
            if made or may_be_added(self, one, name):
                return Lookup(State.UNRESOLVED, owner=one.name)
            getters = [key for key in ("__getattr__", "__getattribute__") if key in scope.names] if instance else []
            if one is not own[0]:
                # Heirs declare the names that they have; an object of the class itself has those of its data.
                getters = [key for key in getters if key not in scope.untyped]
            for getter in getters:
                node = scope.names[getter][-1].node
                if not isinstance(node, ast.FunctionDef) or one.module.is_stub or _is_declared_only(node):
                    return Lookup(State.UNRESOLVED, owner=one.name)
                if (id(node), name) in self.asked:
                    # The function asks for an attribute that only the function itself could give.
                    return Lookup(State.UNRESOLVED, owner=one.name)
                self.asked.add((id(node), name))
                try:
                    outcome = dynamic_attributes.outcome(self, EnclosedFunction(one.module, node), name, one)
                finally:
                    self.asked.discard((id(node), name))
                if outcome.is_sure:
                    return Lookup(State.FOUND, outcome.value, owner=one.name, deprecation=outcome.warning)
                if outcome.is_data:
                    # An object without methods of its own is there for its items, which may be functions.
                    state = Lookup(State.DATA if _has_methods(own) else State.UNRESOLVED, owner=one.name)
                elif outcome.may_return:
                    missing = not self._has_word(one.module, name) and not outcome.is_open
                    return Lookup(State.MISSING if missing else State.UNRESOLVED, owner=one.name)
        return state

    def _has_word(self, module: ModuleSyntax, name: str) -> bool:
        """Tell whether a package has a name, in any case where it looks for its classes in lower case."""
        texts = self.modules.texts(module.package) if "lower()" in module.text else ()
        return self.modules.mentions(module, name) or any(name in text.lower() for _, text in texts)

    def _may_be_set_in(self, own: Sequence[ClassValue], name: str) -> bool:
        """Tell whether the package of a class sets an attribute of the class or of its objects from outside of it."""
        packages = ((one.module.package, one.node.name) for one in own if one.module is not self.code)
        return any(one is not None and may_be_set(self.modules, one, of, name) for one, of in packages)

    def _is_assigned(self, own: Sequence[ClassValue], name: str) -> bool:
        """Tell whether the package of a class assigns a member to the class itself: `Chest.lock = lock`."""
        packages = ((one.module.package, one.node.name) for one in own)
        return any(one is not None and is_assigned_to(self.modules, one, of, name) for one, of in packages)

    def _source_has(self, of: ClassValue, name: str) -> bool:
        """Tell whether the class that a stub describes binds a member in its source."""
        source = class_in_source(self, of)
        return source is not None and self.own_member(source, name, instance=True) is not None

    def _may_be_handed_over(self, own: Sequence[ClassValue], name: str) -> bool:
        """Tell whether a package hands a name to a method of its class that sets attributes."""
        return any(one.module is not self.code and may_be_handed_over(self.modules, one, name) for one in own)

    def others(self, of: ClassValue) -> list[ModuleSyntax]:
        """Return the other packages that the code imports."""
        found = (self.modules.find(top) for top in self.code.imported if top != of.module.top)
        return [one for one in found if one is not None]

    def is_protocol(self, of: ClassValue) -> bool:
        """Tell whether a class is a protocol."""
        return any(isinstance(base, ForeignClass) and base.name.endswith(".Protocol") for base in self.bases(of))

    def _has_heir_with(self, of: ClassValue, name: str) -> bool:
        """Tell whether a class of the package or of the code inherits from a class and has a member that it lacks."""
        package = of.module.package
        return (
            self._has_heir_in_code_with(of, name)
            or heir_has(self.modules, package, of.node.name, name)
            or (package is not None and has_made_heirs(self.modules, package, of.node.name))
        )

    def has_heir_elsewhere(self, of: ClassValue, name: str) -> bool:
        """Tell whether a class of another package that the code imports inherits from a class and has a member."""
        return any(heir_has(self.modules, one.package, of.node.name, name) for one in self.others(of))

    def _has_heir_in_code_with(self, of: ClassValue, name: str) -> bool:
        """Tell whether a class of the code inherits from a class, and may have a member, perhaps of another base."""
        if of.module is self.code and name in self.code.texts:
            # `@register(Own, "name")`
            return True
        for node in self.code.classes:
            mro, sure = self.mro(ClassValue(self.code, node))
            classes = [one for one in mro if isinstance(one, ClassValue)]
            if node is of.node or all(one.node is not of.node for one in classes):
                continue
            if not sure or any(self.own_member(one, name, instance=True) is not None for one in classes):
                return True
        return False

    def may_be_made(self, module: ModuleSyntax, name: str) -> bool:
        """Tell whether the package has a name, or the word behind its prefix (`set_width` is made of `width`)."""
        if self.modules.mentions(module, name):
            return True
        prefix, _, rest = name.partition("_")
        if not rest or not self.modules.mentions(module, rest):
            return False
        made = re.compile(rf"[\"']{re.escape(prefix)}_(?:\{{|%s|[\"']\s*\+|[\"'][,\])}}])")
        return any(made.search(text) for _, text in self.modules.texts(module.package, f"{prefix}_"))

    def _is_decorated(self, of: ClassValue) -> bool:
        """Tell whether a decorator of a class, or of the source behind its stub, may add members."""
        source = class_in_source(self, of) if of.module.is_stub else None
        return any(not self._is_plain(one, d) for one in (of, source) if one for d in one.node.decorator_list)

    def _is_plain(self, of: ClassValue, decorator: ast.expr) -> bool:
        """Tell whether a decorator of a class adds no members."""
        called = callee(decorator)
        last = last_name(called)
        if last in TRANSPARENT or ast.unparse(called) in _FIELD_CLASSES or last in ("define", "frozen", "attrs"):
            return True
        value = self.expression(of.module, called)
        return isinstance(value, FunctionValue) and "setattr" not in ast.unparse(value.nodes[-1])


def _is_declared_only(node: ast.FunctionDef) -> bool:
    """Tell whether a function has no body, as in a protocol."""
    return all(
        isinstance(one, ast.Pass) or (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
        for one in node.body
    )


def _has_methods(own: Sequence[ClassValue]) -> bool:
    """Tell whether a class has a public method."""
    inside = (part for one in own for part in one.node.body)
    return any(isinstance(part, ast.FunctionDef) and not part.name.startswith("_") for part in inside)
