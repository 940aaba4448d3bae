"""The syntax of one Python module, and the names that it binds."""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from pro_context_engine.code_checks.python.syntax.bound_names import BoundNames, collect_globals, scope_of
from pro_context_engine.code_checks.python.syntax.text_searches import matches

MOST_IMPORTS = 100
"""The modules that are looked at among those that code imports."""

OUTSIDE = "__outside__"
"""The package around a module that is known alone; it has no modules."""

_UNSEEN = re.compile(
    r"(?:globals|vars|locals)\(\)\[[^\n]*\]\s*=[^=]|globals\(\)\.(?:update|setdefault|__setitem__)|= globals\(\)\s"
    r"|setattr\(sys\.modules|sys\.modules\[__name__\]\.__dict__|sys\.modules\[__name__\]\s*=[^=]"
    r"|=\s*sys\.modules\[__name__\]\s"
)
"""The ways in which a module binds names that its syntax does not show."""


_COMPUTED_MODULE = re.compile(r"sys\.modules\[(?!\s*(?:__name__|\"[^\"\n]*\"|'[^'\n]*')\s*\])[^\n=]*\]\s*=(?!=)")
"""A module that is registered under a computed name."""

_GLOBAL = re.compile(r"global ")
_MOST_INDENT = 200
_HANDED_ON = re.compile(r"[(,]\s*globals\(\)\s*[,)]")
_LISTING_WORDS = "dir enumerate filter items keys list map range reversed set sorted split tuple values vars zip"
_LISTING = frozenset(_LISTING_WORDS.split())
"""The functions whose results are names that the source has."""


class ImportPackage(NamedTuple):
    """A package of modules: the folder on the import path that has it, and its name there."""

    folder: Path
    name: str


@dataclass(eq=False)
class ModuleSyntax:
    """One parsed module.

    Attributes:
        name: dotted name.
        tree: its syntax.
        text: its source.
        is_package: whether it is the `__init__` of a package.
        path: its file, None for code that is no file.
        folder: the folder on the import path that has the file, None for code that is no file.
        beside: other import packages whose code may add members to its classes.
    """

    name: str
    tree: ast.Module
    text: str
    is_package: bool = False
    path: Path | None = None
    folder: Path | None = None
    beside: tuple[ImportPackage, ...] = ()
    _scopes: dict[int, BoundNames] = field(default_factory=dict, repr=False)

    @property
    def top(self) -> str:
        """Return the name of its import package."""
        return self.name.partition(".")[0]

    @property
    def package(self) -> ImportPackage | None:
        """Return its import package, None for code that is no file."""
        return ImportPackage(self.folder, self.top) if self.folder is not None else None

    @property
    def is_stub(self) -> bool:
        """Tell whether it is a stub, which has no bodies."""
        return self.path is not None and self.path.suffix == ".pyi"

    @cached_property
    def scope(self) -> BoundNames:
        """Return the names that the module binds."""
        scope = scope_of(self.tree.body)
        scope.is_dynamic = scope.is_dynamic or _UNSEEN.search(self.text) is not None
        if any(matches(_GLOBAL, self.text, _may_begin_statement)):
            collect_globals(self.tree, scope)
        return scope

    @cached_property
    def calls_with_names(self) -> tuple[ast.Call, ...]:
        """Return the calls that hand the names of the module on: `copy_names(other, globals())`."""
        if not _HANDED_ON.search(self.text):
            return ()
        found = (one for one in ast.walk(self.tree) if isinstance(one, ast.Call))
        return tuple(one for one in found if any(map(_is_globals, (*one.args, *(each.value for each in one.keywords)))))

    @cached_property
    def has_names_of_data(self) -> bool:
        """Tell whether a function binds names of the module that its source does not have.

        `for name in registry.names(): scope[name] = …` where `scope` is `globals()`.
        """
        if "globals()" not in self.text:
            return False
        assigned = [one for one in ast.walk(self.tree) if isinstance(one, ast.Assign)]
        scopes = {ast.unparse(target) for one in assigned if _is_globals(one.value) for target in one.targets}
        for loop in (one for one in ast.walk(self.tree) if isinstance(one, ast.For) and _calls(one.iter)):
            stored = (
                one for one in ast.walk(loop) if isinstance(one, ast.Subscript) and isinstance(one.ctx, ast.Store)
            )
            for one in stored:
                is_scope = _is_globals(one.value) or ast.unparse(one.value) in scopes
                if is_scope and not isinstance(one.slice, ast.Constant):
                    return True
        return False

    @cached_property
    def imported(self) -> list[str]:
        """Return the top-level modules that it imports; see `imported_modules`."""
        return imported_modules(self.tree)

    @cached_property
    def classes(self) -> tuple[ast.ClassDef, ...]:
        """Return the classes that it defines at its top level."""
        return tuple(one for one in self.tree.body if isinstance(one, ast.ClassDef))

    @cached_property
    def names_in_classes(self) -> frozenset[str]:
        """Return the names of all classes, and the names that their bodies bind."""
        classes = [one for one in ast.walk(self.tree) if isinstance(one, ast.ClassDef)]
        return frozenset(name for one in classes for name in (one.name, *scope_of(one.body).names))

    @cached_property
    def texts(self) -> frozenset[str]:
        """Return the constant texts in the code."""
        constants = (one.value for one in ast.walk(self.tree) if isinstance(one, ast.Constant))
        return frozenset(one for one in constants if isinstance(one, str))

    @cached_property
    def set_attributes(self) -> frozenset[str]:
        """Return the names of the attributes that the code sets on any object."""
        nodes = (one for one in ast.walk(self.tree) if isinstance(one, ast.Attribute))
        return frozenset(one.attr for one in nodes if isinstance(one.ctx, ast.Store))

    @cached_property
    def exported(self) -> dict[str, None]:
        """Return the names in `__all__`, in their order."""
        found: dict[str, None] = {}
        for binding in self.scope.names.get("__all__", ()):
            for one in ast.walk(binding.value) if binding.value is not None else ():
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    found[one.value] = None
        return found

    @cached_property
    def exports_no_more(self) -> bool:
        """Tell whether `__all__` is a list of constants, so that `import *` binds the names in it alone."""
        values = [one.value for one in self.scope.names.get("__all__", ())]
        listed = [one for one in values if isinstance(one, (ast.List, ast.Tuple))]
        constant = all(isinstance(item, ast.Constant) for one in listed for item in one.elts)
        return len(values) == 1 and len(listed) == 1 and constant and "__all__." not in self.text

    def may_register(self, name: str) -> bool:
        """Tell whether it may make a name importable as a module when it runs."""
        if _COMPUTED_MODULE.search(self.text):
            return True
        registers = "sys.modules" in self.text or "meta_path" in self.text
        return registers and re.search(rf"\b{name}\b", self.text) is not None

    def class_scope(self, node: ast.ClassDef) -> BoundNames:
        """Return the names that the body of a class binds."""
        found = self._scopes.get(id(node))
        if found is None:
            found = self._scopes[id(node)] = scope_of(node.body)
        return found

    def absolute(self, module: str) -> str:
        """Return the dotted name of a module that is imported here, perhaps by leading dots.

        Dots that lead out of what is known, as those of the checked code do, give a name that no package has.
        """
        rest = module.lstrip(".")
        dots = len(module) - len(rest)
        if not dots:
            return module
        parts = self.name.split(".")
        kept = parts[: max(0, len(parts) - (dots - 1 if self.is_package else dots))] or [OUTSIDE]
        return ".".join([*kept, *([rest] if rest else [])])


def _may_begin_statement(text: str, at: int) -> bool:
    """Tell whether a statement may begin at a place: at the start of a line, or behind `;` or `:`."""
    return text[max(0, at - _MOST_INDENT) : at].rstrip(" \t\f")[-1:] in ("", "\n", "\r", ";", ":")


def _is_globals(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "globals"


def _calls(node: ast.expr) -> bool:
    """Tell whether an expression calls something else than a function that only orders or lists."""
    calls = (one.func for one in ast.walk(node) if isinstance(one, ast.Call))
    return any((one.attr if isinstance(one, ast.Attribute) else ast.unparse(one)) not in _LISTING for one in calls)


def imported_parts(tree: ast.Module) -> dict[str, list[str]]:
    """Return the dotted names that code imports, by their top-level modules: those of modules, and of names in them."""
    found: dict[str, dict[str, None]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            found.setdefault(name.partition(".")[0], {})[name] = None
    return {top: list(names)[:MOST_IMPORTS] for top, names in found.items()}


def imported_modules(tree: ast.Module) -> list[str]:
    """Return the top-level modules that code imports, those of the standard library left out, each once."""
    found: dict[str, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(dict.fromkeys(alias.name.partition(".")[0] for alias in node.names))
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            found[node.module.partition(".")[0]] = None
    return [name for name in found if name not in sys.stdlib_module_names][:MOST_IMPORTS]
