"""The values of expressions; nothing is executed."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from pro_context_engine.code_checks.python.syntax.parameters import further_parameters, single_parameters
from pro_context_engine.code_checks.python.syntax.written_names import last_name
from pro_context_engine.code_checks.python.values import calls, operators
from pro_context_engine.code_checks.python.values.call_arguments import CallArguments
from pro_context_engine.code_checks.python.values.consumed_options import consumed_keys
from pro_context_engine.code_checks.python.values.filled_collections import EMPTY_DICT, EMPTY_LIST
from pro_context_engine.code_checks.python.values.known_values import (
    NONE,
    UNKNOWN,
    ClassValue,
    ForeignClass,
    Forwarded,
    Instance,
    KnownText,
    KnownValue,
    ModuleValue,
    Returning,
    options_of,
    union,
)
from pro_context_engine.code_checks.python.values.language_results import FUNCTIONS
from pro_context_engine.code_checks.python.values.lookups import NOT_KNOWN, Lookup, State
from pro_context_engine.code_checks.python.values.made_classes import made_class
from pro_context_engine.code_checks.python.values.outside_classes import is_builtin_class
from pro_context_engine.code_checks.python.values.walked_names import WalkedNames


class Expressions(WalkedNames):
    """A walk along expressions."""

    # -- hooks of the check ------------------------------------------------------------------------------------------

    def on_member(self, node: ast.Attribute, receiver: KnownValue, found: Lookup) -> None:
        """Hear of a member that is looked for."""

    def on_call(self, node: ast.Call, called: KnownValue) -> None:
        """Hear of a call."""

    def on_definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        """Hear of a function or class within the body."""

    # -- expressions -------------------------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> KnownValue:
        """Return the value of an expression."""
        self.knowledge.step()
        method = getattr(self, f"_value_of_{type(node).__name__.lower()}", None)
        if method is not None:
            found: KnownValue = method(node)
            return found
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.value(child)
        return UNKNOWN

    def _value_of_constant(self, node: ast.Constant) -> KnownValue:
        if node.value is None:
            return NONE
        if isinstance(node.value, str):
            return KnownText(node.value)
        return Instance(ForeignClass(f"builtins.{type(node.value).__name__}")) if node.value is not ... else UNKNOWN

    def _value_of_name(self, node: ast.Name) -> KnownValue:
        if node.id in self.names:
            found = self.names[node.id]
            if isinstance(found, Forwarded):
                self.keywords.escaped = True
                return UNKNOWN
            return found
        if self.owner is not None and node.id in self.owner.module.class_scope(self.owner.node).names:
            bindings = self.owner.module.class_scope(self.owner.node).names[node.id]
            if self.module.scope.names.get(node.id) is None:
                return self.knowledge.binding_value(self.owner.module, bindings, self.owner)
        scope = self.module.scope
        if node.id in scope.names:
            return self.knowledge.binding_value(self.module, scope.names[node.id])
        if scope.stars:
            found_star = self.knowledge.module_member(self.module.name, node.id, starred=True)
            if found_star.state is State.FOUND:
                return found_star.value
        is_known = is_builtin_class(node.id) or (node.id in FUNCTIONS and not scope.stars)
        return ForeignClass(f"builtins.{node.id}") if is_known else UNKNOWN

    def _value_of_attribute(self, node: ast.Attribute) -> KnownValue:
        if isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "super":
            return self._super_member(node.attr)
        if self.tells_attributes and (told := self.names.get(ast.unparse(node))) is not None:
            return told
        receiver = UNKNOWN if self._is_forwarded(node.value) else self.value(node.value)
        if isinstance(receiver, ForeignClass) and receiver.name.partition(".")[0] != "builtins":
            return ForeignClass(f"{receiver.name}.{node.attr}")
        if isinstance(receiver, ModuleValue) and not self.knowledge.modules.exists(receiver.name):
            return ForeignClass(f"{receiver.name}.{node.attr}")
        found = self.knowledge.member(receiver, node.attr) if receiver is not UNKNOWN else NOT_KNOWN
        self.on_member(node, receiver, found)
        return found.value

    def _super_member(self, name: str) -> KnownValue:
        if self.owner is None:
            return UNKNOWN
        receiver = Instance(self.owner)
        bases, sure = self.knowledge.mro(self.owner)
        for one in bases[1:] if sure else ():
            if not isinstance(one, ClassValue):
                return UNKNOWN
            place = self.knowledge.own_member(one, name, instance=False)
            if place is not None:
                return self.knowledge.method_value(one, place[0], place[1], receiver)
        return UNKNOWN

    def _value_of_call(self, node: ast.Call) -> KnownValue:
        if self._takes(node):
            for one in node.args:
                if not self._is_forwarded(one):
                    self.value(one)
            if len(node.args) == 2 and isinstance(node.func, ast.Attribute) and node.func.attr in ("pop", "get"):
                return self.value(node.args[1])
            return Forwarded(0) if ast.unparse(node.func).endswith((".copy", "dict")) else UNKNOWN
        if last_name(node.func) == "cast" and len(node.args) == 2 and not node.keywords:
            self.value(node.args[1])
            return self.knowledge.annotation(node.args[0], self.module, self.owner)
        called = self.value(node.func)
        positional = [self._argument(called, place, one) for place, one in enumerate(node.args)]
        if any(isinstance(one, ast.Starred) for one in node.args):
            positional = []
        named: dict[str, KnownValue] = {}
        for keyword in node.keywords:
            if keyword.arg is not None:
                named[keyword.arg] = self.value(keyword.value)
            elif self._is_forwarded(keyword.value) or isinstance(self.value(keyword.value), Forwarded):
                self.keywords.forwards.append((called, node))
        self.on_call(node, called)
        self._follow_filling(node)
        made = made_class(self.knowledge, self.module, called, node)
        return made or calls.returned(self.knowledge, called, CallArguments(positional, named))

    def _argument(self, called: KnownValue, place: int, node: ast.expr) -> KnownValue:
        """Return the value of an argument by position; note the keys that a function takes out of further keywords."""
        keys = consumed_keys(called, place) if self._is_forwarded(node) else None
        if keys is None:
            return self.value(node.value if isinstance(node, ast.Starred) else node)
        self.keywords.taken |= keys
        self.keywords.refuses = True
        return UNKNOWN

    def _value_of_subscript(self, node: ast.Subscript) -> KnownValue:
        if self._is_forwarded(node.value):
            self.keywords.take(node.slice)
            return UNKNOWN
        value = self.value(node.value)
        index = self.value(node.slice)
        return union(self._item(one, node, index) for one in options_of(value)) if value is not NONE else UNKNOWN

    def _item(self, value: KnownValue, node: ast.Subscript, index: KnownValue) -> KnownValue:
        if isinstance(value, ClassValue):
            given = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            arguments = (self.knowledge.annotation(one, self.module, self.owner) for one in given)
            return ClassValue(value.module, value.node, tuple(arguments))
        if isinstance(value, ForeignClass):
            described = self.knowledge.annotation(node, self.module, self.owner)
            is_same = isinstance(described, Instance) and described.of.name == value.name
            return described.of if is_same and isinstance(described, Instance) else value
        if isinstance(value, Instance) and isinstance(value.of, ForeignClass):
            return calls.item_of(value.of, is_slice=isinstance(node.slice, ast.Slice), value=value)
        if isinstance(value, Instance):
            found = self.knowledge.member(value, "__getitem__")
            if found.state is State.FOUND:
                return calls.returned(self.knowledge, found.value, CallArguments([index], index=node.slice))
            return calls.base_item(self.knowledge, value)
        return UNKNOWN

    def _value_of_binop(self, node: ast.BinOp) -> KnownValue:
        return operators.operated(self.knowledge, node.op, self.value(node.left), self.value(node.right))

    def _value_of_compare(self, node: ast.Compare) -> KnownValue:
        if (
            isinstance(node.left, ast.Constant)
            and len(node.comparators) == 1
            and self._is_forwarded(node.comparators[0])
        ):
            if isinstance(node.left.value, str):
                self.keywords.taken.add(node.left.value)
            return UNKNOWN
        left = self.value(node.left)
        rights = [self.value(one) for one in node.comparators]
        return operators.operated(self.knowledge, node.ops[0], left, rights[0]) if len(rights) == 1 else UNKNOWN

    def _value_of_boolop(self, node: ast.BoolOp) -> KnownValue:
        values = [self.value(one) for one in self._told_in_turn(node)]
        return union(values) if isinstance(node.op, ast.Or) else values[-1]

    def _value_of_unaryop(self, node: ast.UnaryOp) -> KnownValue:
        if self._is_forwarded(node.operand):
            return UNKNOWN
        value = self.value(node.operand)
        return value if isinstance(node.op, (ast.Invert, ast.USub)) and isinstance(value, Instance) else UNKNOWN

    def _value_of_ifexp(self, node: ast.IfExp) -> KnownValue:
        self._test(node.test)
        before = self.tell(node.test, holds=True)
        value = self.value(node.body)
        self._forget(before)
        before = self.tell(node.test, holds=False)
        other = self.value(node.orelse)
        self._forget(before)
        return union([value, other])

    def _value_of_await(self, node: ast.Await) -> KnownValue:
        return calls.awaited(self.knowledge, self.value(node.value))

    def _value_of_namedexpr(self, node: ast.NamedExpr) -> KnownValue:
        value = self.value(node.value)
        self.bind(node.target, value)
        return value

    def _value_of_lambda(self, node: ast.Lambda) -> KnownValue:
        before = dict(self.names)
        for one in (*single_parameters(node.args), *further_parameters(node.args)):
            self.names[one.arg] = UNKNOWN
        value = self.value(node.body)
        self.names = before
        return Returning(value)

    def _value_of_list(self, node: ast.List | ast.Set) -> KnownValue:
        found = [self.value(one) for one in node.elts]
        kind = "list" if isinstance(node, ast.List) else "set"
        if not found:
            return EMPTY_LIST
        return Instance(ForeignClass(f"builtins.{kind}", (union(found),)))

    _value_of_set = _value_of_list

    def _value_of_tuple(self, node: ast.Tuple) -> KnownValue:
        return Instance(ForeignClass("builtins.tuple", tuple(self.value(one) for one in node.elts)))

    def _value_of_dict(self, node: ast.Dict) -> KnownValue:
        forwarded = False
        values: list[KnownValue] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None and self._is_forwarded(value):
                forwarded = True
                continue
            if key is not None:
                self.value(key)
            values.append(self.value(value))
        if forwarded:
            return Forwarded(0)
        return Instance(ForeignClass("builtins.dict", (UNKNOWN, union(values)))) if node.keys else EMPTY_DICT

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> KnownValue:
        before = dict(self.names)
        self._generators(node.generators)
        element = self.value(node.elt)
        self.names = before
        return Instance(ForeignClass("builtins.list", (element,)))

    _value_of_listcomp = _value_of_setcomp = _value_of_generatorexp = _comprehension

    def _value_of_dictcomp(self, node: ast.DictComp) -> KnownValue:
        before = dict(self.names)
        self._generators(node.generators)
        key, value = self.value(node.key), self.value(node.value)
        self.names = before
        return Instance(ForeignClass("builtins.dict", (key, value)))

    def _generators(self, generators: Sequence[ast.comprehension]) -> None:
        for one in generators:
            self.bind(one.target, calls.iterated(self.knowledge, self.value(one.iter)))
            for test in one.ifs:
                self.value(test)
                self.tell(test, holds=True)

    def _value_of_yield(self, node: ast.Yield) -> KnownValue:
        self.yielded.append(self.value(node.value) if node.value is not None else NONE)
        return UNKNOWN

    def _value_of_yieldfrom(self, node: ast.YieldFrom) -> KnownValue:
        self.yielded.append(calls.iterated(self.knowledge, self.value(node.value)))
        return UNKNOWN
