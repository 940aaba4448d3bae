"""The findings in Python code: those of its own walk, and those of the type checker where that is installed."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pro_context_engine.code_checks import similar_names
from pro_context_engine.code_checks.python import finding_notes, python_check, type_checker
from pro_context_engine.code_checks.python.definitions import instance_attributes
from pro_context_engine.code_checks.python.expected_misses import ExpectedMisses
from pro_context_engine.code_checks.python.module_syntax import imported_modules, scope_of
from pro_context_engine.code_checks.python.outside_attributes import heir_has, may_be_set
from pro_context_engine.code_checks.python.package_modules import PackageModules
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
    own_classes = frozenset(one.name for one in ast.walk(tree) if isinstance(one, ast.ClassDef))
    others = frozenset(imported_modules(tree)) - tops
    with ThreadPoolExecutor(1) as pool:
        typed = pool.submit(type_checker.findings, text, folders)
        report = python_check.check(text, tree, modules)
        expected = ExpectedMisses(text, tree, report.guarded_lines)
        found = {key: one for key, one in report.findings.items() if not expected.has(one.kind, one.line, one.name)}
        places = {(one.line, one.name) for one in found.values()}
        for one in typed.result():
            if (one.line, one.name) in places or not _is_ours(one, report, modules, tops):
                continue
            if expected.has(one.kind, one.line, one.name) or _is_set_elsewhere(one, tree, modules, tops):
                continue
            if _is_of_others(one, own_classes, modules, others):
                continue
            if report.exhausted and _is_mentioned(one.name, modules, tops):
                continue
            module = _module_of(one, modules, tops)
            if module:
                places.add((one.line, one.name))
                found[(one.line, one.column, one.name)] = _converted(one, module)
    return PythonFindings(tuple(found.values()), dict(report.uses), report.exhausted, tuple(report.used))


def _is_ours(one: TypeFinding, report: finding_notes.Report, modules: PackageModules, tops: frozenset[str]) -> bool:
    """Tell whether a finding of the type checker is about a checked package, and the walk does not know better."""
    if (one.line, one.name) in report.existing or (one.line, one.name) in report.guarded:
        return False
    owner = one.owner.strip("`")
    if one.kind is FindingKind.MISSING_MODULE:
        full = f"{owner}.{one.name}" if owner else one.name
        # Another distribution may bring a module of a namespace package, which has no module of its own.
        module = modules.find(owner, source=True)
        is_known = module is not None and not module.may_register(one.name)
        return full.partition(".")[0] in tops and is_known and not modules.exists(full)
    if one.kind is FindingKind.MISSING_NAME:
        return owner.partition(".")[0] in tops
    if one.kind is FindingKind.MISSING_ATTRIBUTE:
        names = type_checker.types_in(owner)
        if one.name.startswith("_"):
            # Stubs leave private names out.
            return False
        return bool(names) and all(_defines(modules, tops, f"class {name}") for name in names)
    if one.kind is FindingKind.UNKNOWN_ARGUMENT:
        last = owner.replace(".__init__", "").replace(".__new__", "").split(".")
        return bool(last[0]) and _defines(modules, tops, f"class {last[0]}", f"def {last[-1]}")
    return _defines(modules, tops, f"class {one.name}", f"def {one.name}")


def _is_set_elsewhere(one: TypeFinding, tree: ast.Module, modules: PackageModules, tops: frozenset[str]) -> bool:
    """Tell whether a heir of the class has a missing attribute, or the package sets it outside of the class.

    A value that is declared as one class may be of a class that inherits from it, in the package or in the code.
    """
    if one.kind is not FindingKind.MISSING_ATTRIBUTE:
        return False
    classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    if any(one.name in instance_attributes(node) or one.name in scope_of(node.body).names for node in classes):
        return True
    for name in type_checker.types_in(one.owner.strip("`")):
        for module in map(modules.find, _defining(modules, tops, name)):
            package = module.package if module is not None else None
            if package is None:
                continue
            if may_be_set(modules, package, name, one.name) or heir_has(modules, package, name, one.name):
                return True
    return False


def _is_of_others(
    one: TypeFinding, own_classes: frozenset[str], modules: PackageModules, others: frozenset[str]
) -> bool:
    """Tell whether the class of a missing name may be one of the code or of an imported package not checked."""
    if one.kind not in (FindingKind.MISSING_ATTRIBUTE, FindingKind.UNKNOWN_ARGUMENT):
        return False
    names = type_checker.types_in(one.owner.strip("`"))
    return any(name in own_classes or _defines(modules, others, f"class {name}") for name in names)


def _is_mentioned(name: str, modules: PackageModules, tops: frozenset[str]) -> bool:
    """Tell whether a name stands in a checked package: without the walk, the type checker alone is no proof."""
    found = (modules.find(top) for top in tops)
    return any(module is not None and modules.mentions(module, name) for module in found)


def _defines(modules: PackageModules, tops: frozenset[str], *heads: str) -> bool:
    return any(f"{head}{mark}" in text for text in _texts(modules, tops) for head in heads for mark in "(:[\n")


def _texts(modules: PackageModules, tops: frozenset[str]) -> Iterator[str]:
    for module in filter(None, map(modules.find, tops)):
        yield from (text for _, text in modules.texts(module.package))


def _defining(modules: PackageModules, tops: frozenset[str], name: str) -> list[str]:
    """Return the import packages that define a class or function."""
    heads = (f"class {name}", f"def {name}")
    return [top for top in sorted(tops) if _defines(modules, frozenset({top}), *heads)]


def _module_of(one: TypeFinding, modules: PackageModules, tops: frozenset[str]) -> str:
    """Return the import package that a finding is about, "" where several may be meant."""
    top = one.owner.partition(".")[0]
    if top in tops:
        return top
    named = [top, *sorted(type_checker.types_in(one.owner)), one.owner.rpartition(".")[2], one.name]
    found = next((found for name in named if (found := _defining(modules, tops, name))), [])
    return found[0] if len(found) == 1 else ""


def _converted(one: TypeFinding, module: str) -> CodeFinding:
    names = similar_names.stated(one.text, one.name) if one.kind is FindingKind.DEPRECATED else []
    closest = similar_names.closest(one.name, names, names)
    owner = next(iter(sorted(type_checker.types_in(one.owner))), module)
    symbol = f"{one.owner}.{one.name}" if one.kind is FindingKind.MISSING_NAME else f"{owner}.{one.name}"
    names_meant = tuple(ClosestName(name) for name in closest)
    return CodeFinding(one.line, one.column, one.name, symbol, one.kind, module, owner, closest=names_meant)
