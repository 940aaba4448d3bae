"""The members of classes and of their instances."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import replace

from pro_context_engine.code_checks.python import dynamic_attributes, outside_classes
from pro_context_engine.code_checks.python.calls import body_of, returned
from pro_context_engine.code_checks.python.definitions import (
    TRANSPARENT,
    decorator_names,
    enclosing_method,
    has_plain_metaclass,
    instance_attributes,
    sets_computed_names,
)
from pro_context_engine.code_checks.python.known_values import (
    NONE,
    UNKNOWN,
    ClassValue,
    EnclosedFunction,
    ForeignClass,
    FunctionValue,
    Instance,
    KnownValue,
    Union,
)
from pro_context_engine.code_checks.python.lookups import NOT_KNOWN, Lookup, State
from pro_context_engine.code_checks.python.made_members import made_base, may_be_added, set_by_metaclass
from pro_context_engine.code_checks.python.module_lookups import ALWAYS, ModuleLookups
from pro_context_engine.code_checks.python.module_syntax import Binding, Definition, ModuleSyntax
from pro_context_engine.code_checks.python.outside_attributes import (
    heir_has,
    is_given_by,
    may_be_handed_over,
    may_be_set,
)
from pro_context_engine.code_checks.python.parameters import CallArguments
from pro_context_engine.code_checks.python.written_names import callee, last_name

_PROPERTIES = ("property", "cached_property", "abstractproperty", "cache_readonly", "memoized_property")

_ACCESSORS = {"setter", "deleter"}

_FIELD_CLASSES = ("dataclass", "define", "frozen", "mutable", "attrs", "attr.s", "attr.dataclass", "attr.define")

_OF_METACLASSES = frozenset({"register"})
"""Names that an abstract class has of its metaclass."""

_MOST_CLASSES = 300
"""The bases of a class that are looked at, those that several classes share counted for each."""


class ClassLookups(ModuleLookups):
    """The look-ups of classes and instances."""

    # -- classes ---------------------------------------------------------------------------------------------------

    def mro(self, of: ClassValue) -> tuple[list[ClassValue | ForeignClass], bool]:
        """Return a class with its bases, nearest first, and whether all of them are known."""
        found: list[ClassValue | ForeignClass] = []
        sure = True
        waiting: list[ClassValue | ForeignClass] = [of]
        while waiting:
            one = waiting.pop(0)
            if len(found) == _MOST_CLASSES:
                sure = False
                break
            found.append(one)
            if isinstance(one, ForeignClass):
                sure = sure and outside_classes.members_of(one.name) is not None
                continue
            bases: list[ClassValue | ForeignClass] = []
            for node, base in zip(one.node.bases, self.bases(one), strict=True):
                made = None if isinstance(base, (ClassValue, ForeignClass)) else made_base(self, one, node)
                if isinstance(base, (ClassValue, ForeignClass)):
                    bases.append(base)
                elif made is not None:
                    bases += made
                else:
                    sure = False
            waiting = [*bases, *waiting]
        # A base that several classes share comes after all of them.
        last = {id(one.node) if isinstance(one, ClassValue) else one.name: place for place, one in enumerate(found)}
        return [found[place] for place in sorted(last.values())], sure

    def bases(self, of: ClassValue) -> list[KnownValue]:
        """Return the values of the bases of a class."""
        found: list[KnownValue] = []
        for node in of.node.bases:
            if isinstance(node, ast.Starred):
                found.append(UNKNOWN)
                continue
            key = ("base", id(node))
            value = self.once(key, lambda node=node: self.expression(of.module, node))  # type: ignore[misc]
            if isinstance(value, Union):
                found.append(next((one for one in value.options if isinstance(one, ClassValue)), UNKNOWN))
            else:
                found.append(value)
        return found

    def own_member(self, of: ClassValue, name: str, *, instance: bool) -> tuple[ModuleSyntax, list[Binding]] | None:
        """Return the places in which a class itself binds a member."""
        bindings = of.module.class_scope(of.node).names.get(name, [])
        found = instance_attributes(of.node).get(name) if instance else None
        if found is not None and (not bindings or _is_plain_value(bindings[-1])):
            # What the methods set hides the value of the class, which may be of another type.
            return of.module, [*bindings, found]
        return (of.module, bindings) if bindings else None

    def class_member(self, of: ClassValue, name: str, receiver: KnownValue) -> Lookup:
        """Look for a member of a class, or of an instance of it.

        Args:
            of: the class.
            name: of the member.
            receiver: the class or the instance.
        """
        instance = isinstance(receiver, Instance)
        mro, sure = self.mro(of)
        for one in mro:
            if isinstance(one, ForeignClass):
                members = outside_classes.members_of(one.name)
                if members is None or name in members:
                    return NOT_KNOWN
                continue
            place = self.own_member(one, name, instance=instance)
            if place is not None:
                module, bindings = place
                value = self._member_value(one, module, bindings, receiver)
                node = _getter(bindings).node
                return Lookup(State.FOUND, value, module, node, one.name, in_package=module is not self.code)
        if name in ALWAYS or (name.startswith("__") and name.endswith("__")):
            return NOT_KNOWN
        if not instance and name in _OF_METACLASSES:
            return NOT_KNOWN
        own = [one for one in mro if isinstance(one, ClassValue)]
        found = self._unbound_member(of, own, name, receiver) if sure else NOT_KNOWN
        if found.state not in (State.MISSING, State.DATA):
            return found
        # Looked at last: it reads all other packages that the code imports.
        is_given = any(is_given_by(self.modules, self._others(one), one, name) for one in own)
        return Lookup(State.UNRESOLVED, owner=found.owner) if is_given else found

    def _unbound_member(self, of: ClassValue, own: Sequence[ClassValue], name: str, receiver: KnownValue) -> Lookup:
        """Return the outcome for a member that neither a class nor one of its bases (`own`) binds by its syntax."""
        owner = next((one.name for one in own if one.module is not self.code), "")
        if not owner or (name.startswith("_") and self._leaves_out_private(of, own)):
            return NOT_KNOWN
        value = set_by_metaclass(self, own, name)
        if value is not None:
            return Lookup(State.FOUND, value, owner=owner)
        found = self._generated_member(own, name, receiver)
        if found is not None:
            handed = found.state is State.DATA and self._may_be_handed_over(own, name)
            state = State.UNRESOLVED if handed else found.state
            return replace(found, state=state, owner=owner) if found.owner else found
        if self.inside:
            return Lookup(State.UNRESOLVED, owner=owner)
        if isinstance(receiver, Instance) and (self._is_protocol(of) or self._has_heir_with(of, name)):
            # What is declared as a class may be one of its heirs; what is declared as a protocol is of another class.
            return Lookup(State.UNRESOLVED, owner=owner)
        if any(one.module is not self.code and self._may_be_set(one, name) for one in own):
            return Lookup(State.UNRESOLVED, owner=owner)
        if any(one.module.is_stub and self._source_has(one, name) for one in own):
            return Lookup(State.UNRESOLVED, owner=owner)
        if isinstance(receiver, Instance) and any(sets_computed_names(one.node) for one in own):
            handed = self._may_be_handed_over(own, name)
            return Lookup(State.UNRESOLVED if handed else State.DATA, owner=owner)
        return Lookup(State.MISSING, owner=owner)

    def _leaves_out_private(self, of: ClassValue, own: Sequence[ClassValue]) -> bool:
        """Tell whether private names may exist elsewhere: in the source of a stub, in heirs of a class of the code."""
        return of.module is self.code or any(one.module.is_stub for one in own)

    def _generated_member(self, own: Sequence[ClassValue], name: str, receiver: KnownValue) -> Lookup | None:
        """Return the outcome of `__getattr__`, metaclasses and decorators; None where a class has none of them."""
        instance = isinstance(receiver, Instance)
        state = None
        for one in own:
            scope = one.module.class_scope(one.node)
            unseen = scope.is_dynamic or any(not self._is_plain(one, d) for d in one.node.decorator_list)
            unseen = unseen or (not instance and not has_plain_metaclass(one.node))
            made = unseen and (one.module is self.code or self.may_be_made(one.module, name))
            if made or may_be_added(self, one, name):
                return Lookup(State.UNRESOLVED, owner=one.name)
            getters = [key for key in ("__getattr__", "__getattribute__") if key in scope.names] if instance else []
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
                    missing = not self.modules.mentions(one.module, name) and not outcome.is_open
                    return Lookup(State.MISSING if missing else State.UNRESOLVED, owner=one.name)
        return state

    def _may_be_set(self, of: ClassValue, name: str) -> bool:
        """Tell whether the package of a class sets an attribute of its instances from outside of the class."""
        package = of.module.package
        return package is not None and may_be_set(self.modules, package, of.node.name, name)

    def _source_has(self, of: ClassValue, name: str) -> bool:
        """Tell whether the class that a stub describes binds a member in its source."""
        source = self.modules.find(of.module.name, source=True)
        if source is None or source.is_stub:
            return False
        classes = [one.node for one in source.scope.names.get(of.node.name, ()) if isinstance(one.node, ast.ClassDef)]
        return any(self.own_member(ClassValue(source, node), name, instance=True) is not None for node in classes)

    def _may_be_handed_over(self, own: Sequence[ClassValue], name: str) -> bool:
        """Tell whether a package hands a name to a method of its class that sets attributes."""
        return any(one.module is not self.code and may_be_handed_over(self.modules, one, name) for one in own)

    def _others(self, of: ClassValue) -> list[ModuleSyntax]:
        """Return the other packages that the code imports."""
        found = (self.modules.find(top) for top in self.code.imported if top != of.module.top)
        return [one for one in found if one is not None]

    def _is_protocol(self, of: ClassValue) -> bool:
        return any(isinstance(base, ForeignClass) and base.name.endswith(".Protocol") for base in self.bases(of))

    def _has_heir_with(self, of: ClassValue, name: str) -> bool:
        """Tell whether a class of the package or of the code inherits from a class and has a member that it lacks."""
        return self._has_heir_in_code_with(of, name) or heir_has(self.modules, of.module.package, of.node.name, name)

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
        made = re.compile(rf"[\"']{re.escape(prefix)}_(?:\{{|%s|[\"']\s*\+|[\"'],)")
        return any(made.search(text) for _, text in self.modules.texts(module.package))

    def _is_plain(self, of: ClassValue, decorator: ast.expr) -> bool:
        """Tell whether a decorator of a class adds no members."""
        called = callee(decorator)
        last = last_name(called)
        if last in TRANSPARENT or ast.unparse(called) in _FIELD_CLASSES or last in ("define", "frozen", "attrs"):
            return True
        value = self.expression(of.module, called)
        return isinstance(value, FunctionValue) and "setattr" not in ast.unparse(value.nodes[-1])

    def _member_value(
        self, of: ClassValue, module: ModuleSyntax, bindings: list[Binding], receiver: KnownValue
    ) -> KnownValue:
        # What a class says to type checkers alone is said of its values.
        bindings = [one for one in bindings if one.typing_only] or bindings
        last = bindings[-1]
        if isinstance(last.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return self.method_value(of, module, bindings, receiver)
        if isinstance(receiver, Instance) and receiver.given and self._is_given(last, receiver):
            return dict(receiver.given)[last.value.id]  # type: ignore[union-attr]
        given = receiver.of.arguments if isinstance(receiver, Instance) else ()
        key = ("member", id(last.node), last.name, given)
        value = self.once(key, lambda: self._attribute_value(of, module, bindings, receiver))
        if isinstance(value, Instance) and isinstance(value.of, ClassValue):
            return self._described_value(value, receiver)
        if isinstance(value, FunctionValue) and value.receiver is None and isinstance(receiver, Instance):
            # A function that the body of a class assigns is a method; one that a method keeps is none.
            owner = value.owner or (of if last.node in of.node.body else None)
            return FunctionValue(value.module, value.nodes, owner, receiver) if owner else value
        return value

    def _is_given(self, binding: Binding, receiver: Instance) -> bool:
        value = binding.value
        return isinstance(value, ast.Name) and value.id in dict(receiver.given)

    def _described_value(self, value: Instance, receiver: KnownValue) -> KnownValue:
        """Return the value that a descriptor gives for an instance or a class; any other value unchanged."""
        getter = self.class_member(value.of, "__get__", value) if isinstance(value.of, ClassValue) else NOT_KNOWN
        if getter.state is State.FOUND and isinstance(getter.value, FunctionValue):
            asked = [receiver, UNKNOWN] if isinstance(receiver, Instance) else [NONE, receiver]
            return returned(self, getter.value, CallArguments(asked))
        return value

    def _attribute_value(
        self, of: ClassValue, module: ModuleSyntax, bindings: list[Binding], receiver: KnownValue
    ) -> KnownValue:
        last = bindings[-1]
        if last.annotation is not None:
            found = self.annotation(last.annotation, module, of, receiver)
            if found is not UNKNOWN:
                return found
        if isinstance(last.node, ast.stmt) and last.value is not None:
            method = enclosing_method(of.node, last.node)
            if method is not None:
                return self._in_method(of, module, method, last.value)
            return self.expression(module, last.value, of)
        return self.binding_value(module, bindings, of)

    def _in_method(self, of: ClassValue, module: ModuleSyntax, method: Definition, value: ast.expr) -> KnownValue:
        flow = body_of(self, FunctionValue(module, (method,), of, Instance(of)), {})
        return flow.value(value)

    def method_value(
        self, of: ClassValue, module: ModuleSyntax, bindings: list[Binding], receiver: KnownValue
    ) -> KnownValue:
        """Return a method of a receiver, or the value of a property."""
        function = self.binding_value(module, bindings, of)
        if not isinstance(function, FunctionValue):
            return function
        names = decorator_names(function.nodes[-1])
        if "setter" in names or "deleter" in names:
            names |= {"property"}
        if any(name in _PROPERTIES or name.endswith("property") for name in names):
            if not isinstance(receiver, Instance):
                return UNKNOWN
            getter = tuple(one for one in function.nodes if "setter" not in decorator_names(one)) or function.nodes
            first = [one.node for one in bindings if isinstance(one.node, (ast.FunctionDef, ast.AsyncFunctionDef))][:1]
            bound = FunctionValue(module, tuple(first) or getter, of, receiver)
            return returned(self, bound)
        if "staticmethod" in names:
            return FunctionValue(function.module, function.nodes, function.owner)
        if "classmethod" in names or function.nodes[-1].name in ("__new__", "__init_subclass__", "__class_getitem__"):
            cls = receiver.of if isinstance(receiver, Instance) else receiver
            return FunctionValue(function.module, function.nodes, function.owner, cls)
        bound_to = receiver if isinstance(receiver, Instance) else None
        return FunctionValue(function.module, function.nodes, function.owner, bound_to)


def _is_plain_value(binding: Binding) -> bool:
    """Tell whether a class assigns a name without an annotation."""
    return isinstance(binding.node, ast.Assign)


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


def _getter(bindings: Sequence[Binding]) -> Binding:
    """Return the place that defines a member; of a property the getter."""
    last = bindings[-1]
    if isinstance(last.node, (ast.FunctionDef, ast.AsyncFunctionDef)) and decorator_names(last.node) & _ACCESSORS:
        return bindings[0]
    return last
