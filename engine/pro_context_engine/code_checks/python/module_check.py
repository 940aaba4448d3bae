"""The check of the modules that code imports."""

from __future__ import annotations

import ast
import sys

from pro_context_engine.code_checks.python import source_places
from pro_context_engine.code_checks.python.finding_notes import FindingNotes, Searched
from pro_context_engine.code_checks.python.values.lookups import State
from pro_context_engine.domain.code_findings import FindingKind


def is_known(notes: FindingNotes, module: str) -> bool:
    """Tell whether a module is one of a package whose files are at hand."""
    top = module.partition(".")[0]
    return top not in sys.stdlib_module_names and notes.world.modules.exists(top)


def module_exists(notes: FindingNotes, name: str, node: ast.stmt, alias: ast.alias | None) -> bool:
    """Note a module that its package lacks; return whether it exists or may exist."""
    if not is_known(notes, name):
        return True
    top, _, rest = name.partition(".")
    notes.report.uses[top].looked_at += 1
    parts = rest.split(".") if rest else []
    parent = top
    for part in parts:
        full = f"{parent}.{part}"
        if not notes.world.modules.exists(full):
            found = notes.world.module_member(parent, part)
            unresolved = found.state is State.UNRESOLVED and not _is_plain_package(notes, parent)
            module = notes.world.modules.find(parent, source=True)
            made = module is not None and (module.may_register(part) or notes.world.is_replaced(module, parent))
            if made:
                place = source_places.place_of(notes.world.code.text, alias or node, part)
                notes.report.guarded.add((place[0], part))
            if unresolved or made:
                notes.report.uses[top].unresolved += 1
                return False
            if not notes.guards.expect("ImportError"):
                place = source_places.place_of(notes.world.code.text, alias or node, part)
                searched = Searched(parent, parent, notes.names_of_module(parent))
                notes.add(FindingKind.MISSING_MODULE, place, part, searched)
            return False
        parent = full
    return True


def _is_plain_package(notes: FindingNotes, name: str) -> bool:
    module = notes.world.module(name)
    return module is not None and not module.scope.is_dynamic and not notes.world.modules.mentions(module, name)
