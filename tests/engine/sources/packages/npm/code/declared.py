"""What a JavaScript module exports, as short texts."""

from __future__ import annotations

from pro_context_engine.sources.packages.npm.code.source_declarations import source_declarations
from pro_context_engine.sources.packages.npm.declarations.declarations import FileDeclarations, declarations_of


def declared(source: str) -> FileDeclarations:
    return declarations_of(source_declarations(source))


def shapes(source: str) -> list[str]:
    """Return the exported declarations of a module as text, without spaces."""
    found = declared(source)
    texts = (found.scan.source(one.statement.first, one.statement.last) for _, one in found.public())
    return ["".join(text.split()).removesuffix(";") for text in texts]


def public(source: str) -> list[str]:
    return [name for name, _ in declared(source).public()]


def handed_on(source: str) -> list[str]:
    """Return the modules all of whose names a module hands on."""
    return [export.module for export in declared(source).re_exports if export.names is None]


def taken_over(source: str) -> dict[str, tuple[str, str]]:
    """Return the modules and names there of the names of other modules that a module exports."""
    exports = declared(source).re_exports
    return {public: (one.module, name) for one in exports for name, public in one.names or ()}
