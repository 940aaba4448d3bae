"""`this`, `super` and the objects of the classes that code declares, which may extend those of packages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from pro_context_engine.code_checks.typescript.code_chains import CodeChains
from pro_context_engine.code_checks.typescript.code_classes import NOTHING, ClassMember, CodeClass, class_at
from pro_context_engine.code_checks.typescript.declared_types import DeclaredMember, Extent, Seen, TypeCall, View
from pro_context_engine.code_checks.typescript.package_types import CodeValue
from pro_context_engine.code_checks.typescript.script import CodeFunction
from pro_context_engine.domain.value_class import value_class


@value_class
class _BodyValues:
    """The class that a bracket opens, its base, its instances and itself as values, None for unknown ones."""

    code_class: CodeClass
    base: CodeValue | None
    instance: CodeValue | None
    value: CodeValue | None


class OwnClasses:
    """The classes of one text.

    Args:
        chains: gives the values of expressions, and has the names that are known.
        is_typed: whether the compiler of TypeScript reads the code. Without it, classes use members of their bases
            that no declaration has, and know the types of others better than the base does.
    """

    def __init__(self, chains: CodeChains, *, is_typed: bool) -> None:
        self._chains = chains
        self._is_typed = is_typed
        self._script = chains.script
        self._bodies: dict[int, _BodyValues] = {}
        self._methods: dict[int, _BodyValues] = {}
        self._static: set[int] = set()

    def declare(self, place: int) -> None:
        """Bind the name of the class whose head begins at a place."""
        code_class = class_at(self._script, place)
        if code_class is None:
            return
        first, last = code_class.base
        base, end = self._chains.name_at(first) if last else (None, 0)
        base = base if end == last else None
        inherits = base is not None and not code_class.is_open and code_class.name not in self._extended
        made = self._chains.calls.instance(base) if base is not None and inherits else None
        instance = value = None
        if base is not None and made is not None:
            instance = self._heir(made, code_class.members, is_static=False)
            value = self._heir(base, code_class.members, is_static=True)
            _construct(value, instance, code_class.members)
        body = _BodyValues(code_class, base, instance, value)
        self._bodies[code_class.opening] = body
        for member in code_class.members:
            self._methods[member.bracket] = body
            if member.is_static:
                self._static.add(member.bracket)
        if code_class.name:
            self._chains.names.declare(code_class.name, value)

    def enter(self, place: int) -> None:
        """Bind `this` with its fields in the body that a bracket opens."""
        body = self._bodies.get(place)
        if body is None:
            return
        names = self._chains.names
        names.declare("this", body.instance)
        names.declare("super", body.base)
        for name in body.code_class.assigned:
            names.declare(f"this.{name}", None)
        for member in body.code_class.members:
            if not member.is_static and not member.bracket:
                names.declare(f"this.{member.name}", self._value_of(member))

    def enter_function(self, function: CodeFunction, place: int) -> None:
        """Bind `this` in a function whose parameters begin at a place."""
        body = self._methods.get(place)
        if function.keeps_this or (body is not None and place not in self._static):
            return
        self._chains.names.declare("this", body.value if body else None)
        self._chains.names.declare("super", None)

    def assign(self, place: int) -> None:
        """Note the value of a member that code sets (`this.lamp = …`), given the place of `this`."""
        script = self._script
        if script.text(place + 1) == "." and script.text(place + 3) == "=":
            value, end = self._chains.value_at(place + 4)
            is_all = end >= script.end_of_expression(place + 4)
            self._chains.names.assign_own(script.text(place + 2), value if is_all else None)

    def _heir(self, base: CodeValue, members: Sequence[ClassMember], *, is_static: bool) -> CodeValue:
        """Return a value with the members of a base, and those of the class, whose types are unknown."""
        view = View()
        view.take(base.types.view(base.type))
        view.members = {
            name: list(found) if self._is_typed else [DeclaredMember()] for name, found in view.members.items()
        }
        view.constructs, view.calls, view.options = list(view.constructs), list(view.calls), list(view.options)
        view.limit(Extent.WHOLE if self._is_typed else Extent.CALLERS)
        for member in members:
            if member.is_static is is_static and member.name != "constructor":
                view.members[member.name] = [DeclaredMember()]
        return CodeValue(base.types, Seen(view))

    def _value_of(self, member: ClassMember) -> CodeValue | None:
        """Return the value of a field: that of its annotation, else that which it begins with."""
        if member.annotation != NOTHING:
            return self._chains.annotation(*member.annotation)
        first, last = member.value
        if not last or self._script.function_in(first, last) is not None:
            return None
        value, end = self._chains.value_at(first)
        return value if end >= last else None

    @cached_property
    def _extended(self) -> frozenset[str]:
        """The names of classes that the code gives further members: by interfaces, or in their prototypes."""
        texts = [token.text for token in self._script.tokens]
        by_interface = {texts[at + 1] for at, text in enumerate(texts[:-1]) if text == "interface"}
        return frozenset(by_interface | {texts[at - 2] for at, text in enumerate(texts) if text == "prototype"})


def _construct(value: CodeValue, instance: CodeValue, members: Sequence[ClassMember]) -> None:
    """Let a class make its own instances; the parameters of a constructor of its own are unknown."""
    view = value.types.view(value.type)
    has_own = any(one.name == "constructor" for one in members)
    known = {"this": instance.type}
    view.constructs = [
        TypeCall(one.scope, one.last, one.last, known)
        if has_own or one.known.get("this") is None
        else replace(one, known={**one.known, **known})
        for one in view.constructs
    ]
