"""The overloads of a function that fit the arguments of a call."""

from __future__ import annotations

import ast

from pro_context_engine.code_checks.python.syntax.bound_names import Definition
from pro_context_engine.code_checks.python.values.call_arguments import (
    CallArguments,
    required_keywords,
    required_positional,
    unbound_parameters,
)
from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.known_values import (
    NONE,
    UNKNOWN,
    ClassValue,
    ForeignClass,
    FunctionValue,
    Instance,
    KnownText,
    KnownValue,
    options_of,
)

_NOT_TEXT_WORDS = "tuple Tuple list List dict Dict int float slice bool bytes set range type"
_NOT_TEXT = frozenset(_NOT_TEXT_WORDS.split())
# Modules whose classes are met by what an object can do, not by its bases.
_STRUCTURAL = frozenset({"typing", "typing_extensions", "collections", "abc", "numbers", "os", "types"})
_NUMBERS = ("builtins.int", "builtins.float", "builtins.bool")


def fitting_overloads(knowledge: Knowledge, called: FunctionValue, given: CallArguments) -> list[Definition]:
    """Return the overloads that fit the number, the names and the constants of the arguments; else the last one."""
    if len(called.nodes) == 1:
        return list(called.nodes)
    nodes = called.nodes
    if not any("overload" in ast.unparse(one) for one in nodes[-1].decorator_list):
        nodes = nodes[:-1] or nodes
    return [one for one in nodes if _fits(knowledge, called, one, given)] or [called.nodes[-1]]


def for_operand(knowledge: Knowledge, called: KnownValue, operand: KnownValue) -> KnownValue:
    """Return the overload of an operator's method that surely takes an operand; UNKNOWN for none.

    Where none takes it, the method of the operand itself is called.
    """
    if not isinstance(called, FunctionValue) or len(called.nodes) == 1:
        return called
    of = operand.of if isinstance(operand, Instance) else None
    mro: list[ClassValue | ForeignClass] = knowledge.mro(of)[0] if isinstance(of, ClassValue) else []
    names = {one.name for one in mro} or {of.name if of is not None else ""}
    for node in called.nodes:
        first = next(iter(unbound_parameters(called, node)), None)
        if first is None or first.annotation is None:
            continue
        described = options_of(knowledge.annotation(first.annotation, called.module, called.owner))
        if any(isinstance(one, Instance) and one.of.name in names for one in described):
            return FunctionValue(called.module, (node,), called.owner, called.receiver)
    return UNKNOWN


def _fits(knowledge: Knowledge, called: FunctionValue, node: Definition, given: CallArguments) -> bool:
    parameters = unbound_parameters(called, node)
    by_name = given.by_name(parameters)
    too_many = len(given.positional) > len(parameters) and node.args.vararg is None
    if too_many or not by_name.keys() >= {*required_positional(called, node), *required_keywords(node)}:
        return False
    annotations = {one.arg: one.annotation for one in (*parameters, *node.args.kwonlyargs)}
    if node.args.kwarg is None and not by_name.keys() <= annotations.keys():
        return False
    return all(
        _may_be(value, annotations.get(name), given.index) and _is_kind(knowledge, called, value, annotations.get(name))
        for name, value in by_name.items()
    )


def _is_kind(knowledge: Knowledge, called: FunctionValue, value: KnownValue, annotation: ast.expr | None) -> bool:
    """Tell whether a string or number may be meant by an annotation of classes."""
    if annotation is not None and isinstance(value, Instance) and isinstance(value.of, ClassValue):
        return _may_be_instance(knowledge, value.of, knowledge.annotation(annotation, called.module, called.owner))
    plain = isinstance(value, Instance) and isinstance(value.of, ForeignClass) and value.of.name in _NUMBERS
    if annotation is None or not (plain or isinstance(value, KnownText)):
        return True
    described = knowledge.annotation(annotation, called.module, called.owner)
    options = list(options_of(described))
    if options and all(isinstance(one, Instance) and isinstance(one.of, ClassValue) for one in options):
        # An enumeration may accept its values, any other class of a package accepts its instances.
        return any("Enum" in ast.unparse(base) for one in options for base in _bases(one))
    if plain:
        return True
    kinds = [
        one.of.name if isinstance(one, Instance) and isinstance(one.of, ForeignClass) else ""
        for one in options_of(described)
    ]
    return not kinds or not all(one.rpartition(".")[2] in _NOT_TEXT for one in kinds)


def _may_be_instance(knowledge: Knowledge, of: ClassValue, described: KnownValue) -> bool:
    """Tell whether an instance of a class may be meant by a type; False only where all bases are known and differ."""
    mro, sure = knowledge.mro(of)
    options = list(options_of(described))
    if not sure or not options or not all(isinstance(one, Instance) for one in options):
        return True
    names = {one.name for one in mro}
    for one in options:
        other = one.of if isinstance(one, Instance) else of
        if other.name in names:
            return True
        if isinstance(other, ForeignClass) and other.name.partition(".")[0] in _STRUCTURAL:
            return True
        if isinstance(other, ClassValue) and (
            other.module.is_stub or any("Protocol" in ast.unparse(b) for b in other.node.bases)
        ):
            return True
    return False


def _bases(one: KnownValue) -> list[ast.expr]:
    return one.of.node.bases if isinstance(one, Instance) and isinstance(one.of, ClassValue) else []


def _may_be(value: KnownValue, annotation: ast.expr | None, index: ast.expr | None) -> bool:
    """Tell whether a value may be meant by an annotation; only obvious misfits say no."""
    if annotation is None:
        return True
    if isinstance(annotation, ast.Constant) and annotation.value is None:
        return value is NONE or value is UNKNOWN
    text = ast.unparse(annotation).strip("'\"")
    words = {one.id for one in ast.walk(annotation) if isinstance(one, ast.Name)}
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        words = set(annotation.value.replace("[", " ").replace("]", " ").replace("|", " ").replace(",", " ").split())
    if isinstance(value, KnownText):
        if "Literal" in words:
            return repr(value.text) in text or f'"{value.text}"' in text or bool(words & {"str"})
        return not words or (words != {"int"} and not (words <= {"int", "slice", "bool", "float", "None"}))
    if isinstance(value, Instance) and isinstance(value.of, ForeignClass):
        kind = value.of.name.rpartition(".")[2]
        if kind in ("int", "bool", "float", "list", "dict"):
            plain = {"str", "slice", "bytes", "bool", "None", "Literal"} | (
                {"int", "Hashable"} if kind in ("list", "dict") else set()
            )
            return not (words and words <= plain and kind not in words)
    if isinstance(value, (FunctionValue, ClassValue)):
        return not (words and words <= {"str", "int", "None", "Optional", "t", "bool", "Literal"})
    return index is None or not isinstance(index, ast.Slice) or words != {"int"}


def with_fitting_overloads(function: FunctionValue, call: ast.Call) -> FunctionValue:
    """Return a function with the overloads alone that the number of arguments fits; with all if it fits none."""
    if any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords):
        return function
    has_implementation = not any("overload" in ast.unparse(one) for one in function.nodes[-1].decorator_list)
    overloads = function.nodes[:-1] if has_implementation else function.nodes
    given = {one.arg for one in call.keywords}
    kept = [node for node in overloads if not _lacks(function, node, len(call.args), given)]
    return FunctionValue(function.module, tuple(kept), function.owner, function.receiver) if kept else function


def _lacks(function: FunctionValue, node: Definition, positional: int, given: set[str | None]) -> bool:
    too_many = positional > len(unbound_parameters(function, node)) and node.args.vararg is None
    return too_many or any(name not in given for name in required_positional(function, node)[positional:])
