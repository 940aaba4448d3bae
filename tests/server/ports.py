"""Ports for what cannot be told to take any that is free."""

import os
import socket


def free_port() -> int:
    """Return a port that nobody listens on, and that nobody is given who asks the system for any."""
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
    raise AssertionError("no port is free")
