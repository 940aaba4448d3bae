"""The members of classes and of their instances."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import partial

from pro_context_engine.code_checks.python.members.made_members import made_base, may_replace
from pro_context_engine.code_checks.python.members.module_lookups import ALWAYS
from pro_context_engine.code_checks.python.members.outside_attributes import (
    is_given_by,
)
from pro_context_engine.code_checks.python.members.unbound_members import UnboundMembers
from pro_context_engine.code_checks.python.syntax.bound_names import Binding, Definition
from pro_context_engine.code_checks.python.syntax.definitions import (
    decorator_names,
    enclosing_method,
    first_parameter,
    instance_attributes,
)
from pro_context_engine.code_checks.python.syntax.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.values import outside_classes
from pro_context_engine.code_checks.python.values.call_arguments import CallArguments
from pro_context_engine.code_checks.python.values.calls import returned
from pro_context_engine.code_checks.python.values.filled_collections import EMPTY_DICT, EMPTY_LIST, filled_attribute
from pro_context_engine.code_checks.python.values.function_bodies import body_of
from pro_context_engine.code_checks.python.values.known_values import (
    NONE,
    UNKNOWN,
    ClassValue,
    ForeignClass,
    FunctionValue,
    Instance,
    KnownValue,
    Union,
)
from pro_context_engine.code_checks.python.values.language_results import method_of
from pro_context_engine.code_checks.python.values.lookups import NOT_KNOWN, Lookup, State

_ACCESSORS = {"setter", "deleter"}

_OF_METACLASSES = frozenset({"register"})
"""Names that an abstract class has of its metaclass."""

_MOST_CLASSES = 300
"""The bases of a class that are looked at, those that several classes share counted for each."""


class ClassLookups(UnboundMembers):
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
                    return method_of(Instance(one), name) if instance else NOT_KNOWN
                continue
            place = self.own_member(one, name, instance=instance)
            if place is not None:
                module, bindings = place
                value = self._member_value(one, module, bindings, receiver)
                if instance and _is_plain_value(bindings[-1]) and bindings[-1].node in one.node.body:
                    classes = [base for base in mro if isinstance(base, ClassValue)]
                    value = UNKNOWN if may_replace(self, classes, value, sure=sure) else value
                node = _getter(bindings).node
                return Lookup(State.FOUND, value, module, node, one.name, in_package=module is not self.code)
        if name in ALWAYS or (name.startswith("__") and name.endswith("__")):
            return NOT_KNOWN
        if not instance and name in _OF_METACLASSES:
            return NOT_KNOWN
        own = [one for one in mro if isinstance(one, ClassValue)]
        found = self.unbound_member(of, own, name, receiver) if sure else NOT_KNOWN
        if found.state not in (State.MISSING, State.DATA):
            return found
        # Looked at last: it reads all other packages that the code imports.
        is_given = any(is_given_by(self.modules, self.others(one), one, name) for one in own)
        is_given = is_given or (instance and self.has_heir_elsewhere(of, name))
        return Lookup(State.UNRESOLVED, owner=found.owner) if is_given else found

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
        maker = Instance(of)
        if isinstance(receiver, Instance) and receiver != maker and self._is_made_of_object(of, last):
            maker = receiver
        key = ("member", id(last.node), last.name, given, maker)
        value = self.once(key, lambda: self._attribute_value(of, maker, bindings, receiver))
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

    def _is_made_of_object(self, of: ClassValue, binding: Binding) -> bool:
        """Tell whether the value of an attribute is made with other members of its object, which heirs may override.

        `self.crew = self.hired()` in a base is the crew that the heir hires.
        """
        method = enclosing_method(of.node, binding.node) if binding.value is not None else None
        first = first_parameter(method) if method is not None else ""
        own = (one.value for one in ast.walk(binding.value or binding.node) if isinstance(one, ast.Attribute))
        return bool(first) and any(isinstance(one, ast.Name) and one.id == first for one in own)

    def _attribute_value(
        self, of: ClassValue, maker: Instance, bindings: list[Binding], receiver: KnownValue
    ) -> KnownValue:
        """Return the value of an attribute.

        Args:
            of: the class that binds it.
            maker: the object that sets it: of this class, or of an heir of it.
            bindings: the places that bind it.
            receiver: the class or the instance.
        """
        module, last = of.module, bindings[-1]
        if last.annotation is not None:
            found = self.annotation(last.annotation, module, of, receiver)
            if found is not UNKNOWN:
                return found
        if isinstance(last.node, ast.stmt) and last.value is not None:
            method = enclosing_method(of.node, last.node)
            if method is not None:
                value = self._in_method(of, maker, method, last.value)
            else:
                value = self.expression(module, last.value, of)
            if isinstance(value, ClassValue) and method is not None and _is_set_again(of.node, last.name):
                # A class in the place of a value that is not there yet.
                return UNKNOWN
            if value in (EMPTY_LIST, EMPTY_DICT):
                evaluate = partial(self._in_method, of, maker)
                return filled_attribute(self.modules, of, last.name, value, evaluate)
            return value
        return self.binding_value(module, bindings, of)

    def _in_method(self, of: ClassValue, maker: Instance, method: Definition, value: ast.expr) -> KnownValue:
        flow = body_of(self, FunctionValue(of.module, (method,), of, maker), {})
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
        decorators = function.nodes[-1].decorator_list
        if "property" in names or any(self.is_property(function.module, one) for one in decorators):
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


def _is_set_again(node: ast.ClassDef, name: str) -> bool:
    """Tell whether the methods of a class set an attribute in several places."""
    targets = (one for one in ast.walk(node) if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store))
    return sum(one.attr == name for one in targets) > 1


def _getter(bindings: Sequence[Binding]) -> Binding:
    """Return the place that defines a member; of a property the getter."""
    last = bindings[-1]
    if isinstance(last.node, (ast.FunctionDef, ast.AsyncFunctionDef)) and decorator_names(last.node) & _ACCESSORS:
        return bindings[0]
    return last
