"""MCP over standard input and output: the process is the session."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from pro_context.operations.logs import note_start
from pro_context.transports import standard_streams
from pro_context.transports.garbage_collection import collect_seldom

if TYPE_CHECKING:
    from pro_context.configuration.loading import LoadedConfiguration
    from pro_context.configuration.server_settings import ServerSettings
    from pro_context.protocol.contract_server import ContractServer
    from pro_context.protocol.served_contract import App
    from pro_context.transports.standard_streams import StandardStreams
    from pro_context_contract import Contract
    from pro_context_engine import BlockingCalls, DocsEngine

LATER_SECONDS = 0.5
"""Seconds without a call until the rest is imported, which would make calls of that time slower."""

OpenApp = Callable[[], AbstractAsyncContextManager["App"]]


def run(loaded: LoadedConfiguration) -> int:
    """Serve one of the product's contracts until the client leaves or a signal asks to stop.

    Returns:
        The exit status: 0, or 130 after SIGINT.
    """
    streams = standard_streams.claim()
    # The models of the contract are not imported with it.
    from pro_context_contract import load_contract  # noqa: PLC0415

    contract = load_contract(loaded.setting("contract"))
    # A corpus completes its contract, spans begin with the first request, and the log of a start names the registry.
    logs_start = loaded.setting("logging.level") in ("debug", "info")
    waits = contract.corpus_filters or loaded.setting("telemetry.endpoint") or logs_start
    return asyncio.run(serve(partial(_product_app, loaded), streams, None if waits else contract))


async def serve(open_app: OpenApp, streams: StandardStreams, contract: Contract | None = None) -> int:
    """Serve an app; requests that its contract alone answers do not wait for it.

    Args:
        open_app: opens the app; no module that it imports can print to the client.
        streams: the reserved streams.
        contract: the contract of the app, None if every request waits.

    Returns:
        The exit status.
    """
    # A library may print too, so they are imported after the streams are reserved.
    from pro_context.transports import stdio_connection  # noqa: PLC0415

    async with AsyncExitStack() as stack:

        async def open_server() -> ContractServer:
            from pro_context.protocol.contract_server import ContractServer  # noqa: PLC0415

            app = await stack.enter_async_context(open_app())
            collect_seldom()
            return ContractServer(app)

        if contract is None:
            return await stdio_connection.serve(await open_server(), streams)
        from pro_context.protocol.staged_server import StagedServer  # noqa: PLC0415

        server = StagedServer(contract, open_server)
        serving = asyncio.create_task(stdio_connection.serve(server, streams))
        server.on_failure.append(serving.cancel)
        try:
            await asyncio.wait([serving])
            if server.failure is not None:
                raise server.failure
            return serving.result()
        finally:
            await server.end()


@asynccontextmanager
async def _product_app(loaded: LoadedConfiguration) -> AsyncIterator[App]:
    # Clients are answered while a thread imports the rest.
    from pro_context_engine import BlockingCalls  # noqa: PLC0415

    imports = BlockingCalls("imports")
    settings = await imports.call(partial(_import_rest, loaded))
    from pro_context.app import build  # noqa: PLC0415
    from pro_context.operations import telemetry  # noqa: PLC0415
    from pro_context_engine import open_engine  # noqa: PLC0415

    docs = open_engine(settings.engine())
    docs.start_background_work()
    later = None
    try:
        app = build(settings.values.contract, docs, telemetry.spans(settings))
        note_start(app.contract, "stdio", docs.registry_version)
        later = asyncio.create_task(_import_later(app, docs, imports))
        yield app
    finally:
        if later is not None:
            later.cancel()
        await docs.close()


async def _import_later(app: App, docs: DocsEngine, imports: BlockingCalls) -> None:
    """Import modules and read files ahead once no call has come for a while, so that later calls wait less.

    The project is read on the event loop, as a call does it: the client may name another project meanwhile.
    """
    # Clients are answered while this is imported.
    from pro_context.protocol.binding import check  # noqa: PLC0415

    clock = asyncio.get_running_loop().time
    last = clock()

    def note_call(*_: object) -> None:
        nonlocal last
        last = clock()

    app.dispatcher.on_call.append(note_call)
    idle = 0.0
    while idle < LATER_SECONDS:
        await asyncio.sleep(LATER_SECONDS - idle)
        idle = clock() - last
    app.dispatcher.on_call.remove(note_call)
    await docs.open_parts()
    await imports.call(partial(check, app.bindings))
    docs.read_project()


def _import_rest(loaded: LoadedConfiguration) -> ServerSettings:
    """Import the modules that every call needs; return the settings."""
    import jsonschema_rs  # noqa: F401, PLC0415

    from pro_context import app  # noqa: F401, PLC0415
    from pro_context.operations import telemetry  # noqa: F401, PLC0415
    from pro_context.protocol import contract_server  # noqa: F401, PLC0415
    from pro_context_engine import open_engine  # noqa: F401, PLC0415

    return loaded.settings
