"""The check of the modules that code imports."""

from __future__ import annotations

import ast
import sys

from pro_context_engine.code_checks.python import source_places
from pro_context_engine.code_checks.python.finding_notes import FindingNotes, Searched
from pro_context_engine.code_checks.python.guarded_code import Guards
from pro_context_engine.code_checks.python.values.lookups import State
from pro_context_engine.domain.code_findings import FindingKind


class ModuleCheck:
    """Notes imported modules that their packages lack.

    Args:
        notes: gets the findings.
        guards: the errors that the code itself expects.
    """

    def __init__(self, notes: FindingNotes, guards: Guards) -> None:
        self._world = notes.world
        self._report = notes.report
        self._notes = notes
        self._guards = guards

    def is_known(self, module: str) -> bool:
        """Tell whether a module is one of a package whose files are at hand."""
        top = module.partition(".")[0]
        return top not in sys.stdlib_module_names and self._world.modules.exists(top)

    def exists(self, name: str, node: ast.stmt, alias: ast.alias | None) -> bool:
        """Note a module that its package lacks; return whether it exists or may exist."""
        if not self.is_known(name):
            return True
        top, _, rest = name.partition(".")
        self._report.uses[top].looked_at += 1
        parts = rest.split(".") if rest else []
        parent = top
        for part in parts:
            full = f"{parent}.{part}"
            if not self._world.modules.exists(full):
                found = self._world.module_member(parent, part)
                unresolved = found.state is State.UNRESOLVED and not self._is_plain_package(parent)
                module = self._world.modules.find(parent, source=True)
                made = module is not None and (module.may_register(part) or self._world.is_replaced(module, parent))
                if made:
                    place = source_places.place_of(self._world.code.text, alias or node, part)
                    self._report.guarded.add((place[0], part))
                if unresolved or made:
                    self._report.uses[top].unresolved += 1
                    return False
                if not self._guards.expect("ImportError"):
                    place = source_places.place_of(self._world.code.text, alias or node, part)
                    searched = Searched(parent, parent, self._notes.names_of_module(parent))
                    self._notes.add(FindingKind.MISSING_MODULE, place, part, searched)
                return False
            parent = full
        return True

    def _is_plain_package(self, name: str) -> bool:
        module = self._world.module(name)
        return module is not None and not module.scope.is_dynamic and not self._world.modules.mentions(module, name)
