"""The readers of facts that griffe leaves out of the syntax of a module."""

from __future__ import annotations

from typing import Any

import griffe

from pro_context_engine.sources.packages.python.parsing.attribute_comments import AttributeCommentReader
from pro_context_engine.sources.packages.python.parsing.docstring_comments import DocstringCommentReader
from pro_context_engine.sources.packages.python.parsing.extended_exports import ExtendedExportReader
from pro_context_engine.sources.packages.python.parsing.method_aliases import MethodAliasReader
from pro_context_engine.sources.packages.python.parsing.next_statements import NextStatementReader
from pro_context_engine.sources.packages.python.parsing.raised_messages import RaisedMessageReader
from pro_context_engine.sources.packages.python.parsing.rebound_definitions import ReboundDefinitionReader
from pro_context_engine.sources.packages.python.parsing.tuple_targets import TupleTargetReader

_EVENTS = {"on_module_members", "on_attribute_instance", "on_attribute_node", "on_function_instance"}


class ModuleExtensions(griffe.Extensions):
    """The extensions of ours; griffe asks for a dozen events at each node, and most have no listener."""

    def call(self, event: str, **kwargs: Any) -> None:
        """Call the listeners of an event."""
        if event in _EVENTS:
            super().call(event, **kwargs)


def definition_readers() -> tuple[griffe.Extension, ...]:
    """Return new readers of the definitions of modules, in the order in which they hear of a module."""
    return (
        NextStatementReader(),
        ReboundDefinitionReader(),
        AttributeCommentReader(),
        MethodAliasReader(),
        TupleTargetReader(),
        ExtendedExportReader(),
        RaisedMessageReader(),
        DocstringCommentReader(),
    )
