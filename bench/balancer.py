"""nginx with the settings of `deploy/`, before servers that run here without containers."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

SETTINGS = Path(__file__).parent.parent / "deploy" / "replicas.nginx.conf"
PORT = "listen 8080;"
"""The line of the settings that is replaced, as the addresses of the servers are; all other lines stay as they are."""

READY_SECONDS = 10.0


def available() -> bool:
    """Tell whether nginx is installed."""
    return shutil.which("nginx") is not None


def free_ports(number: int) -> list[int]:
    """Return ports that nothing listens on."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [int(one.getsockname()[1]) for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Balancer:
    """A process of nginx.

    Attributes:
        address: of the endpoint behind it.
    """

    def __init__(self, folder: Path, ports: Sequence[int]) -> None:
        """Start nginx.

        Args:
            folder: of its files.
            ports: of the servers, as many as the settings name.
        """
        (port,) = free_ports(1)
        settings = SETTINGS.read_text().replace(PORT, f"listen 127.0.0.1:{port};")
        for number, one in enumerate(ports, 1):
            settings, times = re.subn(rf"server server-{number}:\d+", f"server 127.0.0.1:{one}", settings)
            assert times == 1, "the settings name other servers"
        places = "".join(
            f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        user = "user root;" if os.geteuid() == 0 else ""
        file = folder / "nginx.conf"
        file.write_text(
            f"{user} daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log warn; worker_processes 1;\n"
            f"events {{ worker_connections 4096; }}\nhttp {{ access_log off; {places}\n{settings}\n}}\n"
        )
        self._process = subprocess.Popen(["nginx", "-e", f"{folder}/nginx.log", "-c", str(file)])
        self.address = f"http://127.0.0.1:{port}/mcp"
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
            except OSError:
                time.sleep(0.02)
            else:
                return
        raise AssertionError((folder / "nginx.log").read_text())

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(10)
