"""The texts that a function works with, of which one parameter is a known string."""

from __future__ import annotations

import ast

from pro_context_engine.code_checks.python.values.body_walk import BodyWalk
from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.known_values import KnownText, KnownValue

_OF_TEXT = frozenset({"isupper", "islower", "isdigit", "isalpha", "isidentifier", "lower", "upper"})


class NamedTexts:
    """Gives constants and the strings of collections, as far as the syntax tells them.

    Args:
        knowledge: the known modules.
        flow: the walk along the function, in which names have values.
    """

    def __init__(self, knowledge: Knowledge, flow: BodyWalk) -> None:
        self._knowledge = knowledge
        self._flow = flow
        self.known: dict[str, KnownValue] = {}
        self.collections: dict[str, ast.expr] = {}

    def constant(self, node: ast.expr) -> object:
        """Return the constant that an expression is: text, mostly; None where it is not known."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Tuple):
            found = tuple(self.constant(one) for one in node.elts)
            return found if all(isinstance(one, str) for one in found) else None
        if isinstance(node, ast.JoinedStr):
            parts = [self.constant(one.value if isinstance(one, ast.FormattedValue) else one) for one in node.values]
            return "".join(map(str, parts)) if all(isinstance(one, str) for one in parts) else None
        if isinstance(node, (ast.Subscript, ast.Call)):
            return self.of_text(node)
        if isinstance(node, ast.Name) and node.id == "__name__":
            return self._flow.module.name
        if isinstance(node, ast.Name) and isinstance(self.known.get(node.id), KnownText):
            return self.known[node.id].text  # type: ignore[attr-defined]
        value = self._flow.value(node)
        return value.text if isinstance(value, KnownText) else None

    def of_text(self, node: ast.Subscript | ast.Call) -> object:
        """Return a character of a known text (`name[0]`) or the result of its method, else the text of the value."""
        if isinstance(node, ast.Subscript):
            text, place = self.constant(node.value), node.slice
            if isinstance(text, str) and isinstance(place, ast.Constant) and isinstance(place.value, int):
                return text[place.value : place.value + 1]
        elif isinstance(node.func, ast.Attribute) and node.func.attr in _OF_TEXT and not node.args:
            text = self.constant(node.func.value)
            if isinstance(text, str):
                return getattr(text, node.func.attr)()
        value = self._flow.value(node)
        return value.text if isinstance(value, KnownText) else None

    def keys(self, node: ast.expr) -> frozenset[str] | None:
        """Return the strings of a literal collection, or of a name that is bound to one; None if they are not known."""
        found = self._collection(node)
        if isinstance(found, ast.Call) and isinstance(found.func, ast.Attribute):
            return self.keys(found.func.value) if found.func.attr in ("keys", "items") else None
        if isinstance(found, (ast.DictComp, ast.SetComp)):
            return self._made_keys(found)
        if not isinstance(found, (ast.Dict, ast.Set, ast.List, ast.Tuple)):
            return None
        nodes = found.keys if isinstance(found, ast.Dict) else found.elts
        keys = [one.value if isinstance(one, ast.Constant) else None for one in nodes]
        return frozenset(key for key in keys if isinstance(key, str)) if None not in keys else None

    def _collection(self, node: ast.expr) -> ast.expr | None:
        """Return the expression behind names, and without a call that makes a collection of another one."""
        module = self._flow.module
        for _ in range(4):
            is_copy = isinstance(node, ast.Call) and ast.unparse(node.func) in ("frozenset", "set", "tuple", "list")
            if isinstance(node, ast.Call) and is_copy and node.args:
                node = node.args[0]
            if not isinstance(node, ast.Name):
                break
            if node.id in self.collections:
                node = self.collections[node.id]
                continue
            bindings = module.scope.names.get(node.id, [])
            if node.id in self._flow.names or len(bindings) != 1:
                return None
            binding = bindings[0]
            if binding.member:
                other = self._knowledge.module(module.absolute(binding.module))
                if other is None:
                    return None
                module, node = other, ast.Name(binding.member, ast.Load())
            elif binding.value is not None:
                node = binding.value
            else:
                return None
        return node

    def _made_keys(self, node: ast.DictComp | ast.SetComp) -> frozenset[str] | None:
        """Return the strings of a comprehension over constants: `{f"module:{x}": … for x in ("a", "b")}`."""
        loop = node.generators[0]
        if len(node.generators) > 1 or loop.ifs or not isinstance(loop.target, ast.Name):
            return None
        items = self.keys(loop.iter)
        made = node.key if isinstance(node, ast.DictComp) else node.elt
        if items is None:
            return None
        found: set[str] = set()
        for item in items:
            self.known[loop.target.id] = KnownText(item)
            key = self.constant(made)
            if not isinstance(key, str):
                return None
            found.add(key)
        return frozenset(found)
