"""MCP over Streamable HTTP, for any number of clients at the same time."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from pro_context.access import start_checks
from pro_context.access.key_ring import open_key_ring
from pro_context.app import build
from pro_context.configuration.server_settings import CannotStart
from pro_context.operations import telemetry
from pro_context.operations.logs import START, note_start
from pro_context.operations.overview import read_overview
from pro_context.protocol.binding import check
from pro_context.protocol.served_contract import unique_apps
from pro_context.transports.garbage_collection import collect_seldom
from pro_context.transports.http import listener
from pro_context.transports.http.server import HttpServer, Served
from pro_context.transports.stop_signals import stop_on_signals
from pro_context_contract import CONTRACTS, UnknownContract
from pro_context_engine import KeysUnavailable, open_engine

if TYPE_CHECKING:
    import ssl

    from pro_context.configuration.server_settings import ServerSettings
    from pro_context_engine import SharedState

PATH = "/mcp"
"""The path of the default contract, which is also served at `/NAME/mcp`, as every contract is."""

_ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 - addresses that an operator may configure


OpenServed = Callable[[], AbstractAsyncContextManager[Served]]


def run(settings: ServerSettings) -> int:
    """Serve contracts of the product until a signal arrives.

    Returns:
        The exit status: 0; 1 if the server cannot start, 2 if a contract does not exist; 130 after SIGINT.
    """
    paths = {PATH: settings.contracts[0]} | {f"/{name}{PATH}": name for name in settings.contracts}
    for name in settings.contracts:
        if name not in CONTRACTS:
            print(f"pro-context: {UnknownContract(name)}", file=sys.stderr)
            return 2
    return run_served(partial(_open_product, paths, settings), settings)


def run_served(open_served: OpenServed, settings: ServerSettings) -> int:
    """Serve contracts, opened once the socket is bound, until a signal arrives; return the exit status (see `run`)."""
    server = settings.values.server
    try:
        start_checks.check(settings)
        certificate = listener.configured_certificate(settings)
        listening = listener.bind_socket(server.host, server.port)
        listener.allow_connections()
        with asyncio.Runner(loop_factory=listener.loop_factory()) as runner:
            return runner.run(_serve(open_served, settings, listening, certificate))
    except (CannotStart, KeysUnavailable) as reason:
        print(f"pro-context: {reason}", file=sys.stderr)
        return 1


async def _serve(
    open_served: OpenServed,
    settings: ServerSettings,
    listening: socket.socket,
    certificate: ssl.SSLContext | None,
) -> int:
    keys, made_key = await open_key_ring(settings)
    async with AsyncExitStack() as stack:
        served = await stack.enter_async_context(open_served())
        shared = _shared_state(settings)
        if shared is not None:
            stack.push_async_callback(shared.close)
        server = HttpServer(served, settings, keys, listening, certificate, shared)
        url = _url(settings.values.server.host, listening, certificate)
        collect_seldom()
        with stop_on_signals(server.stop) as signals:
            # A process that reads this log may send a signal at once.
            _log_addresses(served, url, start_checks.notices(settings, made_key, tls=certificate is not None), settings)
            await server.run()
    return signals.status


def _shared_state(settings: ServerSettings) -> SharedState | None:
    """Return the state that servers of one database share, None without a database."""
    if not settings.values.store.url:
        return None
    # The driver of the database comes with an extra.
    from pro_context_engine import shared_state_in_database  # noqa: PLC0415

    return shared_state_in_database(settings.values.store.url)


@asynccontextmanager
async def _open_product(paths: Mapping[str, str], settings: ServerSettings) -> AsyncIterator[Served]:
    docs = open_engine(settings.engine())
    docs.start_background_work()
    try:
        spans = telemetry.spans(settings)
        apps = {name: build(name, docs, spans) for name in dict.fromkeys(paths.values())}
        await docs.open_parts()
        for app in apps.values():
            check(app.bindings)
            note_start(app.contract, "http", docs.registry_version)
        yield Served(
            {path: apps[name] for path, name in paths.items()}, docs.maintenance.writable, partial(read_overview, docs)
        )
    finally:
        await docs.close()


def _log_addresses(served: Served, origin: str, notices: list[str], settings: ServerSettings) -> None:
    """Log the addresses of the contracts, the notices, and the command that connects a client."""
    log = logging.getLogger(START)
    log.setLevel(logging.INFO)
    for path, app in unique_apps(served.apps).items():
        log.info("serving contract %s %s at %s%s", app.contract.name, app.contract.version, origin, path)
    for notice in notices:
        log.info("%s", notice)
    key = " --key KEY" if settings.values.security.require_key else ""
    log.info("to connect a client: pro-context setup CLIENT --url %s%s%s", origin, PATH, key)


def _url(host: str, listening: socket.socket, certificate: ssl.SSLContext | None) -> str:
    """Return the address that clients connect to, without a path."""
    name = socket.gethostname() if host in _ANYWHERE else host
    scheme = "http" if certificate is None else "https"
    return f"{scheme}://{f'[{name}]' if ':' in name else name}:{listening.getsockname()[1]}"
