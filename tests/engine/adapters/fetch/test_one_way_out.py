"""There is one way to the network: nothing but the fetcher's connections can open one."""

import ast
from functools import cache
from pathlib import Path

ENGINE = Path("engine/pro_context_engine")
SHIPPED = [ENGINE, Path("handlers/pro_context_handlers")]
OPENS = {"http.client", "urllib3", "requests", "aiohttp", "ftplib", "smtplib"}
CALLS = {"urlopen", "create_connection", "open_connection", "AsyncClient", "Client", "AsyncHTTPTransport", "socket"}


@cache
def trees() -> dict[str, ast.Module]:
    files = [file for folder in SHIPPED for file in sorted(folder.rglob("*.py"))]
    return {file.as_posix(): ast.parse(file.read_text(encoding="utf-8")) for file in files}


def called(tree: ast.Module) -> set[str]:
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    names = {call.attr for call in calls if isinstance(call, ast.Attribute)}
    return names | {call.id for call in calls if isinstance(call, ast.Name)}


def imported(tree: ast.Module) -> set[str]:
    plain = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}


def test_only_the_connections_open_any() -> None:
    opening = {name: found for name, tree in trees().items() if (found := called(tree) & CALLS)}
    assert opening == {(ENGINE / "adapters/fetch/connections.py").as_posix(): {"AsyncHTTPTransport"}}


def test_no_other_client_is_imported() -> None:
    assert not {name: found for name, tree in trees().items() if (found := imported(tree) & OPENS)}


def test_only_the_assembly_makes_a_fetcher() -> None:
    making = [name for name, tree in trees().items() if "HttpFetcher" in called(tree)]
    assert making == [(ENGINE / "assembly.py").as_posix()]
