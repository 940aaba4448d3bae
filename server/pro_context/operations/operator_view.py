"""The assembly of the operators' view: its routes, its middleware, and an optional port for Prometheus."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from pro_context.access.asgi_scope import KEY
from pro_context.operations import overview
from pro_context.operations.cached_value import CachedValue
from pro_context.operations.key_form import KeyForm
from pro_context.operations.measurements import Measurements
from pro_context.operations.overview import Overview, ReadOverview
from pro_context.operations.prometheus_text import MEDIA_TYPE, exposition
from pro_context.operations.request_log import RequestLog
from pro_context.operations.status import Report, Subject, Visibility, report
from pro_context.operations.status_page import HEADERS, page
from pro_context.protocol.served_contract import unique_apps

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp, Scope

    from pro_context.access.key_ring import KeyRing
    from pro_context.configuration.server_settings import ServerSettings
    from pro_context.protocol.served_contract import App


class OperatorView:
    """The operators' view of one server, which counts the calls of its contracts from now on."""

    def __init__(
        self,
        apps: Mapping[str, App],
        read: ReadOverview | None,
        settings: ServerSettings,
        keys: KeyRing,
        sessions: Sized,
    ) -> None:
        self._measurements = Measurements()
        self._read_overview = None if read is None else CachedValue(read, overview.SECONDS)
        self._requires_key = settings.values.security.require_key
        self._metrics = settings.values.metrics
        served = unique_apps(apps)
        contracts = [(path, app.contract.name, app.contract.version) for path, app in served.items()]
        self._tools = {tool["name"] for app in served.values() for tool in app.contract.tools}
        self._version = version("pro-context")
        versions = {path: app.contract.initialize["serverInfo"]["version"] for path, app in apps.items()}
        self._versions = {"": self._version, **versions}
        self._subject = Subject(self._version, contracts, self._measurements, lambda: len(sessions), keys.current_keys)
        for app in served.values():
            app.dispatcher.on_call.append(partial(self._measurements.count_call, app.contract.name))

    @property
    def routes(self) -> list[Route]:
        """Return the routes at the server's address."""
        own = [Route("/", self._page), Route("/status.json", self._json)]
        return [*own, Route("/metrics", self._metrics_for_administrators)] if self._metrics_here else own

    @property
    def metrics_app(self) -> ASGIApp | None:
        """Return the application for the metrics' own port, None without such a port."""
        if not self._metrics.enabled or self._metrics_here:
            return None
        return Starlette(routes=[Route("/metrics", self._metrics_for_all)])

    def watch(self, app: ASGIApp) -> ASGIApp:
        """Wrap an application in the middleware that must see all requests."""
        return KeyForm(RequestLog(app, self._measurements, self._tools, self._versions), self._refusal_page)

    @property
    def _metrics_here(self) -> bool:
        return self._metrics.enabled and not self._metrics.port

    async def _page(self, request: Request) -> Response:
        content = await self._report(request)
        refresh = request.query_params.get("refresh", "")
        seconds = int(refresh) if refresh.isdecimal() and len(refresh) <= 4 else 0
        return HTMLResponse(page(content, refresh=seconds), headers=HEADERS)

    async def _json(self, request: Request) -> Response:
        return JSONResponse(await self._report(request), headers={"Cache-Control": "no-store"})

    async def _report(self, request: Request) -> Report:
        visibility = self._visibility(request.scope)
        return await report(self._subject, await self._overview(visibility), visibility, datetime.now(UTC))

    async def _metrics_for_administrators(self, request: Request) -> Response:
        caller = request.scope.get(KEY)
        if self._requires_key and (caller is None or not caller.is_admin):
            return JSONResponse({"message": "Metrics need a key made with --admin"}, 403)
        return await self._metrics_for_all(request)

    async def _metrics_for_all(self, request: Request) -> Response:
        content = exposition(
            self._measurements, await self._overview(Visibility.MEMBER), self._subject.sessions(), self._version
        )
        return PlainTextResponse(content, media_type=MEDIA_TYPE)

    def _visibility(self, scope: Scope) -> Visibility:
        caller = scope.get(KEY)
        if caller is None:
            return Visibility.EVERYBODY if self._requires_key else Visibility.MEMBER
        return Visibility.ADMINISTRATOR if caller.is_admin else Visibility.MEMBER

    async def _overview(self, visibility: Visibility) -> Overview | None:
        if self._read_overview is None or visibility is Visibility.EVERYBODY:
            return None
        return await self._read_overview()

    async def _refusal_page(self) -> str:
        return page(await report(self._subject, None, Visibility.EVERYBODY, datetime.now(UTC)), refused=True)
