"""The values of expressions; nothing is executed.

The module is over 300 lines because each form of expression is one case of the same walk.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from pro_context_engine.code_checks.python import calls
from pro_context_engine.code_checks.python.consumed_options import consumed_keys
from pro_context_engine.code_checks.python.filled_collections import (
    EMPTY_DICT,
    EMPTY_LIST,
    added_element,
    changes,
    filled_within,
    reads,
    with_element,
)
from pro_context_engine.code_checks.python.knowledge import Knowledge
from pro_context_engine.code_checks.python.known_values import (
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
    Union,
    options_of,
    union,
)
from pro_context_engine.code_checks.python.lookups import NOT_KNOWN, Lookup, State
from pro_context_engine.code_checks.python.made_classes import made_class
from pro_context_engine.code_checks.python.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.outside_classes import is_builtin_class
from pro_context_engine.code_checks.python.parameters import CallArguments, further_parameters, single_parameters
from pro_context_engine.code_checks.python.type_conditions import told_by
from pro_context_engine.code_checks.python.written_names import last_name

_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "__add__",
    ast.Sub: "__sub__",
    ast.Mult: "__mul__",
    ast.Div: "__truediv__",
    ast.BitAnd: "__and__",
    ast.BitOr: "__or__",
    ast.Mod: "__mod__",
    ast.Eq: "__eq__",
    ast.NotEq: "__ne__",
    ast.Lt: "__lt__",
    ast.LtE: "__le__",
    ast.Gt: "__gt__",
    ast.GtE: "__ge__",
    ast.RShift: "__rshift__",
    ast.MatMult: "__matmul__",
}


_READING_WORDS = "dict len bool set sorted list next iter str repr"
_READING = frozenset(_READING_WORDS.split())
"""The functions of the language that read a dictionary and keep nothing of it."""


class Expressions:
    """A walk along expressions.

    Args:
        world: the known modules.
        module: the module that has the statements.
        names: values of the names that are bound so far; the walk changes them.
        owner: the class that has the statements, None for none.

    Attributes:
        returned: the values of `return` statements.
        yielded: the values of `yield` expressions.
        forwards: the calls that further keyword arguments are handed to.
        taken: the further keyword arguments that the body itself takes.
        filled: the names of lists and dictionaries that the body fills.
        escaped: whether further keyword arguments go where they cannot be followed.
        refuses: whether a function that gets all of them refuses those that it does not know.
        tells_attributes: whether `names` has attributes (`self.ship`), whose class a condition told.
    """

    def __init__(
        self, world: Knowledge, module: ModuleSyntax, names: dict[str, KnownValue], owner: ClassValue | None = None
    ) -> None:
        self.world = world
        self.module = module
        self.names = names
        self.owner = owner
        self.returned: list[KnownValue] = []
        self.yielded: list[KnownValue] = []
        self.forwards: list[tuple[KnownValue, ast.Call]] = []
        self.taken: set[str] = set()
        self.stored: set[str] = set()
        self.filled: set[str] = set()
        self.escaped = False
        self.refuses = False
        self.tells_attributes = False

    # -- hooks of the check ------------------------------------------------------------------------------------------

    def on_member(self, node: ast.Attribute, receiver: KnownValue, found: Lookup) -> None:
        """Hear of a member that is looked for."""

    def on_call(self, node: ast.Call, called: KnownValue) -> None:
        """Hear of a call."""

    def on_definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        """Hear of a function or class within the body."""

    def tell(self, test: ast.expr, *, holds: bool) -> dict[str, KnownValue | None]:
        """Note the classes that a condition tells of names and attributes (`isinstance(one, Ship)`).

        Returns:
            The values before, None for those that were not bound.
        """
        before: dict[str, KnownValue | None] = {}
        for node, kind, is_of_kind in told_by(test, holds=holds):
            # The condition itself is walked along apart: its uses are noted once.
            silent = self.world.walk(self.module, dict(self.names), self.owner)
            silent.tells_attributes = self.tells_attributes
            found = silent.value(kind) if kind is not None else UNKNOWN
            heirs = [self._is_heir(one, found) for one in options_of(silent.value(node))]
            if any(heirs) if not is_of_kind else not (heirs and all(heirs)):
                name = ast.unparse(node)
                before.setdefault(name, self.names.get(name))
                # What a value may be that is not of a class is not known.
                of_kind = found if is_of_kind else UNKNOWN
                self.names[name] = Instance(of_kind) if isinstance(of_kind, (ClassValue, ForeignClass)) else UNKNOWN
                self.tells_attributes = self.tells_attributes or isinstance(node, ast.Attribute)
        return before

    def _forget(self, before: Mapping[str, KnownValue | None]) -> None:
        """Give names the values that they had before a condition told of them."""
        for name, value in before.items():
            if value is None:
                self.names.pop(name, None)
            else:
                self.names[name] = value

    def _told_in_turn(self, node: ast.BoolOp) -> Iterator[ast.expr]:
        """Yield the parts of a condition, each while that is told which the parts before it tell."""
        before: dict[str, KnownValue | None] = {}
        for one in node.values:
            yield one
            before = {**self.tell(one, holds=isinstance(node.op, ast.And)), **before}
        self._forget(before)

    def _is_heir(self, value: KnownValue, kind: KnownValue) -> bool:
        """Tell whether a value is known to be of a class that inherits from another one."""
        if not isinstance(value, Instance) or not isinstance(value.of, ClassValue) or not isinstance(kind, ClassValue):
            return False
        return any(isinstance(one, ClassValue) and one.node is kind.node for one in self.world.mro(value.of)[0])

    def bind(self, target: ast.expr, value: KnownValue) -> None:
        """Bind a target to a value."""
        if isinstance(target, ast.Name):
            self.names[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)):
            parts = _parts(value, len(target.elts)) or [calls.iterated(self.world, value)] * len(target.elts)
            for one, part in zip(target.elts, parts, strict=True):
                self.bind(one.value if isinstance(one, ast.Starred) else one, part)
        elif isinstance(target, ast.Attribute):
            self.names.pop(ast.unparse(target), None)
            self.value(target.value)
        elif isinstance(target, ast.Subscript):
            if self._is_forwarded(target.value):
                self._value_of_subscript(target)
                return
            self.value(target.value)
            self.value(target.slice)
            self.fill(target.value, value)

    def fill(self, node: ast.expr, element: KnownValue) -> None:
        """Add an element to the list or dictionary that a name stands for."""
        if isinstance(node, ast.Name) and node.id in self.names:
            is_known = node.id not in filled_within(self.module.tree)
            self.names[node.id] = with_element(self.names[node.id], element if is_known else UNKNOWN)
            self.filled.add(node.id)

    def _follow_filling(self, node: ast.Call) -> None:
        """Note the elements that a call adds to a list, and the lists that it hands on, to which others may add."""
        if isinstance(node.func, ast.Attribute) and changes(node):
            element = added_element(node)
            self.fill(node.func.value, self.value(element) if element is not None else UNKNOWN)
        elif not reads(node):
            for one in (*node.args, *(keyword.value for keyword in node.keywords)):
                if isinstance(one, ast.Name) and one.id in self.filled:
                    self.fill(one, UNKNOWN)

    def _test(self, node: ast.expr) -> None:
        """Evaluate a condition; a condition alone hands no further keyword arguments on."""
        if isinstance(node, ast.BoolOp):
            for one in self._told_in_turn(node):
                self._test(one)
        elif not self._is_forwarded(node):
            self.value(node)

    # -- expressions -------------------------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> KnownValue:
        """Return the value of an expression."""
        self.world.step()
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
                self.escaped = True
                return UNKNOWN
            return found
        if self.owner is not None and node.id in self.owner.module.class_scope(self.owner.node).names:
            bindings = self.owner.module.class_scope(self.owner.node).names[node.id]
            if self.module.scope.names.get(node.id) is None:
                return self.world.binding_value(self.owner.module, bindings, self.owner)
        scope = self.module.scope
        if node.id in scope.names:
            return self.world.binding_value(self.module, scope.names[node.id])
        if scope.stars:
            found_star = self.world.module_member(self.module.name, node.id, starred=True)
            if found_star.state is State.FOUND:
                return found_star.value
        return ForeignClass(f"builtins.{node.id}") if is_builtin_class(node.id) else UNKNOWN

    def _value_of_attribute(self, node: ast.Attribute) -> KnownValue:
        if isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "super":
            return self._super_member(node.attr)
        if self.tells_attributes and (told := self.names.get(ast.unparse(node))) is not None:
            return told
        receiver = UNKNOWN if self._is_forwarded(node.value) else self.value(node.value)
        if isinstance(receiver, ForeignClass) and receiver.name.partition(".")[0] != "builtins":
            return ForeignClass(f"{receiver.name}.{node.attr}")
        if isinstance(receiver, ModuleValue) and not self.world.modules.exists(receiver.name):
            return ForeignClass(f"{receiver.name}.{node.attr}")
        found = self.world.member(receiver, node.attr) if receiver is not UNKNOWN else NOT_KNOWN
        self.on_member(node, receiver, found)
        return found.value

    def _super_member(self, name: str) -> KnownValue:
        if self.owner is None:
            return UNKNOWN
        receiver = Instance(self.owner)
        for one in self.world.mro(self.owner)[0][1:]:
            if not isinstance(one, ClassValue):
                return UNKNOWN
            place = self.world.own_member(one, name, instance=False)
            if place is not None:
                return self.world.method_value(one, place[0], place[1], receiver)
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
            return self.world.annotation(node.args[0], self.module, self.owner)
        called = self.value(node.func)
        positional = [self._argument(called, place, one) for place, one in enumerate(node.args)]
        if any(isinstance(one, ast.Starred) for one in node.args):
            positional = []
        named: dict[str, KnownValue] = {}
        for keyword in node.keywords:
            if keyword.arg is not None:
                named[keyword.arg] = self.value(keyword.value)
            elif self._is_forwarded(keyword.value) or isinstance(self.value(keyword.value), Forwarded):
                self.forwards.append((called, node))
        self.on_call(node, called)
        self._follow_filling(node)
        made = made_class(self.world, self.module, called, node)
        return made or calls.returned(self.world, called, CallArguments(positional, named))

    def _argument(self, called: KnownValue, place: int, node: ast.expr) -> KnownValue:
        """Return the value of an argument by position; note the keys that a function takes out of further keywords."""
        keys = consumed_keys(called, place) if self._is_forwarded(node) else None
        if keys is None:
            return self.value(node.value if isinstance(node, ast.Starred) else node)
        self.taken |= keys
        self.refuses = True
        return UNKNOWN

    def _is_forwarded(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and isinstance(self.names.get(node.id), Forwarded)

    def _takes(self, node: ast.Call) -> bool:
        """Note the use that a call makes of further keyword arguments; tell whether it uses them."""
        func = node.func
        if isinstance(func, ast.Name) and func.id in _READING:
            return len(node.args) == 1 and not node.keywords and self._mentions(node.args[0])
        if not isinstance(func, ast.Attribute) or not self._is_forwarded(func.value):
            return False
        if func.attr in ("pop", "get", "setdefault") and node.args:
            name = node.args[0]
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                self.taken.add(name.value)
            else:
                self.escaped = True
        elif func.attr == "update":
            for keyword in node.keywords:
                self.value(keyword.value)
        elif func.attr in ("items", "values"):
            self.escaped = True
        return True

    def _mentions(self, node: ast.expr) -> bool:
        return any(isinstance(one, ast.Name) and self._is_forwarded(one) for one in ast.walk(node))

    def _value_of_subscript(self, node: ast.Subscript) -> KnownValue:
        if self._is_forwarded(node.value):
            if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
                self.taken.add(node.slice.value)
            else:
                self.escaped = True
            return UNKNOWN
        value = self.value(node.value)
        index = self.value(node.slice)
        return union(self._item(one, node, index) for one in options_of(value)) if value is not NONE else UNKNOWN

    def _item(self, value: KnownValue, node: ast.Subscript, index: KnownValue) -> KnownValue:
        if isinstance(value, ClassValue):
            given = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            arguments = (self.world.annotation(one, self.module, self.owner) for one in given)
            return ClassValue(value.module, value.node, tuple(arguments))
        if isinstance(value, ForeignClass):
            return value
        if isinstance(value, Instance) and isinstance(value.of, ForeignClass):
            return calls.item_of(value.of, is_slice=isinstance(node.slice, ast.Slice), value=value)
        if isinstance(value, Instance):
            found = self.world.member(value, "__getitem__")
            if found.state is State.FOUND:
                return calls.returned(self.world, found.value, CallArguments([index], index=node.slice))
            return calls.base_item(self.world, value)
        return UNKNOWN

    def _value_of_binop(self, node: ast.BinOp) -> KnownValue:
        return self._operation(node.op, self.value(node.left), self.value(node.right))

    def _value_of_compare(self, node: ast.Compare) -> KnownValue:
        if (
            isinstance(node.left, ast.Constant)
            and len(node.comparators) == 1
            and self._is_forwarded(node.comparators[0])
        ):
            if isinstance(node.left.value, str):
                self.taken.add(node.left.value)
            return UNKNOWN
        left = self.value(node.left)
        rights = [self.value(one) for one in node.comparators]
        return self._operation(node.ops[0], left, rights[0]) if len(rights) == 1 else UNKNOWN

    def _operation(self, operator: ast.AST, left: KnownValue, right: KnownValue) -> KnownValue:
        method = _OPERATORS.get(type(operator))
        if method is None:
            return UNKNOWN
        for one, other in ((left, right), (right, left)):
            if isinstance(one, Instance) and isinstance(one.of, ClassValue):
                found = self.world.member(one, method)
                given = CallArguments([other])
                return calls.returned(self.world, found.value, given) if found.state is State.FOUND else UNKNOWN
        if isinstance(left, Instance) and isinstance(right, Instance) and left.of == right.of:
            return left
        return UNKNOWN

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
        return calls.awaited(self.world, self.value(node.value))

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
            self.bind(one.target, calls.iterated(self.world, self.value(one.iter)))
            for test in one.ifs:
                self.value(test)
                self.tell(test, holds=True)

    def _value_of_yield(self, node: ast.Yield) -> KnownValue:
        self.yielded.append(self.value(node.value) if node.value is not None else NONE)
        return UNKNOWN


def _parts(value: KnownValue, count: int) -> list[KnownValue]:
    if isinstance(value, Union):
        return []
    if isinstance(value, Instance) and isinstance(value.of, ForeignClass) and value.of.name.lower().endswith("tuple"):
        return list(value.of.arguments) if len(value.of.arguments) == count else []
    return []
