"""The completion of definitions with the docstrings and signatures that code elsewhere gives them."""

from __future__ import annotations

import griffe

from pro_context_engine.sources.packages.python.completion.borrowed_docstrings import BorrowedDocstrings
from pro_context_engine.sources.packages.python.completion.decorated_signatures import DecoratedSignatures

_MAX_NESTING = 3


class DefinitionCompletion:
    """Completes each definition once, when it is first asked for.

    Args:
        docstrings: fills in docstrings.
        signatures: changes signatures.
    """

    def __init__(self, docstrings: BorrowedDocstrings, signatures: DecoratedSignatures) -> None:
        self._docstrings = docstrings
        self._signatures = signatures
        # Definitions are kept alive, so that no other one has the same identity.
        self._done: dict[int, griffe.Object] = {}

    def complete(self, definition: griffe.Object, depth: int = 0) -> None:
        """Complete a definition, and the members of a class."""
        if id(definition) in self._done or isinstance(definition, griffe.Module):
            return
        self._done[id(definition)] = definition
        self._docstrings.complete(definition)
        if isinstance(definition, griffe.Function) and definition.decorators:
            self._signatures.complete(definition)
        if isinstance(definition, griffe.Class) and depth < _MAX_NESTING:
            for member in definition.members.values():
                if isinstance(member, griffe.Object):
                    self.complete(member, depth + 1)
