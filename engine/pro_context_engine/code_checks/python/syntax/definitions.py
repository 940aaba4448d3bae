"""The definitions of functions and classes: decorators, attributes that methods set, values that functions return."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from pro_context_engine.code_checks.python.syntax.bound_names import Binding, Definition
from pro_context_engine.code_checks.python.syntax.parameters import positional_parameters
from pro_context_engine.code_checks.python.syntax.written_names import callee, last_name

TRANSPARENT_WORDS = (
    "abstractmethod asynccontextmanager cache cached_property classmethod contextmanager coroutine deprecated"
    " final hybrid_property lru_cache memoized_property no_type_check override overload property"
    " runtime_checkable setter getter deleter staticmethod total_ordering dataclass dataclass_transform wraps"
    " unique"
)
TRANSPARENT = frozenset(TRANSPARENT_WORDS.split())

_RESTORING = frozenset({"__setstate__", "__copy__", "__deepcopy__", "__setattr__", "copy", "_copy", "_replace"})
_PLAIN_METACLASSES = ("type", "ABCMeta", "EnumMeta", "EnumType")


def decorator_names(node: Definition | ast.ClassDef) -> set[str]:
    """Return the last names of the decorators of a definition."""
    return {last_name(callee(one)) for one in node.decorator_list}


def first_parameter(method: Definition) -> str:
    """Return the name of the first parameter of a function, "" if it has none."""
    return next((one.arg for one in positional_parameters(method.args)), "")


@lru_cache(maxsize=1_024)
def instance_attributes(node: ast.ClassDef) -> dict[str, Binding]:
    """Return the attributes that the methods of a class set on `self`, each with its first or annotated place.

    An attribute that is None until `with` sets it has the place in `__enter__`.
    """
    found: dict[str, Binding] = {}
    for method in _statements(node):
        if not isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)) or not first_parameter(method):
            continue
        own = _own_names(method)
        for statement in _statements(method):
            for name, binding in _set_attributes(statement, own):
                known = found.get(name)
                entered = method.name in ("__enter__", "__aenter__") and known is not None and _is_none(known)
                if known is None or entered or (known.annotation is None and binding.annotation is not None):
                    found[name] = binding
    for statement in node.body:
        if isinstance(statement, ast.Assign) and any(ast.unparse(one) == "__slots__" for one in statement.targets):
            for one in ast.walk(statement.value):
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    found.setdefault(one.value, Binding(one.value, statement))
    return found


def _is_none(binding: Binding) -> bool:
    value = binding.value
    return binding.annotation is None and isinstance(value, ast.Constant) and value.value is None


@lru_cache(maxsize=1_024)
def sets_computed_names(node: ast.ClassDef) -> bool:
    """Tell whether the methods of a class set attributes on `self` whose names are data."""
    for method in node.body:
        if not isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)) or method.name in _RESTORING:
            continue
        own = first_parameter(method)
        # `for name in dir(self)` gives names that are there.
        there = {
            ast.unparse(one.target)
            for one in ast.walk(method)
            if isinstance(one, ast.For) and ast.unparse(one.iter) in (f"dir({own})", f"vars({own})")
        }
        if any(_sets_computed_name(one, own, there) for one in ast.walk(method)):
            return True
    return False


def sets_computed_methods(node: ast.ClassDef) -> bool:
    """Tell whether the methods of a class set attributes whose names are data and whose values can be called."""
    for method in node.body:
        if isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)):
            inside = list(ast.walk(method))
            if any(_is_namespace(one, first_parameter(method)) for one in inside):
                return True
            made = {one.name for one in inside if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))}
            sets = (one for one in inside if _sets_computed_name(one, first_parameter(method), set()))
            if any(_is_method(one.args[-1], made) for one in sets if isinstance(one, ast.Call)):
                return True
    return False


def _is_method(value: ast.expr, made: set[str]) -> bool:
    """Tell whether a value is a function: made here, bound by `MethodType`, or by `partial`."""
    if isinstance(value, ast.Call):
        return last_name(value.func) in ("MethodType", "partial")
    return isinstance(value, ast.Lambda) or (isinstance(value, ast.Name) and value.id in made)


def _is_namespace(node: ast.AST, own: str) -> bool:
    """Tell whether a target is the namespace of an object: `self.__dict__ = values`."""
    is_target = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    return is_target and ast.unparse(node) == f"{own}.__dict__"


def _sets_computed_name(node: ast.AST, own: str, there: set[str]) -> bool:
    """Tell whether a call or an assignment sets attributes of an object whose names are data.

    Args:
        node: `setattr(self, name, value)`, `self.__setattr__(name, value)`, `self.__dict__.update(values)`, or the
            target of `self.__dict__[name] = value` or of `self.__dict__ = values`.
        own: the name of the object.
        there: variables that have the names of attributes which are there.
    """
    if _is_namespace(node, own):
        return True
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
        return ast.unparse(node.value) == f"{own}.__dict__" and not isinstance(node.slice, ast.Constant)
    if not isinstance(node, ast.Call) or not node.args:
        return False
    called = ast.unparse(node.func)
    if called in (f"{own}.__dict__.update", f"vars({own}).update"):
        return True
    if called in (f"{own}.__setattr__", "super().__setattr__") or (_is_setter(node.func) and len(node.args) == 2):
        target, name = own, node.args[0]
    elif _plain_name(node.func).endswith("setattr") and len(node.args) > 1:
        target, name = ast.unparse(node.args[0]), node.args[1]
    else:
        return False
    return target == own and not isinstance(name, ast.Constant) and ast.unparse(name) not in there


def _is_setter(function: ast.expr) -> bool:
    """Tell whether a name stands for a setter that is bound to its object (`_setattr = super().__setattr__`)."""
    return isinstance(function, ast.Name) and function.id.endswith("setattr")


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements within a definition, and the calls that are statements by themselves.

    Other expressions set no attribute, and are nine of ten nodes.
    """
    waiting = [node]
    for one in waiting:
        yield one
        if isinstance(one, ast.Expr):
            yield from (inner for inner in ast.walk(one.value) if isinstance(inner, ast.Call))
            continue
        for parts in ("body", "orelse", "finalbody", "handlers", "cases"):
            waiting.extend(getattr(one, parts, ()))


def _own_names(method: Definition) -> set[str]:
    """Return the names of the object in a method: the first parameter, and the objects that it makes of its class."""
    first = first_parameter(method)
    names = {first}
    if method.name == "__new__" or "classmethod" in decorator_names(method):
        for one in _statements(method):
            if not isinstance(one, (ast.Assign, ast.AnnAssign)) or not isinstance(one.value, ast.Call):
                continue
            if _plain_name(one.value.func) in ("__new__", first):
                targets = one.targets if isinstance(one, ast.Assign) else [one.target]
                names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def _set_attributes(statement: ast.AST, own: set[str]) -> Iterator[tuple[str, Binding]]:
    if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        annotation = statement.annotation if isinstance(statement, ast.AnnAssign) else None
        for target in targets:
            if isinstance(target, (ast.Tuple, ast.List)):
                for one in ast.walk(target):
                    if isinstance(one, ast.Attribute):
                        yield one.attr, Binding(one.attr, statement)
            elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id in own:
                yield target.attr, Binding(target.attr, statement, statement.value, annotation)
    elif isinstance(statement, (ast.For, ast.AsyncFor)):
        yield from _named_in(statement.target, statement)
    elif isinstance(statement, (ast.With, ast.AsyncWith)):
        for item in statement.items:
            if item.optional_vars is not None:
                yield from _named_in(item.optional_vars, statement)
    elif isinstance(statement, ast.Call) and _plain_name(statement.func).endswith(("setattr", "__setattr__")):
        for argument in statement.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value, Binding(argument.value, ast.Expr(statement))


def _plain_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _named_in(target: ast.expr, statement: ast.stmt) -> Iterator[tuple[str, Binding]]:
    for one in ast.walk(target):
        if isinstance(one, ast.Attribute):
            yield one.attr, Binding(one.attr, statement)


def enclosing_method(of: ast.ClassDef, statement: ast.stmt) -> Definition | None:
    """Return the method of a class that has a statement, None for a statement of the class itself."""
    if statement in of.body:
        return None
    for one in of.body:
        if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)) and any(x is statement for x in ast.walk(one)):
            return one
    return None


def has_plain_metaclass(node: ast.ClassDef) -> bool:
    """Tell whether a class has no metaclass that may add members."""
    metaclass = next((one.value for one in node.keywords if one.arg == "metaclass"), None)
    return metaclass is None or last_name(metaclass) in _PLAIN_METACLASSES


def returns_own_parameter(node: Definition) -> bool:
    """Tell whether a decorator returns the function that it gets."""
    names = {one.arg for one in positional_parameters(node.args)}
    inner = [one for one in ast.walk(node) if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))]
    names |= {first_parameter(function) for function in inner}
    returns = [one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value is not None]
    defined = {one.name for one in inner}
    for one in ast.walk(node):
        # `typed = cast(Typed, function)` is the function itself.
        value = one.value if isinstance(one, ast.Assign) else None
        if isinstance(one, ast.Assign) and isinstance(value, ast.Call) and len(value.args) == 2:
            is_cast = last_name(value.func) == "cast"
            if is_cast and ast.unparse(value.args[1]) in names:
                names |= {target.id for target in one.targets if isinstance(target, ast.Name)}
    plain = [one for one in returns if not (isinstance(one, ast.Name) and one.id in defined)]
    return bool(plain) and all(isinstance(one, ast.Name) and one.id in names for one in plain)


def are_items(node: ast.FunctionDef, returns: list[ast.expr], parameters: list[str]) -> bool:
    """Tell whether a function returns only items of the object's data, or values that it makes of them.

    `value = self._data[name]` and then `return value`, or `return value(self)`, is such an item too.
    """
    making = [one for one in ast.walk(node) if isinstance(one, ast.Assign) and _calls_something(one.value)]
    targets = (target for one in making for target in one.targets)
    stored = {ast.unparse(one) for one in targets if isinstance(one, ast.Subscript)}
    if any(ast.unparse(one) in stored for one in returns):
        # `self._made[name] = Made(name)` makes the item itself.
        return False
    loops = {one.target.id for one in ast.walk(node) if isinstance(one, ast.For) and isinstance(one.target, ast.Name)}
    if all(_is_item(one, parameters, loops) for one in returns):
        return True
    assigned = [one for one in ast.walk(node) if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name)]
    items: dict[str, bool] = {}
    for one in assigned:
        has_item = any(_is_item(inner, parameters, loops) for inner in ast.walk(one.value)) or any(
            items.get(inner.id) for inner in ast.walk(one.value) if isinstance(inner, ast.Name)
        )
        name = one.targets[0].id  # type: ignore[attr-defined]
        items[name] = items.get(name, True) and has_item
    made = [one.func if isinstance(one, ast.Call) else one for one in returns]
    return all(
        _is_item(one, parameters, loops) or (isinstance(one, ast.Name) and items.get(one.id, False)) for one in made
    )


def _is_item(node: ast.AST, parameters: list[str], loops: set[str]) -> bool:
    """Tell whether an expression is an item of the object's data.

    `self[name]`, `self._data[name]`, or `one[name]` for each of its sources.
    """
    while isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        # `self._data[name][1]` is a part of an item.
        node = node.value
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Name):
        return False
    root = node.value
    while isinstance(root, ast.Attribute) or (isinstance(root, ast.Subscript) and isinstance(root.slice, ast.Constant)):
        # `self.__dict__["_data"][name]`
        root = root.value
    return isinstance(root, ast.Name) and root.id in {parameters[0], *loops} and node.slice.id == parameters[-1]


def _calls_something(node: ast.expr) -> bool:
    return any(isinstance(one, ast.Call) for one in ast.walk(node))
