"""The outcome of `__getattr__` for a name: its body is followed with the name as a constant, and never run.

The module is over 300 lines because each form of statement is one case of the same walk.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from pro_context_engine.code_checks.python.members.named_conditions import NamedConditions
from pro_context_engine.code_checks.python.syntax.definitions import are_items
from pro_context_engine.code_checks.python.syntax.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.syntax.parameters import positional_parameters
from pro_context_engine.code_checks.python.syntax.written_names import last_name
from pro_context_engine.code_checks.python.values import outside_classes
from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.known_values import (
    NONE,
    UNKNOWN,
    ClassValue,
    EnclosedFunction,
    ForeignClass,
    Instance,
    KnownText,
    KnownValue,
)
from pro_context_engine.code_checks.python.values.lookups import State

_MOST_STATEMENTS = 200
_LOOK_UPS = frozenset({"getattr", "get", "pop", "import_module", "__getattr__", "__getattribute__"})
_UNDECIDED = (State.DATA, State.UNRESOLVED)


@dataclass(slots=True)
class Outcome:
    """The effects that `__getattr__` may have for a name.

    Attributes:
        may_return: whether some path returns a value.
        is_sure: whether every path that is followed returns.
        is_data: whether it only returns items of the object's data.
        is_open: whether it makes a value of any name.
        value: the returned value, if it is known.
        warning: the text of a deprecation warning on the way, "" for none.
        is_of_items: whether it returns items of an object that decides itself which ones it has.
    """

    may_return: bool = False
    is_sure: bool = False
    is_data: bool = False
    is_open: bool = False
    value: KnownValue = UNKNOWN
    warning: str = ""
    is_of_items: bool = False


def outcome(
    knowledge: Knowledge, getter: EnclosedFunction, name: str, owner: ClassValue | None = None, depth: int = 0
) -> Outcome:
    """Return the outcome of a `__getattr__` for a name.

    Args:
        knowledge: the known modules.
        getter: the function.
        name: the asked name.
        owner: its class, None for that of a module.
        depth: the functions that lead to it.
    """
    module, node = getter.module, getter.node
    parameters = [one.arg for one in positional_parameters(node.args)]
    if not parameters:
        return Outcome(may_return=True)
    if node.returns is not None and re.search(r"\b(?:NoReturn|Never)\b", ast.unparse(node.returns)):
        # A call of what it returns raises an error, as a call of data does.
        return Outcome(may_return=True, is_data=True)
    walk = _NamedWalk(knowledge, module, owner, parameters, name)
    walk.known = dict(getter.names)
    walk.depth = depth
    falls = walk.block(node.body)
    returns = walk.returns
    if not returns and not (falls and not walk.raises):
        return Outcome(warning=walk.warning)
    data = bool(returns) and are_items(node, returns, parameters)
    sure = walk.is_certain and bool(returns)
    is_open = walk.is_handed_on or any(_uses(one, walk.parameter) and not _is_look_up(one) for one in returns)
    if owner is not None and not walk.raises:
        # What returns its object for a name, and refuses none, notes the name: `page.h1`.
        is_open = is_open or any(isinstance(one, ast.Name) and one.id == parameters[0] for one in returns)
    value = walk.value
    if value is UNKNOWN and node.returns is not None and owner is not None:
        value = knowledge.annotation(node.returns, module, owner, Instance(owner))
    return Outcome(True, sure, data, is_open, value, walk.warning, is_of_items=walk.is_of_items)


class _NamedWalk(NamedConditions):
    """Follows the statements of a function in which one parameter is a known string."""

    def __init__(
        self, knowledge: Knowledge, module: ModuleSyntax, owner: ClassValue | None, parameters: list[str], name: str
    ) -> None:
        self.parameter = parameters[-1]
        names: dict[str, KnownValue] = {self.parameter: KnownText(name)}
        if owner is not None and len(parameters) > 1:
            names[parameters[0]] = Instance(owner)
        super().__init__(knowledge, knowledge.walk(module, names, owner), name)
        self._left = _MOST_STATEMENTS
        self.getters: set[str] = set()
        self.made: set[str] = set()
        self.depth = 0
        self.returns: list[ast.expr] = []
        self.raises = False
        self.is_certain = True
        self.is_handed_on = False
        self.is_of_items = False
        self.value: KnownValue = UNKNOWN
        self.warning = ""

    def block(self, body: list[ast.stmt]) -> bool:
        """Follow statements; return whether their end may be reached."""
        return all(self._statement(one) for one in body)

    def _statement(self, node: ast.stmt) -> bool:
        self._left -= 1
        if self._left < 0:
            self.returns.append(ast.Name("unknown", ast.Load()))
            self.is_certain = False
            return False
        if isinstance(node, ast.Return):
            self._return(node)
            return False
        if isinstance(node, ast.Raise):
            self.raises = True
            return False
        if isinstance(node, ast.If):
            return self._branch(node)
        if isinstance(node, ast.Try):
            certain = self.is_certain
            end = self.block(node.body)
            self.is_certain = certain and not node.handlers
            handlers = [self.block(one.body) for one in node.handlers]
            return end or any(handlers)
        if isinstance(node, ast.For) and isinstance(node.iter, (ast.Tuple, ast.List)):
            return self._each(node, node.iter.elts)
        if isinstance(node, (ast.For, ast.While, ast.With)):
            self.is_certain = self.is_certain and isinstance(node, ast.With)
            return self.block(node.body) or not isinstance(node, ast.With)
        if isinstance(node, (ast.FunctionDef, ast.Import, ast.ImportFrom)):
            return True
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            self._note(node.value)
        elif isinstance(node, ast.Assign):
            self._assign(node)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self._assign(ast.Assign([node.target], node.value))
        return True

    def _each(self, node: ast.For, elements: list[ast.expr]) -> bool:
        """Follow a loop over listed things (`for one in (first, second): if hasattr(one, name): return …`)."""
        for element in elements:
            self._flow.bind(node.target, self._flow.value(element))
            if not self.block(node.body):
                return False
        return True

    def _assign(self, node: ast.Assign) -> None:
        """Note a name that is bound to text, or to an item of a known dictionary."""
        target, value = node.targets[0], node.value
        kept = self.constant(value.args[1]) if _is_or_else(value) and isinstance(value, ast.Call) else None
        if re.search(rf"([\"']){re.escape(self._name)}\1", self._flow.module.text):
            # The data may have another name for it.
            kept = None
        self._flow.statement(node)
        if not isinstance(target, ast.Name):
            return
        if isinstance(value, (ast.Dict, ast.Set, ast.List, ast.Tuple)):
            self.collections[target.id] = value
        if ast.unparse(value).endswith((".__getattribute__", ".__getattr__")):
            self.getters.add(target.id)
        text = self.constant(value) if kept is None else kept
        self.known.pop(target.id, None)
        if isinstance(text, str):
            self.known[target.id] = KnownText(text)
        if isinstance(value, ast.Call) and self._makes(value):
            self.made.add(target.id)
        has_name = self._has_name(value) if isinstance(value, ast.Call) else None
        if has_name is not None:
            self.present[target.id] = has_name
        if isinstance(value, ast.Call) and self._asks_for_name(value):
            # An object that is not known may have any name.
            receiver = self._flow.value(value.args[0])
            state = self._knowledge.member(receiver, self._name).state
            self.is_handed_on = self.is_handed_on or not _is_known(receiver) or state in _UNDECIDED
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "get":
            keys, key = self.keys(value.func.value), self.constant(value.args[0]) if value.args else None
            if keys is not None and isinstance(key, str) and len(value.args) == 1:
                self.present[target.id] = key in keys

    def _makes(self, node: ast.Call) -> bool:
        """Tell whether a call makes something of a path with the name, or is another function that gets the name."""
        if any(_is_text(one, self.parameter) for one in node.args):
            return True
        looks_up = ast.unparse(node.func).rpartition(".")[2] in _LOOK_UPS
        return not looks_up and any(isinstance(one, ast.Name) and one.id == self.parameter for one in node.args)

    def _asks_for_name(self, node: ast.Call) -> bool:
        """Tell whether a call is `getattr(x, name)`."""
        is_getattr = ast.unparse(node.func) == "getattr" and len(node.args) == 2
        return is_getattr and self.constant(node.args[1]) == self._name

    def _has_name(self, node: ast.Call) -> bool | None:
        """Tell for `getattr(x, name, None)` whether an object of the language has the name; None for any other call."""
        if not isinstance(node.func, ast.Name) or node.func.id != "getattr" or len(node.args) != 3:
            return None
        if ast.unparse(node.args[2]) != "None" or self.constant(node.args[1]) != self._name:
            return None
        receiver = self._flow.value(node.args[0])
        if isinstance(receiver, Instance) and isinstance(receiver.of, ForeignClass):
            members = outside_classes.members_of(receiver.of.name)
            return None if members is None else self._name in members
        return None

    def _handed_on(self, node: ast.Call) -> Outcome | None:
        """Return the outcome of another function of the module that gets the name alone, None for any other call."""
        if not isinstance(node.func, ast.Name) or len(node.args) != 1 or self.depth > 3:
            return None
        if self.constant(node.args[0]) != self._name:
            return None
        module = self._flow.module
        bindings = module.scope.names.get(node.func.id, [])
        if not bindings:
            return None
        plain = bindings[-1].node
        getter = (
            EnclosedFunction(module, plain)
            if isinstance(plain, ast.FunctionDef)
            else self._knowledge.made_function(module, bindings[-1])
        )
        return None if getter is None else outcome(self._knowledge, getter, self._name, depth=self.depth + 1)

    def _return(self, node: ast.Return) -> None:
        """Note the value of a `return`."""
        value = _without_cast(node.value)
        called = ast.unparse(value.func) if isinstance(value, ast.Call) else ""
        if called.endswith(("__getattribute__", ".__getattr__", "._getattr")) or called in self.getters:
            given = value.args[0] if isinstance(value, ast.Call) and len(value.args) > 1 else None
            asked = value.args[-1] if isinstance(value, ast.Call) and value.args else None
            is_own = asked is None or self.constant(asked) == self._name
            if is_own and (given is None or isinstance(given, ast.Name)):
                self.raises = True
                return
            # Another object is asked for the name, or the language for a name that is made of it.
            self.is_handed_on, self.is_certain = True, False
        if value is None or (isinstance(value, ast.Call) and self._return_look_up(value, called)):
            return
        if isinstance(value, ast.Subscript):
            self.is_certain = False
            holder = self._flow.value(value.value)
            if self._flow.owner is None and isinstance(holder, Instance) and isinstance(holder.of, ClassValue):
                self.is_of_items = True
        found = self._flow.value(value)
        self.value = found if not isinstance(found, Instance) or found.of else UNKNOWN
        self.returns.append(value)

    def _return_look_up(self, node: ast.Call, called: str) -> bool:
        """Note the result of a call that looks a name up elsewhere; return whether it is known."""
        handed = self._handed_on(node)
        if handed is not None:
            self.warning = self.warning or handed.warning
            if not handed.may_return:
                self.raises = True
                return True
            self.is_certain = self.is_certain and handed.is_sure
            self.value = handed.value
            self.returns.append(ast.Subscript(ast.Name("module", ast.Load()), ast.Name("name", ast.Load()), ast.Load()))
            return True
        if called != "getattr" or len(node.args) != 2:
            return False
        receiver, name = map(self._flow.value, node.args)
        if not isinstance(name, KnownText) or receiver is UNKNOWN:
            self.is_certain = False
            self.is_handed_on = self.is_handed_on or (isinstance(name, KnownText) and name.text == self._name)
            return False
        found = self._knowledge.member(receiver, name.text)
        if found.state is State.MISSING:
            self.raises = True
            return True
        self.value = found.value
        self.is_handed_on = self.is_handed_on or found.state in _UNDECIDED
        self.is_certain = self.is_certain and found.state is State.FOUND
        self.returns.append(node)
        return True

    def _branch(self, node: ast.If) -> bool:
        holds = self.truth(node.test)
        if holds is None:
            warning = self.warning
            ends = [self.block(node.body), self.block(node.orelse)]
            self.is_certain, self.warning = False, warning
            return any(ends)
        return self.block(node.body if holds else node.orelse)

    def _note(self, call: ast.Call) -> None:
        text = ast.unparse(call)
        written = [ast.unparse(one) for one in call.args[1:]]
        if ast.unparse(call.func) == "setattr" and written[:1] == [self.parameter] and set(written[1:]) & self.made:
            # An attribute is made of any name.
            self.is_handed_on = True
        if "warn" in ast.unparse(call.func).lower():
            # A name that is only looked up gives a warning for one reason.
            self.warning = text


def _without_cast(node: ast.expr | None) -> ast.expr | None:
    """Return an expression without a `cast` around it."""
    is_cast = isinstance(node, ast.Call) and last_name(node.func) == "cast"
    return node.args[1] if isinstance(node, ast.Call) and is_cast and len(node.args) == 2 else node


def _is_or_else(node: ast.expr) -> bool:
    """Tell whether an expression leaves a name as it is unless data have another one: `renamed.get(name, name)`."""
    is_get = isinstance(node, ast.Call) and last_name(node.func) == "get" and len(node.args) == 2
    return is_get and isinstance(node, ast.Call) and ast.unparse(node.args[0]) == ast.unparse(node.args[1])


def _is_known(value: KnownValue) -> bool:
    """Tell whether the members of a value are known: it is no mere `object()` that stands for something else."""
    of = value.of if isinstance(value, Instance) else value
    if isinstance(of, ForeignClass):
        return of.name != "builtins.object" and outside_classes.members_of(of.name) is not None
    return value is not UNKNOWN and value is not NONE


def _is_look_up(node: ast.expr) -> bool:
    """Tell whether an expression looks a name up in something: then an unknown name fails."""
    return isinstance(node, ast.Subscript) or (isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr")


def _is_text(node: ast.expr, parameter: str) -> bool:
    """Tell whether an argument is a path that ends with the asked name: `path + (name,)`."""
    last = node.right if isinstance(node, ast.BinOp) else node
    if isinstance(last, (ast.Tuple, ast.List)) and last.elts:
        last = last.elts[-1]
    return isinstance(last, ast.Name) and last.id == parameter and last is not node


def _uses(node: ast.expr, name: str) -> bool:
    return any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(node))
