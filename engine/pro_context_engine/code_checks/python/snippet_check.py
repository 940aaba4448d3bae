"""The findings in Python code: those of its own walk, and those of the type checker where that is installed."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pro_context_engine.code_checks import similar_names
from pro_context_engine.code_checks.python import python_check, type_checker
from pro_context_engine.code_checks.python.expected_misses import ExpectedMisses
from pro_context_engine.code_checks.python.second_opinion import SecondOpinion
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules
from pro_context_engine.code_checks.python.type_checker import TypeFinding
from pro_context_engine.domain.code_findings import ClosestName, CodeFinding, CodeUse, FindingKind, UseCounts
from pro_context_engine.domain.value_class import value_class


@value_class
class PythonFindings:
    """The findings, the uses of each import package, whether a bound ended the check, and the followed uses."""

    findings: tuple[CodeFinding, ...]
    uses: dict[str, UseCounts]
    exhausted: bool
    used: tuple[CodeUse, ...] = ()


def check_python(text: str, tree: ast.Module, folders: Sequence[Path], tops: frozenset[str]) -> PythonFindings:
    """Return the findings in Python code; the call blocks.

    Args:
        text: the code.
        tree: its syntax.
        folders: the packages folders, those of the checked packages first.
        tops: the import packages to check.
    """
    modules = PackageModules(folders)
    lines = text.split("\n")
    with ThreadPoolExecutor(1) as pool:
        typed = pool.submit(type_checker.findings, text, folders)
        report = python_check.check(text, tree, modules)
        expected = ExpectedMisses(text, tree, report.guarded_lines)
        found = {key: one for key, one in report.findings.items() if not expected.has(one.kind, one.line, one.name)}
        places = {(one.line, one.name) for one in found.values()}
        opinion = SecondOpinion(tree, report, modules, tops)
        for one in typed.result():
            package = opinion.package_of(one, expected, lines[one.line - 1])
            if package and (one.line, one.name) not in places:
                places.add((one.line, one.name))
                found[(one.line, one.column, one.name)] = _converted(one, package)
    return PythonFindings(tuple(found.values()), dict(report.uses), report.exhausted, tuple(report.used))


def _converted(one: TypeFinding, module: str) -> CodeFinding:
    names = similar_names.stated(one.text, one.name) if one.kind is FindingKind.DEPRECATED else []
    closest = similar_names.closest(one.name, names, names)
    owner = next(iter(sorted(type_checker.types_in(one.owner))), module)
    symbol = f"{one.owner}.{one.name}" if one.kind is FindingKind.MISSING_NAME else f"{owner}.{one.name}"
    names_meant = tuple(ClosestName(name) for name in closest)
    return CodeFinding(one.line, one.column, one.name, symbol, one.kind, module, owner, closest=names_meant)
