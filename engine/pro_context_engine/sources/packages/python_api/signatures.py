"""The declarations of functions, classes and attributes, as Python code for a fence."""

from __future__ import annotations

from collections.abc import Iterable

import griffe

_MAX_WIDTH = 100
_MAX_VALUE = 300
_MAX_FIELDS = 100
_MAX_DECORATORS = 5


def function_lines(function: griffe.Function, name: str = "") -> list[str]:
    """Return a function's declaration, or those of its overloads.

    Args:
        function: the function or method.
        name: the public name, its own by default.
    """
    # The implementation behind overloads accepts arguments that callers must not rely on.
    variants = function.overloads or [function]
    lines: list[str] = []
    for variant in variants:
        lines += [f"@{decorator.value}" for decorator in variant.decorators[:_MAX_DECORATORS]]
        keyword = "async def" if "async" in variant.labels else "def"
        lines += _definition(f"{keyword} {name or variant.name}{_type_parameters(variant)}", variant)
    return lines


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
        body += attribute_lines(attribute)
    if constructor:
        body += ([""] if body else []) + function_lines(constructor)
    decorators = [f"@{decorator.value}" for decorator in cls.decorators[:_MAX_DECORATORS]]
    lines = [*decorators, head, *(f"    {line}" if line else "" for line in body)]
    if not body:
        lines[-1] = lines[-1].removesuffix(":")
    return lines


def attribute_lines(attribute: griffe.Attribute, name: str = "") -> list[str]:
    """Return an attribute's declaration, a property's as a getter; values are cut at 300 characters."""
    name = name or attribute.name
    if "property" in attribute.labels:
        decorator = "@cached_property" if "cached" in attribute.labels else "@property"
        returns = f" -> {attribute.annotation}" if attribute.annotation is not None else ""
        setter = [f"@{name}.setter"] if "writable" in attribute.labels else []
        return [decorator, *setter, f"def {name}(self){returns}"]
    annotation = f": {attribute.annotation}" if attribute.annotation is not None else ""
    value = "" if attribute.value is None else str(attribute.value)
    if len(value) > _MAX_VALUE:
        value = f"{value[:_MAX_VALUE]} …"
    return f"{name}{annotation}{f' = {value}' if value else ''}".splitlines()


def alias_lines(alias: griffe.TypeAlias, name: str) -> list[str]:
    """Return a type alias statement."""
    return f"type {name}{_type_parameters(alias)} = {alias.value}".splitlines()


def _definition(start: str, function: griffe.Function) -> list[str]:
    """Return `def name(…) -> T` on one line, or with one parameter a line if it is too wide."""
    parameters = _parameters(function)
    end = f") -> {function.returns}" if function.returns is not None else ")"
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
    annotation = f": {parameter.annotation}" if parameter.annotation is not None else ""
    if stars or parameter.default is None:
        return f"{stars}{parameter.name}{annotation}"
    return f"{parameter.name}{annotation}{' = ' if annotation else '='}{parameter.default}"


def _type_parameters(definition: griffe.Function | griffe.Class | griffe.TypeAlias) -> str:
    names = [str(parameter.name) for parameter in definition.type_parameters]
    return f"[{', '.join(names)}]" if names else ""
