"""The keyword arguments that a callable accepts, those that it hands on to others included."""

from __future__ import annotations

import ast
from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from pro_context_engine.code_checks.python.field_arguments import field_constructor
from pro_context_engine.code_checks.python.further_arguments import hands_all_on, refuses_rest
from pro_context_engine.code_checks.python.members.member_lookups import MemberLookups
from pro_context_engine.code_checks.python.members.stub_sources import function_in_source
from pro_context_engine.code_checks.python.syntax.definitions import decorator_names
from pro_context_engine.code_checks.python.syntax.written_names import is_class_name
from pro_context_engine.code_checks.python.values.call_arguments import required_parameters
from pro_context_engine.code_checks.python.values.consumed_options import listed_options
from pro_context_engine.code_checks.python.values.function_bodies import body_of
from pro_context_engine.code_checks.python.values.known_values import (
    UNKNOWN,
    ClassValue,
    ForeignClass,
    Forwarded,
    FunctionValue,
    Instance,
    KnownValue,
    Union,
    union,
)
from pro_context_engine.code_checks.python.values.lookups import State
from pro_context_engine.code_checks.python.values.made_objects import constructor, makes_other_class, stand_ins
from pro_context_engine.code_checks.python.values.overloads import with_fitting_overloads

_MOST_HOPS = 8


@dataclass(slots=True)
class Accepted:
    """The keyword arguments of a callable.

    Attributes:
        names: the accepted names, each with the function that declares it.
        is_open: whether it may accept others.
        required: the parameters that every call must give, in their order; [] where that is not sure.
        function: the function that takes the arguments, None if it is not known.
    """

    names: dict[str, FunctionValue] = field(default_factory=dict)
    is_open: bool = False
    required: list[str] = field(default_factory=list)
    function: FunctionValue | None = None


def accepted(
    knowledge: MemberLookups, called: KnownValue, call: ast.Call | None = None, hops: int = 0
) -> Accepted | None:
    """Return the keyword arguments that a callable accepts, None if it is not known.

    Args:
        knowledge: the known modules.
        called: a class, a function or an instance.
        call: the call, whose arguments may replace a callable that the function calls.
        hops: the functions that hand their further keyword arguments on to it.
    """
    if hops > _MOST_HOPS:
        return None
    if isinstance(called, Union):
        found = [accepted(knowledge, one, call, hops) for one in called.options]
        known = [one for one in found if one is not None]
        if len(known) != len(found) or not known:
            return None
        names = {name: function for one in known for name, function in one.names.items()}
        return Accepted(names, any(one.is_open for one in known), [], known[0].function)
    if isinstance(called, ClassValue):
        if makes_other_class(knowledge, called):
            return Accepted(is_open=True)
        function = constructor(knowledge, called) or _made_of_fields(knowledge, called)
        others = [constructor(knowledge, one) or UNKNOWN for one in stand_ins(knowledge, called) or ()]
        return accepted(knowledge, union([function, *others]), call, hops) if function else None
    if isinstance(called, Instance) and isinstance(called.of, ClassValue):
        member = knowledge.member(called, "__call__")
        return accepted(knowledge, member.value, call, hops + 1) if member.state is State.FOUND else None
    return _of_function(knowledge, called, call, hops) if isinstance(called, FunctionValue) else None


def _made_of_fields(knowledge: MemberLookups, called: ClassValue) -> FunctionValue | None:
    """Return the constructor that a decorator makes of the fields of a package's class, None for any other class."""
    is_own = called.module is knowledge.code or called.module.is_stub
    return field_constructor(knowledge, called) if called.node.decorator_list and not is_own else None


def _of_function(
    knowledge: MemberLookups, function: FunctionValue, call: ast.Call | None, hops: int
) -> Accepted | None:
    result = Accepted(function=function)
    whole = function
    if call is not None and len(function.nodes) > 1:
        function = with_fitting_overloads(function, call)
    # A name that another overload has is known too.
    for node in (*function.nodes, *whole.nodes):
        for one in (*node.args.args, *node.args.kwonlyargs):
            result.names.setdefault(one.arg, whole)
    for node in function.nodes:
        for decorator in node.decorator_list:
            if not knowledge.keeps_arguments(function.module, decorator):
                return None
            for name in knowledge.names_added_by(function.module, decorator):
                result.names.setdefault(name, whole)
            if isinstance(decorator, ast.Call):
                for name in _strings_in(decorator):
                    result.names.setdefault(name, whole)
    rest = [node for node in function.nodes if node.args.kwarg is not None]
    overloaded = len(function.nodes) > 1
    if rest and not hops and call is not None and all(one.arg in result.names for one in call.keywords):
        # What becomes of further arguments says nothing about a call that gives none.
        result.is_open = True
    elif rest and not (overloaded and _declares_all(function)):
        result.is_open = _follow(knowledge, function, call, hops, result.names)
    if function.module.is_stub and (not rest or _is_of_code(knowledge, function.receiver)):
        result.is_open = _add_source(knowledge, function, call, hops, result.names) or result.is_open
    if not overloaded:
        result.required = required_parameters(function)
    return result


def _add_source(
    knowledge: MemberLookups, function: FunctionValue, call: ast.Call | None, hops: int, names: dict[str, FunctionValue]
) -> bool:
    """Add the arguments that the source behind a stub takes too; tell whether it may accept others.

    For an object of the checked code, its overriding methods count.
    """
    source = function_in_source(knowledge, function)
    if source is None or source.nodes[-1].args.kwarg is None:
        return False
    bound = FunctionValue(source.module, source.nodes, source.owner, function.receiver)
    found = accepted(knowledge, bound, call, hops + 1)
    for name, taker in found.names.items() if found is not None else ():
        names.setdefault(name, taker)
    return found is None or found.is_open


def _declares_all(function: FunctionValue) -> bool:
    """Tell whether the overloads name every argument, and only the implementation has `**kwargs`."""
    *overloads, last = function.nodes
    return "overload" not in decorator_names(last) and all(node.args.kwarg is None for node in overloads)


def _strings_in(node: ast.AST) -> list[str]:
    found = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str))
    return [one for one in found if one.isidentifier()]


def _follow(
    knowledge: MemberLookups, function: FunctionValue, call: ast.Call | None, hops: int, names: dict[str, FunctionValue]
) -> bool:
    """Add the keyword arguments that a function hands on; tell whether it may accept others."""
    node = function.nodes[-1]
    kwarg = node.args.kwarg
    if kwarg is not None and kwarg.annotation is not None and "Unpack[" in ast.unparse(kwarg.annotation):
        is_open = _add_typed_dict(knowledge, function, kwarg.annotation, names)
        if is_open or not _is_of_code(knowledge, function.receiver):
            return is_open
    if function.module.is_stub:
        source = function_in_source(knowledge, function)
        if source is None:
            return True
        function, node = source, source.nodes[-1]
        kwarg = node.args.kwarg
        for one in (*node.args.args, *node.args.kwonlyargs):
            names.setdefault(one.arg, function)
    if kwarg is None:
        return False
    listed = listed_options(node, kwarg.arg)
    if listed is not None:
        names |= {name: names.get(name, function) for name in listed}
        return False
    rest = body_of(knowledge, function, {}, Forwarded(id(node))).keywords
    for name in rest.taken:
        names.setdefault(name, function)
    for stored in () if hands_all_on(knowledge, node, rest.forwards) else rest.stored:
        found = _stored_forwards(knowledge, function, stored)
        if found is None:
            return True
        rest.forwards += found
    if rest.escaped or not (rest.forwards or rest.taken or rest.refuses or refuses_rest(node, kwarg.arg)):
        return True
    given = {one.arg: one.value for one in (call.keywords if call else ()) if one.arg is not None}
    if any(name in rest.taken and is_class_name(value) for name, value in given.items()):
        return True
    parameters = {one.arg for one in (*node.args.args, *node.args.kwonlyargs)}
    return _add_forwarded(knowledge, rest.forwards, parameters.intersection(given), hops, names)


def _add_forwarded(
    knowledge: MemberLookups,
    forwards: Sequence[tuple[KnownValue, ast.Call]],
    replaced: Set[str],
    hops: int,
    names: dict[str, FunctionValue],
) -> bool:
    """Add the keyword arguments of the functions that further ones are handed on to; tell whether they accept others.

    Args:
        knowledge: the known modules.
        forwards: these functions, each with its call.
        replaced: the parameters for which the caller gives functions of its own.
        hops: see `accepted`.
        names: where they are added.
    """
    is_open = False
    for callee, forwarding in forwards:
        if ast.unparse(forwarding.func) in replaced:
            return True
        found = accepted(knowledge, callee, forwarding, hops + 1)
        if found is None or isinstance(callee, ForeignClass):
            return True
        given = {one.arg for one in forwarding.keywords}
        for name, owner in found.names.items():
            if name not in given:
                names.setdefault(name, owner)
        is_open = is_open or found.is_open
    return is_open


def _stored_forwards(
    knowledge: MemberLookups, function: FunctionValue, stored: str
) -> list[tuple[KnownValue, ast.Call]] | None:
    """Return the calls that get further keyword arguments from an attribute, None if it is used in another way.

    Args:
        knowledge: the known modules.
        function: the method that stores them.
        stored: the attribute, as the method writes it (`self._options`).
    """
    if function.owner is None or not stored.startswith("self.") or "." in stored[5:]:
        return None
    forwards: list[tuple[KnownValue, ast.Call]] = []
    for method in function.owner.node.body:
        if not isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        inside = [one for one in ast.walk(method) if isinstance(one, ast.expr)]
        loads = [one for one in inside if isinstance(one, ast.Attribute) and ast.unparse(one) == stored]
        loads = [one for one in loads if isinstance(one.ctx, ast.Load)]
        used = [
            one
            for one in inside
            if isinstance(one, ast.Call) and any(k.arg is None and ast.unparse(k.value) == stored for k in one.keywords)
        ]
        if len(loads) != len(used):
            return None
        if used:
            body = body_of(
                knowledge, FunctionValue(function.module, (method,), function.owner, Instance(function.owner)), {}
            )
            forwards += [(body.value(one.func), one) for one in used]
    return forwards or None


def _is_of_code(knowledge: MemberLookups, receiver: KnownValue | None) -> bool:
    """Tell whether an object is of a class of the checked code, whose methods may take more than they override."""
    of = receiver.of if isinstance(receiver, Instance) else None
    return isinstance(of, ClassValue) and of.module is knowledge.code


def _add_typed_dict(
    knowledge: MemberLookups, function: FunctionValue, annotation: ast.expr, names: dict[str, FunctionValue]
) -> bool:
    """Add the keys of the typed dictionary that a function unpacks; tell whether they are not known."""
    inner = annotation.slice if isinstance(annotation, ast.Subscript) else None
    value = knowledge.annotation(inner, function.module, function.owner) if inner is not None else UNKNOWN
    fields = value.of if isinstance(value, Instance) else None
    if not isinstance(fields, ClassValue):
        return True
    for one in knowledge.mro(fields)[0]:
        if isinstance(one, ClassValue):
            for name in one.module.class_scope(one.node).names:
                names.setdefault(name, function)
    return False
