"""The listening socket, TLS and uvicorn."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, cast

import uvicorn

from pro_context.configuration.server_settings import CannotStart
from pro_context.transports.http.arrival import MOST_HEAD_BYTES
from pro_context.transports.http.deadlines import Deadlines

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from pro_context.configuration.server_settings import ServerSettings

MOST_CONNECTIONS = 4_096
"""The most open connections; the server answers further ones with status 503."""

KEEP_ALIVE_SECONDS = 60
"""Seconds to wait for the next request; longer than clients wait, so that no connection closes under a request."""

LAST_WRITE_SECONDS = 10
"""Seconds after which a stopping server closes all connections."""

OTHER_FILES = 512
"""The most open files besides connections: the store, packages, requests to sites."""

BACKLOG = 1_024


def configured_certificate(settings: ServerSettings) -> ssl.SSLContext | None:
    """Return the TLS context of the configured certificate, None for http.

    Raises:
        CannotStart: the files cannot be used.
    """
    files = settings.values.server.tls
    if files.certificate_file is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(files.certificate_file, files.key_file)
    except (OSError, ssl.SSLError) as reason:
        why = reason.strerror or reason
        raise CannotStart(f"cannot serve https with {files.certificate_file}: {why}") from None
    return context


def bind_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens on an address.

    Args:
        host: a name, or an IPv4 or IPv6 address.
        port: the port, 0 for any free one.

    Raises:
        CannotStart: the address is in use, not of this machine, or not permitted.
    """
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except OSError as reason:
        # Python adds the address to the text of the operating system.
        why = os.strerror(reason.errno) if reason.errno and reason.errno > 0 else reason.strerror
        cure = "; stop the other program, or name another port with --port" if reason.errno == errno.EADDRINUSE else ""
        raise CannotStart(f"cannot listen on {host} port {port}: {why}{cure}") from None


def allow_connections() -> None:
    """Raise the limit on open files to the most connections, as far as the operating system permits it."""
    # Windows has no such limit.
    if find_spec("resource") is None:
        return
    import resource  # noqa: PLC0415

    wanted = MOST_CONNECTIONS + OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if resource.RLIM_INFINITY != soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class Listener(uvicorn.Server):
    """A server of uvicorn on one socket; signals are handled elsewhere."""

    def __init__(self, app: ASGIApp, listening: socket.socket, certificate: ssl.SSLContext | None = None) -> None:
        # It logs a line for each request that is not HTTP.
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
        config = uvicorn.Config(
            app,
            interface="asgi3",
            http=_connection(),
            ws="none",
            lifespan="on",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            h11_max_incomplete_event_size=MOST_HEAD_BYTES,
            timeout_graceful_shutdown=LAST_WRITE_SECONDS,
        )
        config.load()
        config.ssl = certificate
        super().__init__(config)
        self._listening = listening

    async def listen(self) -> None:
        """Serve until `stop` is called, then finish the current requests."""
        await self.serve(sockets=[self._listening])

    def stop(self) -> None:
        """Accept no further connections."""
        self.should_exit = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Do nothing: uvicorn would raise the signals again at the end."""
        yield


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return the factory of uvloop's event loop, None where uvloop is not installed."""
    if find_spec("uvloop") is None:
        return None
    # uvloop is optional.
    import uvloop  # noqa: PLC0415

    return uvloop.new_event_loop


def _connection() -> type[asyncio.Protocol]:
    # httptools is optional.
    if find_spec("httptools") is None:
        from pro_context.transports.http import h11_connection  # noqa: PLC0415

        return h11_connection.BoundedConnection
    from pro_context.transports.http import httptools_connection  # noqa: PLC0415

    # uvicorn only calls the type.
    make: object = partial(httptools_connection.BoundedConnection, idle=Deadlines(KEEP_ALIVE_SECONDS))
    return cast("type[asyncio.Protocol]", make)
