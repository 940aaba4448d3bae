"""The sources that stubs describe."""

from __future__ import annotations

import ast

from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.known_values import UNKNOWN, ClassValue, FunctionValue, Instance


def class_in_source(knowledge: Knowledge, of: ClassValue) -> ClassValue | None:
    """Return the class that a stub describes, None if its source is not at hand."""
    module = knowledge.modules.find(of.module.name, source=True)
    if module is None or module.is_stub:
        return None
    bindings = module.scope.names.get(of.node.name)
    node = bindings[-1].node if bindings else None
    return ClassValue(module, node) if isinstance(node, ast.ClassDef) else None


def function_in_source(knowledge: Knowledge, function: FunctionValue) -> FunctionValue | None:
    """Return the function that a stub describes, None if its source is not at hand."""
    name = function.nodes[-1].name
    if function.owner is None:
        module = knowledge.modules.find(function.module.name, source=True)
        bindings = module.scope.names.get(name) if module is not None and not module.is_stub else None
        value = knowledge.binding_value(module, bindings) if module is not None and bindings else UNKNOWN
        return value if isinstance(value, FunctionValue) and not value.module.is_stub else None
    owner = class_in_source(knowledge, function.owner)
    place = knowledge.own_member(owner, name, instance=False) if owner is not None else None
    value = knowledge.binding_value(place[0], place[1], owner) if place else UNKNOWN
    if owner is None or not isinstance(value, FunctionValue):
        return None
    return FunctionValue(value.module, value.nodes, owner, Instance(owner))
