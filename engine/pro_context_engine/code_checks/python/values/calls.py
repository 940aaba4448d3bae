"""The values that calls, operators, loops, `with` and `await` give."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from operator import itemgetter

from pro_context_engine.code_checks.python.syntax.bound_names import Definition
from pro_context_engine.code_checks.python.syntax.definitions import decorator_names
from pro_context_engine.code_checks.python.syntax.parameters import positional_parameters, single_parameters
from pro_context_engine.code_checks.python.values import language_results, outside_classes, service_models
from pro_context_engine.code_checks.python.values.call_arguments import CallArguments, unbound_parameters
from pro_context_engine.code_checks.python.values.described_types import instance_of
from pro_context_engine.code_checks.python.values.function_bodies import body_of
from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.known_values import (
    MOST_OPTIONS,
    NONE,
    UNKNOWN,
    ClassValue,
    ForeignClass,
    Forwarded,
    FunctionValue,
    Instance,
    KnownText,
    KnownValue,
    Partial,
    Returning,
    Union,
    options_of,
    union,
)
from pro_context_engine.code_checks.python.values.lookups import NOT_KNOWN, State
from pro_context_engine.code_checks.python.values.made_objects import made_object
from pro_context_engine.code_checks.python.values.overloads import fitting_overloads

_ITERABLES_WORDS = (
    "list set frozenset tuple dict deque iterable iterator sequence mutablesequence collection generator"
    " asynciterator asynciterable asyncgenerator mapping mutablemapping defaultdict ordereddict abstractset"
    " keysview valuesview abstractasynccontextmanager"
)
_ITERABLES = frozenset(_ITERABLES_WORDS.split())
_RTYPE = re.compile(
    r"^\s*:rtype:\s+(?::\w+:`~?([\w.]+)`|([\w.]+))\s*$|"
    r"^\s*:returns?:\s+:class:`~?([\w.]+)(?: <[\w.]+>)?` object\.?\s*$|"
    r"^\s*:returns?:\s+(?:an?|the)?\s*(?:new |opened )?(?::\w+)*:?`[~.]*([\w.]+)`(?: \w+)? (?:object|instance)\.?\s*$|"
    r"^\s*Returns an? (?:new )?:class:`~?([\w.]+)` (?:object|instance)\.?\s*$|"
    r"^\s*Returns:\n\s+(?:An?|The) (?::\w+)*:?`[~.]*([\w.]+)` (?:object|instance)\.?\s*$",
    re.M,
)
_MOST_INSIDE = 5
"""Bodies of functions that are followed one within the other; large packages have chains of hundreds."""

_AWAITABLES = frozenset(["awaitable", "coroutine", "future", "task"])
_NOTHING = CallArguments()


def returned(knowledge: Knowledge, called: KnownValue, given: CallArguments = _NOTHING) -> KnownValue:
    """Return the value of a call, without arguments unless some are given."""
    knowledge.step()
    if isinstance(called, Union):
        return union(returned(knowledge, one, replace(given, index=None)) for one in called.options)
    if isinstance(called, Returning):
        return called.result
    if isinstance(called, ClassValue):
        return made_object(knowledge, called, given)
    if isinstance(called, ForeignClass):
        if called.name == "typing.TypeVar" or called.name.endswith(".TypeVar"):
            bound = given.named.get("bound", UNKNOWN)
            return Instance(called, (("bound", bound),))
        if called.name == "functools.partial":
            return _partial(given)
        known = language_results.result_of(called.name, given, _steps(knowledge))
        if known is not UNKNOWN or outside_classes.is_function(called.name):
            return known
        return Instance(called)
    if isinstance(called, Partial):
        before = replace(given, positional=[*called.positional, *given.positional], index=None)
        return returned(knowledge, called.of, replace(before, named={**dict(called.named), **given.named}))
    if isinstance(called, Instance):
        found = knowledge.member(called, "__call__")
        return returned(knowledge, found.value, replace(given, index=None)) if found.state is State.FOUND else UNKNOWN
    if isinstance(called, FunctionValue):
        if knowledge.inside > _MOST_INSIDE:
            return UNKNOWN
        first = next(iter(given.positional), None)
        if isinstance(first, KnownText):
            client = service_models.client_of(knowledge.modules, called, first.text)
            if client is not None:
                return client
        named = tuple(sorted(given.named.items(), key=itemgetter(0)))
        key = ("call", tuple(map(id, called.nodes)), called.receiver, tuple(given.positional), named)
        return knowledge.once(key, lambda: _function_result(knowledge, called, given))
    return UNKNOWN


def _steps(knowledge: Knowledge) -> language_results.Steps:
    return language_results.Steps(
        iterated=lambda value: iterated(knowledge, value),
        awaited=lambda value: awaited(knowledge, value),
        returned=lambda called, argument: returned(knowledge, called, CallArguments([argument])),
    )


def _partial(given: CallArguments) -> KnownValue:
    """Return the callable that `functools.partial` makes; UNKNOWN where the called one is not known."""
    of, *others = given.positional or [UNKNOWN]
    is_known = isinstance(of, (ClassValue, FunctionValue, Partial))
    return Partial(of, tuple(others), tuple(sorted(given.named.items(), key=itemgetter(0)))) if is_known else UNKNOWN


def _function_result(knowledge: Knowledge, called: FunctionValue, given: CallArguments) -> KnownValue:
    fitting = fitting_overloads(knowledge, called, given)
    if len(fitting) > 1 and any(one is UNKNOWN for one in given.values()):
        # Nothing tells which of them is meant.
        if len(fitting) > MOST_OPTIONS:
            return UNKNOWN
        singles = [FunctionValue(called.module, (one,), called.owner, called.receiver) for one in fitting]
        return union(_function_result(knowledge, one, given) for one in singles)
    node = fitting[0]
    if called.module is not knowledge.code or node.decorator_list:
        for decorator in node.decorator_list:
            if knowledge.returns_receiver(called.module, decorator, node):
                return called.receiver or UNKNOWN
            is_kept = knowledge.is_transparent(called.module, decorator) or knowledge.is_property(
                called.module, decorator
            )
            if not is_kept:
                return UNKNOWN
    result = UNKNOWN
    if node.returns is not None:
        own = called.receiver if called.receiver is not None else UNKNOWN
        own = Instance(own) if isinstance(own, (ClassValue, ForeignClass)) else own
        result = knowledge.annotation(node.returns, called.module, called.owner, own)
        if result is UNKNOWN and isinstance(node.returns, ast.Name):
            result = _solved(called, node, node.returns.id, given)
    if result is UNKNOWN and _is_vague(node):
        result = _body_result(knowledge, called, node, given)
    if isinstance(node, ast.AsyncFunctionDef) and not any(isinstance(one, ast.Yield) for one in ast.walk(node)):
        return Instance(ForeignClass("typing.Coroutine", (UNKNOWN, UNKNOWN, result)))
    if decorator_names(node) & {"contextmanager", "asynccontextmanager"}:
        return Instance(ForeignClass("contextlib.AbstractContextManager", (iterated(knowledge, result),)))
    return result


def _is_vague(node: Definition) -> bool:
    """Tell whether the body of a function says more than its annotation."""
    return node.returns is None or ast.unparse(node.returns).strip("'\"") in ("Any", "object", "typing.Any", "t.Any")


def _solved(called: FunctionValue, node: Definition, variable: str, given: CallArguments) -> KnownValue:
    """Return the value of a type variable that is the annotation of an argument too, or of `self`."""
    if called.owner is not None and called.receiver is not None:
        given = replace(given, positional=[called.receiver, *given.positional])
    by_name = given.by_name(positional_parameters(node.args))
    for one in single_parameters(node.args):
        text = ast.unparse(one.annotation) if one.annotation is not None else ""
        if one.arg in by_name:
            if text == variable:
                return by_name[one.arg]
            if text in (f"type[{variable}]", f"Type[{variable}]", f"t.Type[{variable}]", f"typing.Type[{variable}]"):
                return union(instance_of(value) for value in options_of(by_name[one.arg]))
    return UNKNOWN


def _body_result(
    knowledge: Knowledge,
    called: FunctionValue,
    node: Definition,
    given: CallArguments,
) -> KnownValue:
    """Return the value of the `return` statements of a function."""
    if called.module.is_stub or len(list(ast.walk(node))) > 3_000:
        return UNKNOWN
    by_name = given.by_name(unbound_parameters(called, node))
    flow = body_of(knowledge, FunctionValue(called.module, (node,), called.owner, called.receiver), by_name)
    if flow.yielded:
        return Instance(ForeignClass("typing.Iterator", (union(flow.yielded),)))
    known = [one for one in flow.returned if one is not NONE and not isinstance(one, Forwarded)]
    value = union(known) if known else UNKNOWN
    return value if value is not UNKNOWN else _documented_result(knowledge, called, node)


def _documented_result(knowledge: Knowledge, called: FunctionValue, node: Definition) -> KnownValue:
    """Return the value that a docstring names: `:rtype: package.Class`, `:return: :class:`Class` object`."""
    text = ast.get_docstring(node) or ""
    found = _RTYPE.search(text)
    name = next((one for one in found.groups() if one), "") if found else ""
    if not name or not all(part.isidentifier() for part in name.split(".")):
        return UNKNOWN
    module, _, last = name.rpartition(".")
    if module:
        member = knowledge.module_member(module, last)
    else:
        member = knowledge.module_member(called.module.name, last, typing=True)
        if member.state is not State.FOUND:
            member = knowledge.module_member(called.module.top, last, typing=True)
    return Instance(member.value) if isinstance(member.value, ClassValue) else UNKNOWN


def iterated(knowledge: Knowledge, value: KnownValue) -> KnownValue:
    """Return the value of an element of something iterated."""
    if isinstance(value, Union):
        return union(iterated(knowledge, one) for one in value.options)
    if not isinstance(value, Instance):
        return UNKNOWN
    if isinstance(value.of, ForeignClass):
        kind = value.of.kind
        if kind == "tuple":
            return union(value.of.arguments) if value.of.arguments else UNKNOWN
        return value.of.arguments[0] if kind in _ITERABLES and value.of.arguments else UNKNOWN
    for method in ("__iter__", "__aiter__"):
        found = knowledge.member(value, method)
        if found.state is State.FOUND:
            iterator = returned(knowledge, found.value)
            if isinstance(iterator, Instance) and isinstance(iterator.of, ClassValue):
                following = knowledge.member(iterator, "__next__" if method == "__iter__" else "__anext__")
                return returned(knowledge, following.value) if following.state is State.FOUND else UNKNOWN
            return iterated(knowledge, iterator)
    return base_item(knowledge, value)


def base_item(knowledge: Knowledge, value: Instance) -> KnownValue:
    """Return the element of an instance whose class inherits from a collection (`class Rows(list[Row])`)."""
    if isinstance(value.of, ClassValue):
        for one in knowledge.mro(value.of)[0]:
            if isinstance(one, ForeignClass) and one.kind in _ITERABLES and one.arguments:
                return one.arguments[0]
    return UNKNOWN


def item_of(of: ForeignClass, *, is_slice: bool, value: KnownValue) -> KnownValue:
    """Return the item of a collection of the language."""
    kind = of.kind
    if is_slice:
        return value
    if kind in language_results.MAPPINGS:
        return of.arguments[1] if len(of.arguments) == 2 else UNKNOWN
    if kind == "tuple":
        return union(of.arguments) if of.arguments else UNKNOWN
    return of.arguments[0] if kind in _ITERABLES and of.arguments else UNKNOWN


def awaited(knowledge: Knowledge, value: KnownValue) -> KnownValue:
    """Return the value that `await` gives."""
    if isinstance(value, Union):
        return union(awaited(knowledge, one) for one in value.options)
    if isinstance(value, Instance) and isinstance(value.of, ForeignClass):
        kind = value.of.kind
        return value.of.arguments[-1] if kind in _AWAITABLES and value.of.arguments else UNKNOWN
    found = knowledge.member(value, "__await__") if isinstance(value, Instance) else NOT_KNOWN
    steps = returned(knowledge, found.value) if found.state is State.FOUND else UNKNOWN
    arguments = steps.of.arguments if isinstance(steps, Instance) and isinstance(steps.of, ForeignClass) else ()
    return arguments[-1] if len(arguments) == 3 else UNKNOWN


def entered(knowledge: Knowledge, value: KnownValue, *, is_async: bool) -> KnownValue:
    """Return the value that `with`, or `async with`, binds."""
    if isinstance(value, Union):
        return union(entered(knowledge, one, is_async=is_async) for one in value.options)
    if not isinstance(value, Instance):
        return UNKNOWN
    if isinstance(value.of, ForeignClass):
        kind = value.of.kind
        return value.of.arguments[0] if kind.endswith("contextmanager") and value.of.arguments else UNKNOWN
    found = knowledge.member(value, "__aenter__" if is_async else "__enter__")
    if found.state is not State.FOUND:
        return UNKNOWN
    result = returned(knowledge, found.value)
    outside = isinstance(result, Instance) and isinstance(result.of, ForeignClass)
    return awaited(knowledge, result) if is_async and outside else result
