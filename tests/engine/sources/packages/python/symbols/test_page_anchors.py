"""The addresses of symbols of really installed packages lead to their headings."""

from __future__ import annotations

from pathlib import Path

import pytest

from pro_context_engine.domain.symbols import SymbolKind
from pro_context_engine.libraries.project.environment import RUNNING, ProjectEnvironment
from pro_context_engine.sources.packages.package_urls import parse_package_url
from pro_context_engine.sources.packages.python.python_documentation import PythonDocumentation


@pytest.mark.parametrize("name", ["httpx2", "starlette", "griffelib", "jinja2", "pluggy"])
def test_every_anchor_is_that_of_the_heading_for_the_symbol_or_its_owner(name: str) -> None:
    package = ProjectEnvironment(Path.cwd(), RUNNING, environ={}).package(name)
    if package is None:
        pytest.skip("not installed")
    documentation = PythonDocumentation(package)
    pages: dict[str, dict[str, str]] = {}
    for symbol in documentation.symbols().symbols:
        address, _, anchor = symbol.url.partition("#")
        if not address:
            continue
        if address not in pages:
            parsed = parse_package_url(address)
            page = documentation.page(parsed) if parsed else None
            assert page is not None, symbol
            pages[address] = {heading.anchor: heading.title for heading in page.headings}
        if anchor and anchor != "module-attributes":
            title = pages[address].get(anchor, "")
            last = {path.rpartition(".")[2] for path in (symbol.name, *symbol.paths)}
            owners = set(symbol.name.split("."))
            assert title.rpartition(".")[2] in last | owners, symbol
        elif not anchor:
            assert symbol.kind is SymbolKind.MODULE or symbol.last_name not in pages[address].values(), symbol
