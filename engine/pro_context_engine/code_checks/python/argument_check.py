"""The check of the arguments of calls."""

from __future__ import annotations

import ast

from pro_context_engine.code_checks.python import keyword_arguments, owning_packages
from pro_context_engine.code_checks.python.finding_notes import FindingNotes, Searched
from pro_context_engine.code_checks.python.members.stub_sources import function_in_source
from pro_context_engine.code_checks.python.syntax import stated_deprecations
from pro_context_engine.code_checks.python.values import service_models
from pro_context_engine.code_checks.python.values.known_values import KnownValue
from pro_context_engine.domain.code_findings import CodeUse, FindingKind

_MOST_OF_CALL = 15_000
"""The evaluated expressions in search of the keyword arguments of one call."""

_RECEIVERS = frozenset({"self", "cls"})


def note_arguments(notes: FindingNotes, node: ast.Call, called: KnownValue) -> None:
    """Note the arguments of a call that do not fit the called value."""
    if not owning_packages.is_of_package(called, notes.knowledge):
        return
    found = notes.knowledge.share(_MOST_OF_CALL, lambda: keyword_arguments.accepted(notes.knowledge, called, node))
    top = owning_packages.top_of_call(called, found)
    if top is None or top == notes.knowledge.code.name:
        return
    if found is not None and found.function is not None:
        given = tuple(one.arg for one in node.keywords if one.arg is not None)
        function = found.function
        notes.report.note_use(CodeUse(node.lineno, function.nodes[-1].name, function.name, given, len(node.args)))
    counts = notes.report.uses[top]
    for keyword in node.keywords:
        if keyword.arg is None:
            continue
        counts.looked_at += 1
        if found is None:
            counts.unresolved += 1
        else:
            _note_argument(notes, keyword, found)
    if found is not None:
        _note_lacking(notes, node, found)


def _note_argument(notes: FindingNotes, keyword: ast.keyword, found: keyword_arguments.Accepted) -> None:
    name, place = keyword.arg or "", (keyword.lineno, keyword.col_offset + 1)
    symbol = found.function.name if found.function else ""
    function = found.names.get(name)
    if function is None and found.function and service_models.may_rename(notes.knowledge.modules, found.function, name):
        return
    if function is not None or found.is_open or notes.guards.covers("TypeError"):
        notes.report.existing.add((keyword.lineno, name))
    if function is None:
        if not found.is_open and not notes.guards.covers("TypeError"):
            known = tuple(one for one in found.names if one not in _RECEIVERS)
            searched = Searched(symbol, owning_packages.module_of(found), known, is_called=True)
            notes.add(FindingKind.UNKNOWN_ARGUMENT, place, name, searched)
        return
    if function.module is notes.knowledge.code:
        return
    source = function_in_source(notes.knowledge, function) if function.module.is_stub else None
    stated = None
    for one in (source, function, found.function):
        if one is not None and stated is None:
            owner = one.owner.node if one.owner is not None else None
            stated = stated_deprecations.of_parameter(one.module, one.nodes[-1], name, owner)
    if stated is not None:
        searched = Searched(function.name, function.module.name, tuple(found.names), is_called=True)
        notes.add(FindingKind.DEPRECATED, place, name, searched, stated)


def _note_lacking(notes: FindingNotes, node: ast.Call, found: keyword_arguments.Accepted) -> None:
    if not found.required or found.function is None or found.function.module is notes.knowledge.code:
        return
    given = {one.arg for one in node.keywords}
    unsure = None in given or any(
        isinstance(one, ast.Starred) or (isinstance(one, ast.Constant) and one.value is ...) for one in node.args
    )
    lacking = [name for name in found.required[len(node.args) :] if name not in given]
    if lacking and not unsure and node.args and not notes.guards.covers("TypeError"):
        searched = Searched(found.function.name, found.function.module.name, (), is_called=True)
        place = (node.lineno, node.col_offset + 1)
        notes.add(FindingKind.MISSING_ARGUMENT, place, lacking[0], searched)
