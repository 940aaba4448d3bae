"""`pro-context store …` and the other commands that meet a database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.postgres import fresh_database, needs_postgres

from pro_context.cli.main import main
from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.adapters.store.sqlite.key_store import open_keys
from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.domain.api_keys import ApiKey
from pro_context_engine.domain.model import Dates, Page, SourceName, Symbol, Toc, TocEntry
from pro_context_engine.domain.symbols import SymbolPlace

if TYPE_CHECKING:
    from pro_context_engine.adapters.store.postgres.migration import Migration

NOON = datetime(2027, 1, 1, 12, tzinfo=UTC)
LATER = datetime(2027, 1, 2, 12, tzinfo=UTC)
KEY = ApiKey("pc_alice", b"\x01" * 32, "alice", NOON)
PLACE = SymbolPlace("rockets.Engine", "class", "https://docs.example/p0#engine", 1)


@pytest.fixture
def url(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """Name an empty database in the environment."""
    with fresh_database(migrated=False) as address:
        monkeypatch.setenv("PRO_CONTEXT_STORE_URL", address)
        monkeypatch.setenv("PRO_CONTEXT_CACHE_DIR", str(tmp_path / "cache"))
        monkeypatch.chdir(tmp_path)
        yield address


def migrations() -> list[Migration]:
    from pro_context_engine.adapters.store.postgres import migration

    return list(migration.migrations())


def latest() -> str:
    """Return how the state of up-to-date tables is told."""
    number = migrations()[-1].number
    return f"migration {number} of {number}"


def run(*arguments: str) -> int:
    return main([*arguments])


async def fill(folder: Path) -> None:
    """Store a library with four pages, an inventory and a symbol table, and a key."""
    store = open_store(folder)
    pages = [Page(f"https://docs.example/p{number}", f"P{number}", f"# Engine {number}\n") for number in range(4)]
    entries = tuple(TocEntry(page.title, page.url) for page in pages)
    symbols = (Symbol("rockets.Engine.start_up", "https://docs.example/p1#start"),)
    toc = Toc(entries, SourceName.CUSTOM, "here", None, symbols=symbols, text="# Rockets\n")
    await store.put_toc("acme/rockets", toc, NOON)
    for page in pages:
        await store.put_page("acme/rockets", "", page, chunks_of(page), NOON)
    await store.confirm_page("acme/rockets", "", pages[0].url, LATER)
    await store.put_symbol_table("acme/rockets", "", b"{}", [("rockets.Engine", PLACE)])
    await store.close()
    await open_keys(folder).add(KEY)


@needs_postgres
async def test_a_store_is_copied_once_with_everything_in_it(url: str, tmp_path: Path) -> None:
    from pro_context_engine.adapters.store.postgres import open_database
    from pro_context_engine.adapters.store.postgres.copy_to_database import copy_to_database
    from pro_context_engine.adapters.store.postgres.key_store import PostgresKeyStore

    await fill(tmp_path / "one")
    told: list = []
    done = await copy_to_database(tmp_path / "one", url, 500_000_000, told.append)
    assert done == {"snapshots": 1, "copied": 4, "incomplete": 0, "keys": 1}
    assert [(one.copied, one.pages, one.is_whole) for one in told] == [(4, 4, True)]
    again = await copy_to_database(tmp_path / "one" / "documentation.sqlite3", url, 500_000_000, told.append)
    assert (again["copied"], again["keys"]) == (0, 0)
    source, target, keys = open_store(tmp_path / "one"), open_database(url), PostgresKeyStore(url)
    for ask in (
        lambda store: store.snapshots(),
        lambda store: store.toc("acme/rockets", ""),
        lambda store: store.toc_text("acme/rockets", ""),
        lambda store: store.pages("acme/rockets", ""),
        lambda store: store.page("https://docs.example/p0"),
        lambda store: store.symbols("acme/rockets", "", ["engine.startup"]),
        lambda store: store.find_symbols("acme/rockets", "", ["Engine"]),
        lambda store: store.symbol_names(None),
        lambda store: store.symbol_owners("Engine"),
        lambda store: store.symbol_ranks("acme/rockets", ""),
        lambda store: store.symbol_table("acme/rockets", ""),
        lambda store: store.search(["engin"], None, 10),
    ):
        found = await ask(target)
        assert found
        assert found == await ask(source)
    assert (await target.pages("acme/rockets", ""))["https://docs.example/p0"] == Dates(LATER, NOON)
    assert await keys.keys() == [KEY]
    for one in (source, target, keys):
        await one.close()


@needs_postgres
def test_tables_are_made_once_and_their_state_is_shown(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("store", "status", "--json") == 0
    assert json.loads(capsys.readouterr().out)["pending"] == [one.name for one in migrations()]
    assert run("store", "migrate") == 0
    assert capsys.readouterr().out == "".join(f"applied {one.name}\n" for one in migrations())
    assert run("store", "migrate") == 0
    assert capsys.readouterr().out == "the tables are up to date\n"
    assert run("store", "status") == 0
    assert f"0 pages, {latest()}" in capsys.readouterr().out


@needs_postgres
def test_the_other_commands_use_the_database(url: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run("keys", "create", "--name", "alice") == 0
    assert run("keys", "list") == 0
    assert "alice" in capsys.readouterr().out
    assert run("cache", "status") == 0
    assert capsys.readouterr().out.startswith("PostgreSQL database ")
    assert run("cache", "verify") == 0
    assert run("doctor", "--offline", "--json") in (0, 1)
    found = capsys.readouterr().out
    assert latest() in found
    assert not list(tmp_path.rglob("*.sqlite3"))


@pytest.mark.parametrize(
    "command", [("store", "status"), ("store", "migrate"), ("cache", "status"), ("config", "show")]
)
def test_the_password_is_never_shown(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("psycopg")
    monkeypatch.setenv("PRO_CONTEXT_STORE_URL", "postgresql://someone:geheim@127.0.0.1:1/none")
    monkeypatch.setenv("PRO_CONTEXT_CACHE_DIR", str(tmp_path))
    run(*command)
    shown = capsys.readouterr()
    assert shown.out + shown.err
    assert "geheim" not in shown.out + shown.err


def test_without_an_address_there_is_nothing_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("PRO_CONTEXT_STORE_URL", raising=False)
    assert run("store", "status") == 2
    assert "names no database" in capsys.readouterr().err


def test_without_address_and_driver_there_is_nothing_to_do_either() -> None:
    # As in a plain installation: psycopg comes with an extra.
    script = "import sys; sys.modules['psycopg'] = None; from pro_context.cli.main import main; sys.exit(main())"
    for action in ("status", "migrate"):
        command = [sys.executable, "-c", script, "store", action]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PRO_CONTEXT")}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "pro-context: store.url names no database; set it, or PRO_CONTEXT_STORE_URL\n"


def test_without_the_driver_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PRO_CONTEXT_STORE_URL", "postgresql://127.0.0.1:1/none")
    monkeypatch.setattr("pro_context.configuration.loading.has_driver", lambda: False)
    assert run("cache", "status") == 2
    assert "pro-context[postgres]" in capsys.readouterr().err


@needs_postgres
async def test_the_roles_of_the_documentation_are_enough(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from pro_context_engine.adapters.store.postgres.copy_to_database import copy_to_database
    from pro_context_engine.adapters.store.postgres.database_connections import connect
    from pro_context_engine.adapters.store.postgres.database_report import examine, migrate_database

    # The database is there already, and `\\connect` is a command of psql.
    lines = (Path(__file__).parents[3] / "deploy" / "roles.sql").read_text(encoding="utf-8").splitlines()
    statements = "\n".join(line for line in lines if not line.startswith(("CREATE DATABASE", "\\connect")))
    roles = ("pro_context_owner", "pro_context_writer", "pro_context_reader")
    with fresh_database(migrated=False) as url:
        with connect(url) as connection:
            connection.execute(statements.encode())
        owner, writer, reader = (url.replace("//postgres:@", f"//{role}@") for role in roles)
        assert "run `pro-context store migrate`" in examine(writer).advice
        assert migrate_database(owner)
        assert examine(writer).trouble == ""
        assert examine(reader).trouble == "the role may not write the tables"
        await fill(tmp_path / "one")
        done = await copy_to_database(tmp_path / "one", writer, 500_000_000, lambda _: None)
        assert (done["copied"], done["keys"]) == (4, 1)
        with connect(url) as connection:
            for role in roles:
                connection.execute(f"DROP OWNED BY {role} CASCADE".encode())
                connection.execute(f"DROP ROLE {role}".encode())
