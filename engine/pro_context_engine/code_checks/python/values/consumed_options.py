"""The keys that functions take out of a dictionary of options before they refuse the others."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pro_context_engine.code_checks.python.syntax.bound_names import Definition
from pro_context_engine.code_checks.python.values.call_arguments import unbound_parameters
from pro_context_engine.code_checks.python.values.known_values import FunctionValue, KnownValue

_TAKING = frozenset({"pop", "get", "setdefault"})


def consumed_keys(called: KnownValue, position: int) -> frozenset[str] | None:
    """Return the keys that a function takes out of a dictionary, None where it does not refuse every other key.

    Args:
        called: the function.
        position: that of the dictionary among the arguments of the call.
    """
    if not isinstance(called, FunctionValue) or called.module.is_stub:
        return None
    node = called.nodes[-1]
    parameters = unbound_parameters(called, node)
    name = parameters[position].arg if position < len(parameters) else ""
    if not name or not any(_refuses(one, name) for one in node.body):
        return None
    taken = [keys for one in ast.walk(node) for keys in _taken(one, name)]
    used = {id(place) for place, _ in taken}
    whole = {id(one) for part in node.body if _refuses(part, name) for one in ast.walk(_refused(part))}
    loads = [one for one in ast.walk(node) if isinstance(one, ast.Name) and one.id == name]
    # A dictionary that is given to other code may have keys that this code takes.
    if any(keys is None for _, keys in taken) or any(id(one) not in used | whole for one in loads):
        return None
    return frozenset(key for _, keys in taken for key in keys or ())


def listed_options(node: Definition, kwarg: str) -> frozenset[str] | None:
    """Return the list of names outside of which a function refuses its further keyword arguments, None for no list.

    Generated clients have such a list: `for key in …kwargs…: if key not in names: raise`.

    Args:
        node: the function.
        kwarg: the name of its further keyword arguments.
    """
    for loop in node.body:
        if not isinstance(loop, ast.For) or not _names(loop.iter, kwarg) or not isinstance(loop.body[0], ast.If):
            continue
        test, refused = loop.body[0].test, loop.body[0].body[-1]
        is_check = (
            isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.NotIn) and isinstance(refused, ast.Raise)
        )
        if is_check and isinstance(test, ast.Compare) and isinstance(test.comparators[0], ast.Name):
            return _listed(node, test.comparators[0].id)
    return None


def _names(node: ast.expr, kwarg: str) -> bool:
    """Tell whether an expression names further keyword arguments, perhaps as `locals()["kwargs"]`."""
    return any(kwarg in (getattr(one, "id", None), getattr(one, "value", None)) for one in ast.walk(node))


def _listed(node: Definition, name: str) -> frozenset[str] | None:
    """Return the constants of a list that a function makes, None for a list that has others too."""
    found: set[str] = set()
    for one in node.body:
        parts: list[ast.expr] = []
        if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == name:
            parts = [one.value]
        elif isinstance(one, ast.Expr) and isinstance(one.value, ast.Call):
            parts = one.value.args if ast.unparse(one.value.func).partition(".")[0] == name else []
        for part in (inner for each in parts for inner in getattr(each, "elts", [each])):
            if not isinstance(part, ast.Constant) or not isinstance(part.value, str):
                return None
            found.add(part.value)
    return frozenset(found) or None


def _refuses(statement: ast.stmt, name: str) -> bool:
    """Tell whether a statement raises an error for a key that is left: `if options: raise`, or a loop that ends so."""
    if isinstance(statement, ast.If):
        return ast.unparse(statement.test) == name and isinstance(statement.body[-1], ast.Raise)
    if not isinstance(statement, ast.For):
        return False
    return ast.unparse(statement.iter) in (name, f"{name}.keys()", f"list({name})") and isinstance(
        statement.body[-1], ast.Raise
    )


def _refused(statement: ast.stmt) -> ast.Module:
    """Return the parts of a refusing statement that name the dictionary: its test, and the error that it raises."""
    assert isinstance(statement, ast.If | ast.For)  # noqa: S101 - `_refuses` has told so
    subject = statement.test if isinstance(statement, ast.If) else statement.iter
    return ast.Module(body=[ast.Expr(subject), statement.body[-1]], type_ignores=[])


def _taken(node: ast.AST, name: str) -> Iterator[tuple[ast.expr, set[str] | None]]:
    """Yield a use of the dictionary with the keys that it takes, None for keys that are not known."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if ast.unparse(node.func.value) == name:
            yield node.func.value, _strings(node.args[0]) if node.func.attr in _TAKING and node.args else None
    elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == name:
        yield node.value, _strings(node.slice)
    elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In) and ast.unparse(node.comparators[0]) == name:
        yield node.comparators[0], _strings(node.left)


def _strings(node: ast.expr) -> set[str] | None:
    """Return the texts in an expression, None where it has none."""
    return {one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)} or None
