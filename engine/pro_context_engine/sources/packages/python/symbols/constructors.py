"""The signatures of Python classes: those of `__init__` or `__new__`, or of the constructor that is generated."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from types import FunctionType

import griffe

from pro_context_engine.domain.symbols import Parameter, ParameterKind, Signature
from pro_context_engine.sources.packages.python.symbols.call_signatures import (
    argument,
    field_signature,
    first_argument,
    function_signatures,
    shown,
)
from pro_context_engine.sources.packages.python.symbols.class_ancestry import (
    Ancestor,
    Ancestors,
    OutsideClass,
    name_of,
    standard_class,
)

_MODELS = {"pydantic.BaseModel", "pydantic.main.BaseModel", "pydantic_settings.BaseSettings", "pydantic.BaseSettings"}
_MODEL_NAMES = {path.rpartition(".")[2] for path in _MODELS}
_TUPLES = {"typing.NamedTuple", "typing_extensions.NamedTuple"}
_DICTIONARIES = {"typing.TypedDict", "typing_extensions.TypedDict"}
_ATTRS = {"s", "attrs", "attributes", "define", "mutable", "frozen", "dataclass"}
_FIELD_CALLS = {"field", "Field", "ib", "attrib", "attr", "mapped_column", "PrivateAttr"}
_KINDS = {
    inspect.Parameter.POSITIONAL_ONLY: ParameterKind.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD: ParameterKind.ANY,
    inspect.Parameter.VAR_POSITIONAL: ParameterKind.VAR_POSITIONAL,
    inspect.Parameter.KEYWORD_ONLY: ParameterKind.KEYWORD_ONLY,
    inspect.Parameter.VAR_KEYWORD: ParameterKind.VAR_KEYWORD,
}
_ANY_ARGUMENTS = Signature((Parameter("args", ParameterKind.VAR_POSITIONAL),))


class Constructors:
    """The signatures of a distribution's classes."""

    def __init__(self, ancestors: Ancestors) -> None:
        """Record the ancestries."""
        self._ancestors = ancestors
        self._known_fields: dict[tuple[int, bool], dict[str, Parameter]] = {}

    def signatures(self, cls: griffe.Class) -> tuple[Signature, ...]:
        """Return the ways to make an instance, () if an unknown base decides them."""
        classes = self._ancestors.of(cls).classes
        model = any(name_of(one) in _MODEL_NAMES and one.path in _MODELS for one in classes)
        for owner in classes:
            if isinstance(owner, OutsideClass):
                known = self._outside(classes, owner)
                if known is None:
                    continue
                return known
            for name in ("__init__", "__new__"):
                made = owner.members.get(name)
                if isinstance(made, griffe.Function) and not (model and owner.path in _MODELS):
                    return function_signatures(made, bound=True)
            if model and owner.path in _MODELS:
                return (field_signature(self._fields(classes, keywords_only=True)),)
            if self._generates(owner):
                return (field_signature(self._fields(classes)),)
        return (Signature(),)

    def _outside(self, classes: tuple[Ancestor, ...], owner: OutsideClass) -> tuple[Signature, ...] | None:
        """Return the signatures that a base outside of the distribution gives, None if it gives none."""
        if owner.path in _MODELS or owner.path in _DICTIONARIES:
            return (field_signature(self._fields(classes, keywords_only=True)),)
        if owner.path in _TUPLES:
            return (field_signature(self._fields(classes)),)
        if owner.members == ():
            return None
        found = standard_class(owner.path)
        if found is None:
            return ()
        made = inspect.getattr_static(found, "__init__")
        if issubclass(found, BaseException) and not isinstance(made, FunctionType):
            return (_ANY_ARGUMENTS,)
        return (_standard_signature(made),) if isinstance(made, FunctionType) else ()

    def _generates(self, cls: griffe.Class) -> bool:
        """Tell whether a decorator makes the constructor of a class from its fields."""
        return any(self._is_generator(cls, decorator.value) for decorator in cls.decorators)

    def _is_generator(self, cls: griffe.Class, value: str | griffe.Expr) -> bool:
        if argument(value, "init") == "False":
            return False
        written = str(value.function if isinstance(value, griffe.ExprCall) else value)
        path = self._ancestors.written_path(cls.module.path, written)
        first, _, last = path.partition(".")
        return path.endswith("dataclass") or (first in {"attr", "attrs"} and last.rpartition(".")[2] in _ATTRS)

    def _fields(self, classes: tuple[Ancestor, ...], *, keywords_only: bool = False) -> Iterator[Parameter]:
        found: dict[str, Parameter] = {}
        for owner in reversed(classes):
            if isinstance(owner, OutsideClass):
                continue
            decorated = [one.value for one in owner.decorators if self._is_generator(owner, one.value)]
            if decorated or not self._is_decorated_family(classes):
                keywords = keywords_only or any(argument(value, "kw_only") == "True" for value in decorated)
                found.update(self._own_fields(owner, keywords_only=keywords))
        yield from found.values()

    def _own_fields(self, cls: griffe.Class, *, keywords_only: bool) -> dict[str, Parameter]:
        key = id(cls), keywords_only
        if key not in self._known_fields:
            self._known_fields[key] = dict(_own_fields(cls, keywords_only=keywords_only))
        return self._known_fields[key]

    def _is_decorated_family(self, classes: tuple[Ancestor, ...]) -> bool:
        return any(isinstance(one, griffe.Class) and self._generates(one) for one in classes)


def _standard_signature(made: FunctionType) -> Signature:
    """Return the signature of a constructor of the standard library, without its object."""
    parameters = list(inspect.signature(made).parameters.values())[1:]
    return Signature(
        tuple(
            Parameter(one.name, _KINDS[one.kind], None if one.default is one.empty else repr(one.default)[:100])
            for one in parameters
        )
    )


def _own_fields(cls: griffe.Class, *, keywords_only: bool) -> Iterator[tuple[str, Parameter]]:
    for name, member in cls.members.items():
        if not isinstance(member, griffe.Attribute) or "property" in member.labels:
            continue
        annotation = shown(member.annotation)
        if annotation is not None and annotation.rpartition(".")[2] == "KW_ONLY":
            keywords_only = True
            continue
        call = member.value if _is_field_call(member.value) else None
        if annotation is None and call is None:
            continue
        # The parser takes `ClassVar[…]` away and leaves this sign of it.
        if annotation is not None and "instance-attribute" not in member.labels:
            continue
        if argument(call, "init") == "False" or (name.startswith("_") and call is None and keywords_only):
            continue
        yield name, _field(name, member, call, annotation, keywords_only=keywords_only)


def _field(
    name: str, member: griffe.Attribute, call: str | griffe.Expr | None, annotation: str | None, *, keywords_only: bool
) -> Parameter:
    alias = _text(argument(call, "validation_alias") or argument(call, "alias"))
    keyword = keywords_only or argument(call, "kw_only") == "True"
    kind = ParameterKind.KEYWORD_ONLY if keyword else ParameterKind.ANY
    if annotation is not None and annotation.startswith("InitVar["):
        annotation = annotation[len("InitVar[") : -1]
    return Parameter(alias or name.lstrip("_") or name, kind, _default(member, call), annotation)


def _default(member: griffe.Attribute, call: str | griffe.Expr | None) -> str | None:
    if call is None:
        return shown(member.value)
    for key in ("default", "default_factory", "factory"):
        given = argument(call, key)
        if given is not None:
            return shown(given if key == "default" else f"{given}()")
    first = first_argument(call)
    return None if first == "..." else shown(first)


def _is_field_call(value: str | griffe.Expr | None) -> bool:
    return isinstance(value, griffe.ExprCall) and str(value.function).rpartition(".")[2] in _FIELD_CALLS


def _text(literal: str | None) -> str:
    try:
        value = ast.literal_eval(literal or "''")
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return ""
    return value if isinstance(value, str) and value.isidentifier() else ""
