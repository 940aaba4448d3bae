"""The HTTP server of contracts: its parts in their order."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from pro_context.access.denials import DenialWording
from pro_context.access.guarding import guard
from pro_context.operations.operator_view import OperatorView
from pro_context.protocol.served_contract import App, unique_apps
from pro_context.transports.http.endpoint import Endpoint
from pro_context.transports.http.legacy_sse import LegacySse
from pro_context.transports.http.listener import Listener, bind_socket
from pro_context.transports.http.request_sizes import RequestSizes
from pro_context.transports.http.routes import routed
from pro_context.transports.http.sessions import Sessions
from pro_context.transports.http.shared_sessions import SharedSessions
from pro_context_contract.protocol import HANDSHAKE_VERSIONS

if TYPE_CHECKING:
    import socket
    import ssl

    from starlette.types import ASGIApp

    from pro_context.access.key_ring import KeyRing
    from pro_context.configuration.server_settings import ServerSettings
    from pro_context.operations.overview import ReadOverview
    from pro_context_engine import SharedState

LAST_ANSWERS_SECONDS = 8.0
"""Seconds for current requests when the server stops; longer ones are cancelled."""

KILOBYTE = 1_024


@dataclass(frozen=True, slots=True)
class Served:
    """The served contracts with their engine's state.

    Attributes:
        apps: the contracts by path; a contract may have several paths.
        ready: tells whether calls can be answered.
        read_overview: returns the engine's figures for the status page; None without a status page.
    """

    apps: Mapping[str, App]
    ready: Callable[[], Awaitable[bool]]
    read_overview: ReadOverview | None = None


class HttpServer:
    """Serves contracts on a socket, once it runs; `shared` is the state in common with other servers.

    Attributes:
        sessions: the sessions of all clients.
    """

    def __init__(
        self,
        served: Served,
        settings: ServerSettings,
        keys: KeyRing,
        listening: socket.socket,
        certificate: ssl.SSLContext | None = None,
        shared: SharedState | None = None,
    ) -> None:
        limits = settings.values.server
        bounds = limits.max_sessions, limits.session_idle_minutes * 60
        self.sessions = Sessions(*bounds) if shared is None else SharedSessions(*bounds, shared)
        keys.on_change.append(partial(self.sessions.drop_ended, keys.has_ended))
        endpoints = {app: Endpoint(app, self.sessions) for app in unique_apps(served.apps).values()}
        self._endpoints = tuple(endpoints.values())
        by_path: dict[str, ASGIApp] = {path: endpoints[app] for path, app in served.apps.items()}
        with_events = {app.contract.events_path: app for app in endpoints if app.contract.events_path}
        by_path |= {path: LegacySse(app, self.sessions) for path, app in with_events.items()}
        apps = {**served.apps, **with_events}
        wordings = {path: _wording(app, speaks_mcp=path in served.apps) for path, app in apps.items()}
        view = OperatorView(apps, served.read_overview, settings, keys, self.sessions)
        whole = routed(by_path, self.sessions, served.ready, view.routes)
        bounded = RequestSizes(whole, limits.max_body_kb * KILOBYTE)
        watched = view.watch(guard(bounded, settings, keys, wordings, None if shared is None else shared.tokens))
        self._listeners = [Listener(watched, listening, certificate)]
        if view.metrics_app is not None:
            metrics = settings.values.metrics
            self._listeners.append(Listener(view.metrics_app, bind_socket(metrics.host, metrics.port)))

    async def run(self) -> None:
        """Serve until `stop` is called, then finish the current requests."""
        await asyncio.gather(*(listener.listen() for listener in self._listeners))

    def stop(self) -> None:
        """Accept no further connections, and end the streams, which do not end by themselves."""
        for listener in self._listeners:
            listener.stop()
        asyncio.get_running_loop().call_later(LAST_ANSWERS_SECONDS, self.sessions.cancel_all)
        self.sessions.close_streams()
        for endpoint in self._endpoints:
            endpoint.server.close_streams()


def _wording(app: App, *, speaks_mcp: bool) -> DenialWording:
    """Return the wording of a contract's denials at its MCP endpoint, or where it answers with events."""
    versions = app.contract.protocol_versions if speaks_mcp else ()
    sessions = [version for version in versions if version in HANDSHAKE_VERSIONS]
    return DenialWording(app.bindings.codes, app.contract.error_style, sessions)
