"""The check of the modules that code imports, and of the members of modules, classes and objects that it uses."""

from __future__ import annotations

import ast
import re
import sys
from functools import lru_cache

from pro_context_engine.code_checks.python import owning_packages, source_places
from pro_context_engine.code_checks.python.finding_notes import FindingNotes, Searched
from pro_context_engine.code_checks.python.members.member_lookups import MemberLookups
from pro_context_engine.code_checks.python.members.stub_sources import function_in_source
from pro_context_engine.code_checks.python.syntax import stated_deprecations
from pro_context_engine.code_checks.python.values.known_values import ClassValue, FunctionValue, KnownValue, ModuleValue
from pro_context_engine.code_checks.python.values.lookups import Lookup, State
from pro_context_engine.domain.code_findings import CodeUse, FindingKind

_LEAST_OPTIONS = 5
"""The names of the shortest list that counts as the options of an inner class."""


def is_known(notes: FindingNotes, module: str) -> bool:
    """Tell whether a module is one of a package whose files are at hand."""
    top = module.partition(".")[0]
    return top not in sys.stdlib_module_names and notes.knowledge.modules.exists(top)


def module_exists(notes: FindingNotes, name: str, node: ast.stmt | ast.alias) -> bool:
    """Tell whether an imported module exists, as far as its package is known; note one that the package lacks."""
    if not is_known(notes, name):
        return True
    top, *parts = name.split(".")
    notes.report.uses[top].looked_at += 1
    parent = top
    for part in parts:
        if not notes.knowledge.modules.exists(f"{parent}.{part}"):
            _note_missing_module(notes, parent, part, node)
            return False
        parent = f"{parent}.{part}"
    return True


def _note_missing_module(notes: FindingNotes, parent: str, part: str, node: ast.stmt | ast.alias) -> None:
    """Note a module that a package lacks; one that its code may make is not resolved."""
    place = source_places.place_of(notes.knowledge.code.text, node, part)
    found = notes.knowledge.module_member(parent, part)
    unresolved = found.state is State.UNRESOLVED and not _is_plain_package(notes, parent)
    module = notes.knowledge.modules.find(parent, source=True)
    made = module is not None and (module.may_register(part) or notes.knowledge.is_replaced(module, parent))
    if made:
        notes.report.guarded.add((place[0], part))
    if unresolved or made:
        notes.report.uses[parent.partition(".")[0]].unresolved += 1
    elif not notes.guards.covers("ImportError"):
        searched = Searched(parent, parent, notes.names_of_module(parent))
        notes.add(FindingKind.MISSING_MODULE, place, part, searched)


def _is_plain_package(notes: FindingNotes, name: str) -> bool:
    module = notes.knowledge.module(name)
    return module is not None and not module.scope.is_dynamic and not notes.knowledge.modules.mentions(module, name)


def note_member(
    notes: FindingNotes,
    node: ast.Attribute | ast.alias,
    receiver: KnownValue,
    found: Lookup,
    *,
    called: bool = False,
) -> None:
    """Note a member that is missing or deprecated.

    Args:
        notes: gets the finding.
        node: the attribute, or the import, that names it.
        receiver: the value whose member it is.
        found: the outcome of its search.
        called: whether the code calls it.
    """
    name = node.attr if isinstance(node, ast.Attribute) else node.name
    top = owning_packages.top_of(receiver, found)
    if top == notes.knowledge.code.name and found.state is State.FOUND:
        notes.report.existing.add((source_places.place(node, name)[0], name))
    if top is None or top == notes.knowledge.code.name:
        return
    missing = _is_missing(notes, name, found, top, is_set=isinstance(node, ast.Attribute), called=called)
    missing = missing or (called and found.node is None and notes.knowledge.refuses_calls(found.value))
    line, column = source_places.place(node, name)
    if found.state is State.FOUND or (found.state is State.UNRESOLVED and found.owner):
        notes.report.existing.add((line, name))
        notes.report.note_use(CodeUse(line, name, f"{found.owner or top}.{name}"))
    elif not missing:
        # A name that may exist, for instance one that code sets, is not missing for the type checker either.
        notes.report.guarded.add((line, name))
    in_module = isinstance(receiver, ModuleValue)
    owner = found.owner or top
    deprecated = None if missing else _deprecation(notes, found, of_class=isinstance(receiver, ClassValue))
    error = "AttributeError" if isinstance(node, ast.Attribute) else "ImportError"
    if missing and notes.guards.covers(error):
        notes.report.guarded.add((line, name))
    elif missing or deprecated is not None:
        kind = FindingKind.MISSING_NAME if in_module else FindingKind.MISSING_ATTRIBUTE
        kind = kind if missing else FindingKind.DEPRECATED
        known = notes.names_of_module(owner) if in_module else notes.names_of(receiver)
        notes.add(kind, (line, column), name, Searched(owner, owner, known), deprecated)


def _is_missing(notes: FindingNotes, name: str, found: Lookup, top: str, *, is_set: bool, called: bool) -> bool:
    """Tell whether a member is missing, and count the use.

    Args:
        notes: counts the use.
        name: of the member.
        found: the outcome of its search.
        top: the import package.
        is_set: whether statements of the code may set it.
        called: whether the code calls it.
    """
    missing = found.state is State.MISSING and not (is_set and name in notes.knowledge.code.set_attributes)
    if found.state is State.DATA:
        missing = called and name not in notes.knowledge.code.texts
    counts = notes.report.uses[top]
    counts.looked_at += 1
    counts.unresolved += not missing and found.state is not State.FOUND
    return missing


def _deprecation(notes: FindingNotes, found: Lookup, *, of_class: bool) -> stated_deprecations.Deprecated | None:
    if found.deprecation:
        return stated_deprecations.Deprecated(found.deprecation)
    if not found.in_package:
        return None
    if found.module is not None and found.node is not None:
        stated = stated_deprecations.of_definition(found.module, found.node, of_class=of_class)
        if stated is not None:
            return stated
    value = found.value
    if isinstance(value, ClassValue) and value.module is not notes.knowledge.code:
        return stated_deprecations.of_definition(value.module, value.node)
    if isinstance(value, FunctionValue) and value.module is not notes.knowledge.code:
        source = function_in_source(notes.knowledge, value) if value.module.is_stub else None
        for one in (value, source):
            stated = None
            if one is not None:
                stated = stated_deprecations.of_definition(one.module, one.nodes[-1], of_class=of_class)
            if stated is not None and (len(value.nodes) == 1 or one is source or not value.module.is_stub):
                return stated
    return None


def note_options(notes: FindingNotes, outer: ClassValue, node: ast.ClassDef) -> None:
    """Note the options in an inner class that the package of the outer class refuses."""
    found = None if node.bases else _known_options(notes.knowledge, outer, node.name)
    if found is None:
        return
    module, known = found
    searched = Searched(f"{module}.{node.name}", module, known)
    assigned = (one for one in node.body if isinstance(one, ast.Assign))
    for target in (target for one in assigned for target in one.targets):
        if isinstance(target, ast.Name) and not target.id.startswith("_") and target.id not in known:
            place = (target.lineno, target.col_offset + 1)
            notes.add(FindingKind.MISSING_ATTRIBUTE, place, target.id, searched)


def _known_options(knowledge: MemberLookups, outer: ClassValue, name: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the module that refuses unknown options of an inner class, and the options that it knows.

    Args:
        knowledge: the known modules.
        outer: the class that has the inner class.
        name: of the inner class.

    Returns:
        None where the package of no base says that it refuses unknown options.
    """
    for one in knowledge.mro(outer)[0]:
        package = one.module.package if isinstance(one, ClassValue) and one.module is not knowledge.code else None
        if package is not None:
            for path, text in knowledge.modules.texts(package, f"class {name}' got invalid"):
                if options := _constant_names(text):
                    parts = path.relative_to(package.folder).with_suffix("").parts
                    return ".".join(parts), options
            return None
    return None


@lru_cache(maxsize=16)
def _constant_names(text: str) -> tuple[str, ...]:
    """Return the strings of the longest constant collection of names in a module, () for none."""
    found: list[tuple[str, ...]] = []
    for node in ast.parse(text).body:
        value = node.value if isinstance(node, ast.Assign) else None
        if isinstance(value, (ast.Tuple, ast.List, ast.Set)):
            names = tuple(
                one.value for one in value.elts if isinstance(one, ast.Constant) and isinstance(one.value, str)
            )
            if len(names) == len(value.elts) >= _LEAST_OPTIONS and all(
                re.fullmatch(r"[a-z]\w*", name) for name in names
            ):
                found.append(names)
    return max(found, key=len, default=())
