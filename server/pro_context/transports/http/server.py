"""Contracts over HTTP at one address: all the parts in their order."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from pro_context.access.denials import Words
from pro_context.access.guarding import guarded
from pro_context.app import App, unique_apps
from pro_context.operations.operating import Operating
from pro_context.transports.http.endpoint import Endpoint
from pro_context.transports.http.legacy_sse import LegacySse
from pro_context.transports.http.listener import Certificate, Listener, bind_socket
from pro_context.transports.http.request_sizes import RequestSizes
from pro_context.transports.http.session_pool import Sessions
from pro_context.transports.http.site import site
from pro_context.transports.http.version_header import VersionHeader

if TYPE_CHECKING:
    import socket

    from starlette.types import ASGIApp

    from pro_context.access.key_ring import KeyRing
    from pro_context.configuration.server_settings import ServerSettings
    from pro_context.operations.overview import Look

LAST_ANSWERS_SECONDS = 8.0
"""For requests under way when the server is stopped; those that last longer are cancelled."""

KILOBYTE = 1_024


@dataclass(frozen=True, slots=True)
class Served:
    """What is served.

    Attributes:
        apps: contracts by path; one may be at several.
        ready: tells whether their calls can be answered well.
        look: asks the engine what the status page tells of it, None where it cannot be asked.
    """

    apps: Mapping[str, App]
    ready: Callable[[], Awaitable[bool]]
    look: Look | None = None


class HttpServer:
    """Serves contracts on a socket.

    Attributes:
        sessions: of all clients.
    """

    def __init__(
        self,
        served: Served,
        settings: ServerSettings,
        keys: KeyRing,
        listening: socket.socket,
        certificate: Certificate | None = None,
    ) -> None:
        """Put the parts together; `run` starts them.

        Args:
            served: the contracts.
            settings: of the server.
            keys: whom it serves.
            listening: where clients connect.
            certificate: for https, None for http.
        """
        limits = settings.values.server
        self.sessions = Sessions(limits.max_sessions, limits.session_idle_minutes * 60)
        keys.on_change.append(partial(self.sessions.drop_ended, keys.has_ended))
        endpoints = {app: Endpoint(app, self.sessions) for app in unique_apps(served.apps).values()}
        self._endpoints = tuple(endpoints.values())
        by_path: dict[str, ASGIApp] = {path: endpoints[app] for path, app in served.apps.items()}
        speaking = {app.contract.events_path: app for app in endpoints if app.contract.events_path}
        by_path |= {path: LegacySse(app, self.sessions) for path, app in speaking.items()}
        apps = {**served.apps, **speaking}
        words = {path: Words(app.bindings.codes, app.contract.error_style) for path, app in speaking.items()}
        words |= {path: _words(app) for path, app in served.apps.items()}
        operating = Operating(apps, served.look, settings, keys, self.sessions)
        whole = site(by_path, self.sessions, served.ready, operating.routes)
        bounded = RequestSizes(whole, limits.max_body_kb * KILOBYTE)
        watched = operating.watched(guarded(bounded, settings, keys, words))
        self._listeners = [Listener(VersionHeader(watched, apps), listening, certificate)]
        if operating.metrics_app is not None:
            metrics = settings.values.metrics
            self._listeners.append(Listener(operating.metrics_app, bind_socket(metrics.host, metrics.port)))

    async def run(self) -> None:
        """Serve until `stop` is called, then answer what is under way."""
        await asyncio.gather(*(listener.run() for listener in self._listeners))

    def stop(self) -> None:
        """Take no further connections, and end the streams, which would never end by themselves."""
        for listener in self._listeners:
            listener.stop()
        asyncio.get_running_loop().call_later(LAST_ANSWERS_SECONDS, self.sessions.cancel_all)
        self.sessions.close_streams()
        for endpoint in self._endpoints:
            endpoint.close_streams()


def _words(app: App) -> Words:
    """Return how a contract refuses at its endpoint of MCP."""
    sessions = [version for version in app.contract.protocol_versions if version in HANDSHAKE_PROTOCOL_VERSIONS]
    return Words(app.bindings.codes, app.contract.error_style, sessions)
