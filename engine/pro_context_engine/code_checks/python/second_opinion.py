"""The judgement of the type checker's findings: only those count that the walk along the code cannot refute."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable

from pro_context_engine.code_checks.python.expected_misses import ExpectedMisses
from pro_context_engine.code_checks.python.finding_notes import Report
from pro_context_engine.code_checks.python.members.outside_attributes import heir_has, may_be_set
from pro_context_engine.code_checks.python.syntax.bound_names import scope_of
from pro_context_engine.code_checks.python.syntax.definitions import instance_attributes
from pro_context_engine.code_checks.python.syntax.module_syntax import ModuleSyntax, imported_modules
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules
from pro_context_engine.code_checks.python.type_checker import TypeFinding, types_in
from pro_context_engine.domain.code_findings import FindingKind

_OF_CLASSES = (FindingKind.MISSING_ATTRIBUTE, FindingKind.UNKNOWN_ARGUMENT)


class SecondOpinion:
    """Tell which package a finding of the type checker is surely about.

    Args:
        tree: the syntax of the code.
        report: the outcome of the walk along it.
        modules: the modules of all packages.
        tops: the import packages that are checked.
    """

    def __init__(self, tree: ast.Module, report: Report, modules: PackageModules, tops: frozenset[str]) -> None:
        self._report = report
        self._modules = modules
        self._checked = {top: module for top in sorted(tops) if (module := modules.find(top)) is not None}
        others = (modules.find(top) for top in imported_modules(tree) if top not in tops)
        self._others = [one for one in others if one is not None]
        self._own = [one for one in ast.walk(tree) if isinstance(one, ast.ClassDef)]

    def package_of(self, one: TypeFinding, expected: ExpectedMisses, line: str) -> str:
        """Return the import package that a finding is about, "" for a finding that does not count.

        Args:
            one: the finding.
            expected: the uses that the author of the code knows not to fit.
            line: the line of the code.
        """
        place = (one.line, one.name)
        if place in self._report.existing or place in self._report.guarded:
            return ""
        if expected.has(one.kind, one.line, one.name) or _is_of_language(line, one.name):
            return ""
        if not self._is_of_package(one) or self._is_of_others(one) or self._is_set_elsewhere(one):
            return ""
        if self._report.exhausted and any(self._modules.mentions(each, one.name) for each in self._checked.values()):
            # Without the walk, the type checker alone is no proof.
            return ""
        return self._package(one)

    def _is_of_package(self, one: TypeFinding) -> bool:
        """Tell whether a checked package defines the class, function or module that a finding names."""
        if one.kind is FindingKind.MISSING_MODULE:
            return self._lacks_module(one)
        if one.kind is FindingKind.MISSING_NAME:
            return one.owner.partition(".")[0] in self._checked
        if one.kind is FindingKind.MISSING_ATTRIBUTE:
            # Stubs leave private names out.
            names = types_in(one.owner)
            return (
                not one.name.startswith("_") and bool(names) and all(self._defining(f"class {name}") for name in names)
            )
        if one.kind is FindingKind.UNKNOWN_ARGUMENT:
            last = one.owner.replace(".__init__", "").replace(".__new__", "").split(".")
            return bool(last[0]) and bool(self._defining(f"class {last[0]}", f"def {last[-1]}"))
        return bool(self._defining(f"class {one.name}", f"def {one.name}"))

    def _lacks_module(self, one: TypeFinding) -> bool:
        """Tell whether a package surely lacks a module.

        Another distribution may bring a module of a namespace package, which has no module of its own.
        """
        module = self._modules.find(one.owner, source=True)
        is_known = module is not None and not module.may_register(one.name)
        return one.owner.partition(".")[0] in self._checked and is_known and not self._modules.exists(one.full_name)

    def _is_of_others(self, one: TypeFinding) -> bool:
        """Tell whether the class of a missing name may be one of the code or of an imported package not checked."""
        if one.kind not in _OF_CLASSES:
            return False
        own = {node.name for node in self._own}
        return any(
            name in own or _defines(self._modules, self._others, f"class {name}") for name in types_in(one.owner)
        )

    def _is_set_elsewhere(self, one: TypeFinding) -> bool:
        """Tell whether an heir of the class has a missing attribute, or the package sets it outside of the class.

        A value that is declared as one class may be of a class that inherits from it, in the package or in the code.
        """
        if one.kind is not FindingKind.MISSING_ATTRIBUTE:
            return False
        if any(one.name in instance_attributes(node) or one.name in scope_of(node.body).names for node in self._own):
            return True
        for name in types_in(one.owner):
            for top in self._defining(f"class {name}"):
                package = self._checked[top].package
                if package is not None and (
                    may_be_set(self._modules, package, name, one.name)
                    or heir_has(self._modules, package, name, one.name)
                ):
                    return True
        return False

    def _package(self, one: TypeFinding) -> str:
        """Return the import package that defines the owner in a finding, "" where several do."""
        top = one.owner.partition(".")[0]
        if top in self._checked:
            return top
        for name in (top, *sorted(types_in(one.owner)), one.owner.rpartition(".")[2], one.name):
            found = self._defining(f"class {name}", f"def {name}")
            if found:
                return found[0] if len(found) == 1 else ""
        return ""

    def _defining(self, *heads: str) -> list[str]:
        """Return the checked import packages in which a definition begins with one of these heads."""
        return [top for top, module in self._checked.items() if _defines(self._modules, [module], *heads)]


def _defines(modules: PackageModules, packages: Iterable[ModuleSyntax], *heads: str) -> bool:
    texts = ((head, text) for one in packages for head in heads for _, text in modules.texts(one.package, head))
    return any(f"{head}{mark}" in text for head, text in texts for mark in "(:[\n")


def _is_of_language(line: str, name: str) -> bool:
    """Tell whether a line asks a module of the standard library for a name (`tempfile.mktemp`)."""
    asked = re.findall(rf"(?<![\w.])(\w+)(?:\.\w+)*\.{re.escape(name)}\b", line)
    return any(one in sys.stdlib_module_names for one in asked)
