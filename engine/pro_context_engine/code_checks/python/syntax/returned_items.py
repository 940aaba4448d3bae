"""The functions that return items of the data of their object."""

from __future__ import annotations

import ast


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
