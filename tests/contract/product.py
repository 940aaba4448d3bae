"""The product on worlds: a contract's handlers and server on a real engine, with a real store in the test's folder."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.worlds import World, serve

from pro_context.app import App, build
from pro_context.protocol import ContractServer
from pro_context.sessions import MemorySession
from pro_context_engine import DocsEngine, open_engine
from pro_context_engine.assembly import utc_now
from pro_context_engine.interfaces import Clock
from pro_context_engine.settings import CustomSource, GitHub, Settings


@dataclass(frozen=True, slots=True)
class Product:
    """A contract that is open on some worlds, and one session with it.

    Attributes:
        docs: the engine.
        app: the contract with its handlers.
        worlds: what is documented, in the order they were named.
        session: of every call made through this object.
    """

    docs: DocsEngine
    app: App
    worlds: Sequence[World]
    session: MemorySession = field(default_factory=MemorySession)

    @property
    def world(self) -> World:
        """Return the first world."""
        return self.worlds[0]

    def server(self) -> ContractServer:
        """Return an MCP server of this product, on its one session."""
        return self.app.server(lambda _: self.session)

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool that must succeed and return its output."""
        envelope = await self.app.dispatcher.call(tool, arguments, self.session)
        assert not envelope.get("isError"), envelope
        return dict(envelope["structuredContent"])

    async def failure(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool that must fail and return the error."""
        envelope = await self.app.dispatcher.call(tool, arguments, self.session)
        assert envelope.get("isError"), envelope
        return error_of(self.app.contract.error_style, envelope["content"][0]["text"])

    async def read(self, resource: str, **parameters: str) -> Any:
        """Return what a resource holds: parsed where it is JSON."""
        text = await self.app.dispatcher.read(resource, parameters, self.session)
        return json.loads(text) if text.startswith("{") else text


def error_of(style: str, text: str) -> dict[str, Any]:
    """Return the error that a failed result's text holds.

    Args:
        style: the contract's error style; "prose" holds none that a program could read.
        text: of the result's only content block.
    """
    payload = json.loads(text)
    return dict(payload["error"] if style == "wrapped" else payload)


def engine_settings(worlds: Sequence[World], folder: Path, custom: Sequence[CustomSource] = ()) -> Settings:
    """Return engine settings that know these worlds, and nothing of the network or the machine's own packages.

    Args:
        worlds: any sites, and at most one environment.
        folder: of the test; the cache is made in it.
        custom: further sources.
    """
    environments = [world.environment for world in worlds if world.environment is not None]
    return Settings(
        cache_directory=folder / "cache",
        project_directory=folder,
        environment=str(environments[0]) if environments else "none",
        llms_txt=False,
        docs_sites=False,
        packages=False,
        github=GitHub(enabled=False),
        custom=(*(source for world in worlds for source in world.custom), *custom),
    )


@asynccontextmanager
async def opened(
    folder: Path,
    *names: str,
    contract: str = "full",
    custom: Mapping[str, str] | None = None,
    clock: Clock = utc_now,
) -> AsyncIterator[Product]:
    """Open a contract on worlds.

    Args:
        folder: of the test; a second product in the same folder finds what the first one stored.
        names: of the worlds.
        contract: its name.
        custom: further sources of the operator's, URL by libraryId; `{origin}` is the first world's.
        clock: gives the current time in UTC.

    Yields:
        The product.
    """
    with ExitStack() as stack:
        worlds = [stack.enter_context(serve(name)) for name in names]
        origin = worlds[0].origin if worlds else ""
        further = [
            CustomSource(library_id, "url", url.replace("{origin}", origin), library_id)
            for library_id, url in (custom or {}).items()
        ]
        docs = open_engine(engine_settings(worlds, folder, further), clock=clock)
        try:
            yield Product(docs, build(contract, docs), worlds)
        finally:
            await docs.close()
