"""Small distributions of our own, installed by writing their files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.domain.symbols import PackageSymbol, SymbolTable
from pro_context_engine.sources.packages.python.python_documentation import PythonDocumentation


def install(site: Path, files: Mapping[str, str], readme: str = "") -> PythonDocumentation:
    """Write a distribution `pond` 2.0 with these files, and open it."""
    metadata = site / "pond-2.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Name: pond\nVersion: 2.0\n\n{readme}", encoding="utf-8")
    for name, text in files.items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (metadata / "RECORD").write_text("".join(f"{name},,\n" for name in files), encoding="utf-8")
    return PythonDocumentation(InstalledPackage("pond", "2.0", "", str(site), str(metadata)))


def table_of(site: Path, files: Mapping[str, str], readme: str = "") -> SymbolTable:
    """Return the symbol table of a distribution with these files."""
    return install(site, files, readme).symbols()


def symbol_in(table: SymbolTable, name: str) -> PackageSymbol:
    """Return a symbol that the table must have under this path."""
    found = table.find(name)
    assert found is not None, [symbol.name for symbol in table.symbols]
    return found
