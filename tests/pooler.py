"""pgbouncer before a PostgreSQL server of the tests: each transaction may have another connection to the database."""

import os
import pwd
import shutil
import socket
import subprocess
import time
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

ABSENT = shutil.which("pgbouncer") is None

READY_SECONDS = 10.0

_SETTINGS = """\
[databases]
* = host={socket_folder} port=5432 user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 2000
default_pool_size = {connections}
ignore_startup_parameters = extra_float_digits
logfile = {folder}/pgbouncer.log
pidfile = {folder}/pgbouncer.pid
server_idle_timeout = 1
server_login_retry = 1
log_connections = 0
log_disconnections = 0
"""


class Pooler:
    """A process of pgbouncer in transaction mode.

    Args:
        folder: of its files.
        uri: address of the PostgreSQL server behind it.
        connections: to each database, for all clients.
    """

    def __init__(self, folder: Path, uri: str, connections: int = 5) -> None:
        data = Path(parse_qs(urlsplit(uri).query)["host"][0])
        with socket.create_server(("127.0.0.1", 0)) as taken:
            self._port = int(taken.getsockname()[1])
        settings = folder / "pgbouncer.ini"
        values = {"socket_folder": data, "port": self._port, "connections": connections, "folder": folder}
        settings.write_text(_SETTINGS.format(**values))
        owner = pwd.getpwuid(data.stat().st_uid)
        if os.geteuid() == 0:
            # It refuses to run as root.
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        user = ["-u", owner.pw_name] if os.geteuid() == 0 else []
        self._process = subprocess.Popen(["pgbouncer", "-q", *user, settings])
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self._port), 1).close()
            except OSError:
                time.sleep(0.02)
            else:
                return
        raise AssertionError((folder / "pgbouncer.log").read_text())

    def address_of(self, uri: str) -> str:
        """Return the address of a database through the pooler."""
        database = urlsplit(uri).path.removeprefix("/")
        return f"postgresql://postgres@127.0.0.1:{self._port}/{quote(database)}"

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(10)
