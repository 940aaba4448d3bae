"""What operators see of one server, put together: routes, what stands before access, and a port for Prometheus."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from pro_context.access.scopes import KEY
from pro_context.app import unique_apps
from pro_context.operations.exposition import MEDIA_TYPE, exposition
from pro_context.operations.key_form import KeyForm
from pro_context.operations.measurements import Measurements
from pro_context.operations.overview import Look, Overview, Remembered
from pro_context.operations.request_labels import Places
from pro_context.operations.requests import Requests
from pro_context.operations.status import Sight, Subject, report
from pro_context.operations.status_page import HEADERS, page

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp, Scope

    from pro_context.access.key_ring import KeyRing
    from pro_context.app import App
    from pro_context.configuration.server_settings import ServerSettings
    from pro_context.transports.http.session_pool import Sessions


class Operating:
    """Watches a server and tells what it saw."""

    def __init__(
        self, apps: Mapping[str, App], look: Look | None, settings: ServerSettings, keys: KeyRing, sessions: Sessions
    ) -> None:
        """Watch the calls of some contracts from now on.

        Args:
            apps: contracts by path.
            look: asks their engine, None where it cannot be asked.
            settings: of the server.
            keys: whom it serves.
            sessions: of all clients.
        """
        self._measurements = Measurements()
        self._look = None if look is None else Remembered(look)
        self._requires_key = settings.values.security.require_key
        self._metrics = settings.values.metrics
        served = unique_apps(apps)
        contracts = [(path, app.contract.name, app.contract.version) for path, app in served.items()]
        tools = {tool["name"] for app in served.values() for tool in app.contract.tools}
        self._places = Places(apps, tools)
        self._version = version("pro-context")
        self._subject = Subject(self._version, contracts, self._measurements, lambda: len(sessions), keys.known)
        for app in served.values():
            app.dispatcher.on_call.append(partial(self._measurements.called, app.contract.name))

    @property
    def routes(self) -> list[Route]:
        """Return the routes at the server's address."""
        own = [Route("/", self._page), Route("/status.json", self._json)]
        return [*own, Route("/metrics", self._metrics_for_administrators)] if self._metrics_here else own

    @property
    def metrics_app(self) -> ASGIApp | None:
        """Return what answers on the port of the metrics' own, None where there is none."""
        if not self._metrics.enabled or self._metrics_here:
            return None
        return Starlette(routes=[Route("/metrics", self._metrics_for_all)])

    def watched(self, guarded: ASGIApp) -> ASGIApp:
        """Return an application with everything before it that is to see all requests.

        Args:
            guarded: with access around it.
        """
        return KeyForm(Requests(guarded, self._measurements, self._places), self._refused)

    @property
    def _metrics_here(self) -> bool:
        return self._metrics.enabled and not self._metrics.port

    async def _page(self, request: Request) -> Response:
        sight = self._sight(request.scope)
        said = report(self._subject, await self._overview(sight), sight, datetime.now(UTC))
        return HTMLResponse(page(said), headers=HEADERS)

    async def _json(self, request: Request) -> Response:
        sight = self._sight(request.scope)
        said = report(self._subject, await self._overview(sight), sight, datetime.now(UTC))
        return JSONResponse(said, headers={"Cache-Control": "no-store"})

    async def _metrics_for_administrators(self, request: Request) -> Response:
        caller = request.scope.get(KEY)
        if self._requires_key and (caller is None or not caller.is_admin):
            return JSONResponse({"message": "Metrics are for keys made with --admin"}, 403)
        return await self._metrics_for_all(request)

    async def _metrics_for_all(self, request: Request) -> Response:
        said = exposition(
            self._measurements, await self._overview(Sight.MEMBER), self._subject.sessions(), self._version
        )
        return PlainTextResponse(said, media_type=MEDIA_TYPE)

    def _sight(self, scope: Scope) -> Sight:
        caller = scope.get(KEY)
        if caller is None:
            return Sight.EVERYBODY if self._requires_key else Sight.MEMBER
        return Sight.ADMINISTRATOR if caller.is_admin else Sight.MEMBER

    async def _overview(self, sight: Sight) -> Overview | None:
        return None if self._look is None or sight is Sight.EVERYBODY else await self._look()

    def _refused(self) -> str:
        return page(report(self._subject, None, Sight.EVERYBODY, datetime.now(UTC)), refused=True)
