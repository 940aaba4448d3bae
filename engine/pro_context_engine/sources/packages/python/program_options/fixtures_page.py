"""The page of the fixtures that a package gives to tests: functions with the decorator `fixture`, outside of tests."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import islice

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.python.docstrings.prose import prose
from pro_context_engine.sources.packages.python.program_options.module_scans import ModuleScan, ParsedModule
from pro_context_engine.sources.packages.python.program_options.written_texts import called_name, keyword, text_of

MAX_FIXTURES = 500
"""The maximum number of fixtures of a page."""

_MAX_NODES = 500_000
_MAX_TEXT = 10_000
_MAX_TYPE = 200


@value_class
class Fixture:
    """A fixture: its name, its module, its scope ("" for one test), the type of its value, and its docstring."""

    name: str
    module: str
    scope: str = ""
    type: str = ""
    text: str = ""


def fixtures_markdown(package: str, scan: ModuleScan) -> str:
    """Return the page of the fixtures of a package, a section for each.

    Args:
        package: its name.
        scan: of its modules.
    """
    found: dict[str, Fixture] = {}
    for fixture in (one for module in scan.with_fixtures() for one in fixtures(module)):
        # Of fixtures with one name, one of another module may have the text.
        if fixture.name not in found or not found[fixture.name].text:
            found[fixture.name] = fixture
    sections = [_section(one) for _, one in sorted(found.items())[:MAX_FIXTURES]]
    return "\n\n".join([f"# {package} fixtures", *sections]) + "\n"


def fixtures(module: ParsedModule) -> Iterator[Fixture]:
    """Yield the fixtures that a module defines outside of functions, without those for its own use."""
    waiting: list[ast.AST] = [module.tree]
    for _ in range(_MAX_NODES):
        if not waiting:
            return
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            made = next((one for one in node.decorator_list if called_name(one) == "fixture"), None)
            if made is not None and (fixture := _fixture(module, node, made)):
                yield fixture
        else:
            waiting += reversed(list(ast.iter_child_nodes(node)))


def _fixture(module: ParsedModule, function: ast.FunctionDef | ast.AsyncFunctionDef, made: ast.expr) -> Fixture | None:
    """Return the fixture that a decorator makes of a function, None for one that tests do not name."""
    given = {name: text_of(keyword(made, name), {}) for name in ("name", "scope")} if isinstance(made, ast.Call) else {}
    name = given.get("name") or function.name
    if name.startswith("_"):
        return None
    scope = given.get("scope") or ""
    returns = ast.unparse(function.returns)[:_MAX_TYPE] if function.returns is not None else ""
    text = (ast.get_docstring(function) or "")[:_MAX_TEXT]
    return Fixture(name, module.name, "" if scope == "function" else scope, "" if returns == "None" else returns, text)


def _section(fixture: Fixture) -> str:
    notes = [f"A fixture of `{fixture.module}`"]
    if fixture.type:
        notes.append(f"of the type `{fixture.type}`")
    if fixture.scope:
        notes.append(f"made once for each {fixture.scope}")
    text = "\n".join(islice(prose(fixture.text, 2).splitlines(), 200))
    title = f"`{fixture.name}`" if "__" in fixture.name else fixture.name
    return "\n\n".join(part for part in (f"## {title}", text, ", ".join(notes) + ".") if part)
