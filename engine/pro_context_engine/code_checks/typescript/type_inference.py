"""The types that stand for the type parameters of a call, inferred from its arguments as far as these are followed.

A type parameter has the type of the argument that it is the type of, else that of the result of a function in an
argument. What a parameter says in a form that is not followed is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from pro_context_engine.code_checks.typescript.code_arguments import CodeArgument
from pro_context_engine.code_checks.typescript.declared_types import Either, Named, Type, TypeCall, View, Written
from pro_context_engine.code_checks.typescript.type_parameters import parameters_of, result_of, type_parameters
from pro_context_engine.code_checks.typescript.type_syntax import dotted, text_of
from pro_context_engine.code_checks.typescript.type_views import TypeViews
from pro_context_engine.sources.packages.npm.declarations.members import after_angles, parts, trimmed

_DEEPEST = 6
_DEEPEST_MEMBERS = 2
_MOST_MEMBERS = 60
_MOST_LINKS = 20
_NOTHING = frozenset({"null", "undefined", "void"})
_LISTS = frozenset({"Array", "ReadonlyArray", "Iterable", "Set", "ReadonlySet"})
_PROMISES = frozenset({"Promise", "PromiseLike"})


class CodeTypes(Protocol):
    """The types of arguments in code, None for unknown ones."""

    def type_of(self, argument: CodeArgument) -> Type | None:
        """Return the type of an argument that is no function."""
        ...

    def result_type_of(self, argument: CodeArgument) -> Type | None:
        """Return the type of the result of a function."""
        ...

    def values_in(self, argument: CodeArgument) -> Iterator[tuple[str, CodeArgument]]:
        """Yield the keys of an object, each with its value."""
        ...


def with_arguments(call: TypeCall, arguments: Sequence[CodeArgument], views: TypeViews, code: CodeTypes) -> TypeCall:
    """Return a call whose type parameters have the types that its arguments say."""
    names = frozenset(one.name for one in type_parameters(call.scope.scan, call.at, call.last)) - call.given.keys()
    parameters = parameters_of(replace(call, given=dict.fromkeys(names) | dict(call.given))) if names else None
    if not parameters or any(one.kind == "spread" for one in arguments):
        return call
    inference = _Inference(call, names, views, code)
    for parameter, argument in zip(parameters, arguments, strict=False):
        if not parameter.rest and isinstance(parameter.type, Written):
            inference.match_argument(parameter.type, argument, 0)
    found = inference.found()
    return replace(call, given={**call.given, **found}) if found else call


def with_explicit(call: TypeCall, explicit: Sequence[Type | None]) -> TypeCall:
    """Return a call whose type parameters have the types that the code writes."""
    names = [one.name for one in type_parameters(call.scope.scan, call.at, call.last)]
    return replace(call, given=dict(zip(names, explicit, strict=False))) if names else call


class _Inference:
    """The inference for one call."""

    def __init__(self, call: TypeCall, names: frozenset[str], views: TypeViews, code: CodeTypes) -> None:
        self._call = call
        self._names = names
        self._views = views
        self._code = code
        self._direct: dict[str, list[Type | None]] = {}
        self._results: dict[str, list[Type | None]] = {}

    def found(self) -> Mapping[str, Type]:
        """Return the types that are known: of arguments, else of the results of functions."""
        found: dict[str, Type] = {}
        for name in self._names:
            every = self._direct.get(name) or self._results.get(name) or []
            known = list({_identity(one): one for one in every if one is not None}.values())
            if known and None not in every:
                found[name] = known[0] if len(known) == 1 else Either(tuple(known))
        return found

    def match_argument(self, written: Written, argument: CodeArgument, depth: int) -> None:
        """Note the types that an argument gives to the type parameters in the type of its parameter."""
        written = self._resolved(written)
        if depth > _DEEPEST or not self._mentions(written):
            return
        if argument.kind == "function":
            self._match_function(written, argument)
        elif argument.kind == "object":
            view = self._views.view(written)
            for name, value in self._code.values_in(argument):
                for one in self._views.types_of(view.find(name)):
                    self.match_argument(one, value, depth + 1)
        elif argument.kind == "":
            self._match(written, self._code.type_of(argument), self._direct, depth)

    def _match_function(self, written: Written, argument: CodeArgument) -> None:
        """Note the types that the result of a function gives to the return type of its parameter."""
        calls = self._views.view(written).all_calls()
        result = result_of(calls[0]) if len(calls) == 1 else None
        if isinstance(result, Written) and self._mentions(result):
            self._match(result, self._code.result_type_of(argument), self._results, 0)

    def _match(self, written: Written, one: Type | None, into: dict[str, list[Type | None]], depth: int) -> None:
        """Note the types that stand for type parameters where a written type is a known one."""
        written = self._resolved(written)
        options = list(self._options(written))
        if depth > _DEEPEST or not options:
            return
        names = [name for each in options if (name := self._name_of(each))]
        if len(options) > 1:
            # `T | PromiseLike<T>` takes a promise of T too.
            others = [each for each in options if self._mentions(each) and not self._name_of(each)]
            view = self._views.view(one) if one is not None else View()
            if len(names) == 1 and len(others) <= 1:
                fits = others and (view.is_promise if self._is_promise(others[0]) else view.element is not None)
                self._match(others[0] if fits else options[self._place(options)], one, into, depth + 1)
            elif not names and len(others) == 1:
                self._match(others[0], one, into, depth + 1)
            return
        if names:
            into.setdefault(names[0], []).append(one)
        elif one is not None:
            self._match_inner(options[0], one, into, depth)

    def _match_inner(self, written: Written, one: Type, into: dict[str, list[Type | None]], depth: int) -> None:
        """Match the elements of an array, the result of a promise, type arguments, or members."""
        scan, first, last = written.scope.scan, written.first, written.last
        view = self._views.view(one)
        name, _ = dotted(scan, first, last)
        if scan.tokens[last - 1].text == "]" and last - first > 2 and scan.tokens[last - 2].text == "[":
            self._match(written.part(first, last - 2), view.element, into, depth + 1)
            return
        inner = _arguments_of(written)
        one = self._resolved(one) if isinstance(one, Written) else one
        same = _arguments_of(one) if isinstance(one, Written) else []
        if same and len(same) == len(inner) and name == _name_in(one):
            for mine, other in zip(inner, same, strict=True):
                if self._mentions(mine):
                    self._match(mine, other, into, depth + 1)
        elif name not in _LISTS | _PROMISES:
            self._match_members(written, view, into, depth)
        elif len(inner) == 1:
            is_same = view.is_promise == (name in _PROMISES)
            known = view.promised if name in _PROMISES else view.each
            self._match(inner[0], known if is_same else None, into, depth + 1)

    def _match_members(self, written: Written, view: View, into: dict[str, list[Type | None]], depth: int) -> None:
        """Match the properties of two types, and the results of their methods."""
        members = self._views.view(written).members if depth < _DEEPEST_MEMBERS else {}
        for name in list(members)[:_MOST_MEMBERS]:
            mine = next(self._views.types_of(members[name]), None)
            other = next(self._views.types_of(view.find(name)), None) if mine and self._mentions(mine) else None
            if mine is None or other is None:
                continue
            if _is_method(mine) and _is_method(other):
                results = [result_of(TypeCall(each.scope, each.first, each.last, each.known)) for each in (mine, other)]
                if isinstance(results[0], Written) and self._mentions(results[0]):
                    self._match(results[0], results[1], into, depth + 1)
            elif not _is_method(mine) and not _is_method(other):
                self._match(mine, other, into, depth + 1)

    def _options(self, written: Written) -> Iterator[Written]:
        """Yield the options of a union, without those that say nothing."""
        scan = written.scope.scan
        for one in parts(scan, *trimmed(scan, written.first, written.last), "|"):
            if text_of(scan, one.first, one.last) not in _NOTHING:
                first, last = trimmed(scan, one.first, one.last)
                while scan.tokens[first].text == "(" and scan.closing(first) == last - 1:
                    first, last = first + 1, last - 1
                yield written.part(first, last)

    def _place(self, options: Sequence[Written]) -> int:
        return next(place for place, one in enumerate(options) if self._name_of(one))

    def _is_promise(self, written: Written) -> bool:
        return written.scope.scan.tokens[written.first].text in _PROMISES

    def _name_of(self, written: Written) -> str:
        """Return the type parameter of the call that a type is, "" for any other type."""
        one = self._resolved(written)
        is_word = one.last == one.first + 1 and one.scope is self._call.scope
        text = one.scope.scan.tokens[one.first].text if is_word else ""
        return text if text in self._names and one.known.get(text) is None else ""

    def _mentions(self, written: Written, depth: int = 0) -> bool:
        """Tell whether a type names a type parameter of the call, by itself or by those that it stands for."""
        scan = written.scope.scan
        words = {token.text for token in scan.tokens[written.first : min(written.last, len(scan.tokens))]}
        if written.scope is self._call.scope and words & self._names:
            return True
        inner = (one for name, one in written.known.items() if name in words and isinstance(one, Written))
        return depth < _DEEPEST and any(self._mentions(one, depth + 1) for one in inner)

    def _resolved(self, written: Written) -> Written:
        """Return the type that a type stands for which is only the name of a type parameter."""
        for _ in range(_MOST_LINKS):
            scan = written.scope.scan
            first, last = trimmed(scan, written.first, written.last)
            known = written.known.get(scan.tokens[first].text) if last == first + 1 else None
            if not isinstance(known, Written) or known.at_least:
                break
            written = known
        return written


def _arguments_of(written: Written) -> list[Written]:
    """Return the type arguments of a named type, [] for any other type."""
    scan = written.scope.scan
    first, last = trimmed(scan, written.first, written.last)
    name, end = dotted(scan, first, last)
    if not name or end >= last or after_angles(scan, end, last) < last:
        return []
    return [written.part(one.first, one.last) for one in parts(scan, end + 1, last - 1, ",")]


def _identity(one: Type) -> tuple[object, ...]:
    """Return the same value for types that are written the same way."""
    if isinstance(one, Written):
        text = tuple(token.text for token in one.scope.scan.tokens[one.first : one.last])
        return one.scope.path, text
    return (one.target,) if isinstance(one, Named) and not one.arguments else (id(one),)


def _name_in(one: Type) -> str:
    return dotted(one.scope.scan, one.first, one.last)[0] if isinstance(one, Written) else ""


def _is_method(written: Written) -> bool:
    return written.scope.scan.tokens[written.first].text in ("(", "<")
