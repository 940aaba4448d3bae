"""`setup.py`: the requirements that its call of `setup` names as plain lists; the file is parsed and never run."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.domain.versions.python_ranges import plain_range
from pro_context_engine.libraries.project.manifest_documents import Table, table, texts
from pro_context_engine.libraries.project.markers import Interpreter
from pro_context_engine.libraries.project.requirements import Requirement, python_requirements

_DEEPEST = 10
_MOST_VALUES = 100_000


@value_class
class SetupScript:
    """One `setup.py`.

    Attributes:
        arguments: the arguments of its call of `setup`, as far as they are texts, lists and tables of these.
    """

    arguments: Table

    @classmethod
    def read(cls, content: bytes) -> SetupScript:
        """Return the content of a file; one that is malformed is empty."""
        return cls(_arguments(content) if content else {})

    def requirements(self, python: Interpreter) -> list[Requirement]:
        """Return the project's requirements, those that are always needed first."""
        always = _requirements(self.arguments.get("install_requires"), python, "")
        extras = table(self.arguments.get("extras_require")).items()
        return [*always, *(found for group, value in extras for found in _requirements(value, python, group))]

    def requires_python(self) -> str:
        """Return the required versions of Python in the notation of PEP 440, "" if none are required."""
        required = self.arguments.get("python_requires")
        return (plain_range(required) or "") if isinstance(required, str) else ""

    def own_name(self) -> str:
        """Return the project's own name as it is written, "" if it has none."""
        name = self.arguments.get("name")
        return name if isinstance(name, str) else ""


def parse_module(content: bytes) -> ast.Module | None:
    """Return the syntax tree of a module, None if it is malformed."""
    try:
        return ast.parse(content.decode("utf-8-sig", "replace"))
    except (SyntaxError, ValueError, RecursionError, MemoryError, SystemError):
        return None


def _arguments(content: bytes) -> Table:
    module = parse_module(content)
    if module is None:
        return {}
    names = {
        target.id: node.value
        for node in module.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    written = _WrittenValues(names)
    found: dict[str, object] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and _is_setup(node.func):
            for keyword in node.keywords:
                value = written.value(keyword.value)
                found.update({keyword.arg: value} if keyword.arg else table(value))
    return found


def _is_setup(called: ast.expr) -> bool:
    name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
    return name == "setup"


class _WrittenValues:
    """The values that expressions write out, all together at most a hundred thousand.

    Names that stand for lists of names can mean far more than a file has characters.
    """

    def __init__(self, names: Mapping[str, ast.expr]) -> None:
        """Record the expressions that names of the module are bound to."""
        self._names = names
        self._left = _MOST_VALUES

    def value(self, node: ast.expr, depth: int = 0) -> object:
        """Return the text, list or table that an expression writes out, None for anything else."""
        self._left -= 1
        if depth > _DEEPEST or self._left < 0:
            return None
        if isinstance(node, ast.Name):
            return self.value(self._names[node.id], depth + 1) if node.id in self._names else None
        if isinstance(node, ast.List | ast.Tuple):
            return [self.value(item, depth + 1) for item in node.elts if self._left > 0]
        if isinstance(node, ast.Dict):
            return dict(self._entries(node, depth + 1))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            parts = [self.value(side, depth + 1) for side in (node.left, node.right)]
            return [item for part in parts if isinstance(part, list) for item in part]
        return node.value if isinstance(node, ast.Constant) else None

    def _entries(self, node: ast.Dict, depth: int) -> Iterator[tuple[str, object]]:
        for key, value in zip(node.keys, node.values, strict=True):
            if self._left > 0 and isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, self.value(value, depth)


def _requirements(value: object, python: Interpreter, group: str) -> Iterator[Requirement]:
    return python_requirements(value.splitlines() if isinstance(value, str) else texts(value), python, group)
