"""The declarations of functions, classes and attributes, as Python code for a fence."""

from __future__ import annotations

import re
from collections.abc import Iterable

import griffe

from pro_context_engine.sources.packages.python.pages.annotations import default_text, documentation_in, type_text

_MAX_WIDTH = 100
_MAX_VALUE = 300
# The values of a class's attributes are details of its declaration.
_MAX_FIELD_VALUE = 100
_MAX_FIELDS = 100
_MAX_DECORATOR = 200
# The decorators that tell callers how to use the definition; all others only say how it is made.
_TELLING = frozenset(
    {
        *("property", "cached_property", "classmethod", "staticmethod", "overload", "abstractmethod", "deprecated"),
        *("contextmanager", "asynccontextmanager", "dataclass", "define", "frozen", "mutable", "final", "fixture"),
        *("setter", "total_ordering", "runtime_checkable"),
    }
)
_SAME = "..."
_OF_METHODS = ("@classmethod", "@staticmethod")
# A long overload is shortened to its own parameters if it shares at least this many with the one before.
_SHARED_PARAMETERS = 2
_FIRST_PARAMETERS = 3


def function_lines(function: griffe.Function, name: str = "", *, bound: bool = False) -> list[str]:
    """Return a function's declaration, or those of its overloads.

    Args:
        function: the function or method.
        name: the public name, its own by default.
        bound: leave out what only a method has: its object or class as the first parameter, and `@staticmethod`.
    """
    # The implementation behind overloads accepts arguments that callers must not rely on.
    variants = function.overloads or [function]
    lines: list[str] = []
    before: list[str] = []
    shortened = False
    for variant in variants:
        lines += [line for line in _decorators(variant) if not bound or line not in _OF_METHODS]
        keyword = "async def" if "async" in variant.labels else "def"
        start = f"{keyword} {name or variant.name}{_type_parameters(variant)}"
        shown = _parameters(variant)[bound and "staticmethod" not in variant.labels :]
        written = _definition(start, variant, shown)
        own = _own_parameters(shown, before) if len(written) > 1 else shown
        shortened = shortened or own is not shown
        lines += written if own is shown else _definition(start, variant, own)
        before = shown
    if shortened:
        lines.append("# `...` stands for the parameters of the overload above")
    return lines


def documented_parameters(function: griffe.Function) -> dict[str, str]:
    """Return the documentation that the annotations of a function's parameters have, by the parameter's name."""
    found: dict[str, str] = {}
    for variant in [*(function.overloads or ()), function]:
        for parameter in variant.parameters:
            if text := documentation_in(parameter.annotation):
                found.setdefault(parameter.name, text)
    return found


def documented_fields(fields: Iterable[griffe.Attribute]) -> dict[str, str]:
    """Return the documentation that the annotations of a class's attributes have, by the attribute's name."""
    return {field.name: text for field in fields if (text := documentation_in(field.annotation))}


def class_lines(
    cls: griffe.Class, name: str, fields: Iterable[griffe.Attribute], constructor: griffe.Function | None
) -> list[str]:
    """Return a class's declaration: bases, the given fields, the constructor.

    Args:
        cls: the class.
        name: the public name.
        fields: attributes of the class body, of which at most 100 are shown.
        constructor: its `__init__`, None if it has none of its own.
    """
    arguments = [str(base) for base in cls.bases] + [f"{key}={value}" for key, value in cls.keywords.items()]
    head = f"class {name}{_type_parameters(cls)}" + (f"({', '.join(arguments)})" if arguments else "") + ":"
    body: list[str] = []
    for number, attribute in enumerate(fields):
        if number == _MAX_FIELDS:
            body.append("# and more attributes")
            break
        body += _field_lines(attribute)
    if constructor:
        body += ([""] if body else []) + function_lines(constructor)
    lines = [*_decorators(cls), head, *(f"    {line}" if line else "" for line in body)]
    if not body:
        lines[-1] = lines[-1].removesuffix(":")
    return lines


def attribute_lines(attribute: griffe.Attribute, name: str) -> list[str]:
    """Return an attribute's declaration, a property's as a getter; values are cut at 300 characters."""
    if "property" in attribute.labels:
        decorator = "@cached_property" if "cached" in attribute.labels else "@property"
        returns = f" -> {type_text(attribute.annotation)}" if attribute.annotation is not None else ""
        setter = [f"@{name}.setter"] if "writable" in attribute.labels else []
        return [decorator, *setter, f"def {name}(self){returns}"]
    annotation = f": {type_text(attribute.annotation)}" if attribute.annotation is not None else ""
    value = "" if attribute.value is None else str(attribute.value)
    if len(value) > _MAX_VALUE:
        value = f"{value[:_MAX_VALUE]} …"
    return f"{name}{annotation}{f' = {value}' if value else ''}".splitlines()


def _field_lines(attribute: griffe.Attribute) -> list[str]:
    """Return the declaration of an attribute within that of its class: a long value is shortened to its kind."""
    value = "" if attribute.value is None else str(attribute.value)
    if "self." in value:
        # The constructor assigns it, so that the class has another value or none.
        value = ""
    elif len(value) > _MAX_FIELD_VALUE:
        value = default_text(attribute.value or "")
    annotation = f": {type_text(attribute.annotation)}" if attribute.annotation is not None else ""
    return f"{attribute.name}{annotation}{f' = {value}' if value else ''}".splitlines()


def alias_lines(alias: griffe.TypeAlias, name: str) -> list[str]:
    """Return a type alias statement."""
    return f"type {name}{_type_parameters(alias)} = {alias.value}".splitlines()


def _decorators(definition: griffe.Function | griffe.Class) -> list[str]:
    """Return the decorators that tell callers something, each on one line."""
    shown = (" ".join(str(decorator.value).split()) for decorator in definition.decorators)
    return [
        f"@{text}" if len(text) <= _MAX_DECORATOR else f"@{text.partition('(')[0]}(...)"
        for text in shown
        if text.partition("(")[0].rpartition(".")[2] in _TELLING
    ]


def _own_parameters(shown: list[str], before: list[str]) -> list[str]:
    """Return the parameters of an overload; those that the one before has too are left out if they are many.

    Of the first three that are given by position, the name remains.
    """
    shared = set(before) & {one for one in shown if one not in ("*", "/", "self", "cls")}
    if len(shared) < _SHARED_PARAMETERS:
        return shown
    kept: list[str] = []
    by_name = False
    for number, one in enumerate(shown):
        by_name = by_name or one.startswith("*")
        if one not in shared:
            kept.append(one)
        elif not by_name and number < _FIRST_PARAMETERS:
            kept.append(re.split(r"[:=]", one, maxsplit=1)[0])
    while kept and kept[-1] in ("*", "/"):
        kept.pop()
    return [*kept, _SAME]


def _definition(start: str, function: griffe.Function, parameters: list[str]) -> list[str]:
    """Return `def name(…) -> T` on one line, or with one parameter a line if it is too wide."""
    end = f") -> {type_text(function.returns)}" if function.returns is not None else ")"
    line = f"{start}({', '.join(parameters)}{end}"
    if len(line) <= _MAX_WIDTH or not parameters:
        return [line]
    return [f"{start}(", *(f"    {parameter}," for parameter in parameters), end]


def _parameters(function: griffe.Function) -> list[str]:
    shown: list[str] = []
    kinds = griffe.ParameterKind
    before: griffe.ParameterKind | None = None
    for parameter in function.parameters:
        if before is kinds.positional_only and parameter.kind is not before:
            shown.append("/")
        if parameter.kind is kinds.keyword_only and before not in {kinds.keyword_only, kinds.var_positional}:
            shown.append("*")
        shown.append(_parameter(parameter))
        before = parameter.kind
    return [*shown, "/"] if before is kinds.positional_only else shown


def _parameter(parameter: griffe.Parameter) -> str:
    variadic = {griffe.ParameterKind.var_positional: "*", griffe.ParameterKind.var_keyword: "**"}
    stars = variadic.get(parameter.kind or griffe.ParameterKind.positional_or_keyword, "")
    annotation = f": {type_text(parameter.annotation)}" if parameter.annotation is not None else ""
    if stars or parameter.default is None:
        return f"{stars}{parameter.name}{annotation}"
    return f"{parameter.name}{annotation}{' = ' if annotation else '='}{default_text(parameter.default)}"


def _type_parameters(definition: griffe.Function | griffe.Class | griffe.TypeAlias) -> str:
    names = [str(parameter.name) for parameter in definition.type_parameters]
    return f"[{', '.join(names)}]" if names else ""
