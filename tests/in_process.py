"""The SDK's client in the process of the server, without pipes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import anyio
from mcp.client._transport import TransportStreams
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

from pro_context.protocol.contract_server import ContractServer
from pro_context.protocol.encoding import to_bytes
from pro_context.protocol.json_rpc import parse, to_message
from pro_context.protocol.memory_session import MemorySession
from pro_context.protocol.served_contract import App
from pro_context.transports.conversation import Conversation


class InProcess(AbstractAsyncContextManager[TransportStreams]):
    """A transport of the SDK's client to an app."""

    def __init__(self, app: App, session: MemorySession) -> None:
        self._opened = _streams(app, session)

    async def __aenter__(self) -> TransportStreams:
        """Connect."""
        return await self._opened.__aenter__()

    async def __aexit__(self, *failure: Any) -> bool | None:
        """Disconnect."""
        return await self._opened.__aexit__(*failure)


@asynccontextmanager
async def _streams(app: App, session: MemorySession) -> AsyncIterator[TransportStreams]:
    to_client, from_server = anyio.create_memory_object_stream[SessionMessage | Exception](1_000)
    to_server, from_client = anyio.create_memory_object_stream[SessionMessage](1_000)

    async def send(message: Mapping[str, Any]) -> None:
        await to_client.send(SessionMessage(jsonrpc_message_adapter.validate_json(to_bytes(message))))

    conversation = Conversation(ContractServer(app), session, send)

    async def take_all() -> None:
        async for item in from_client:
            message = item.message.model_dump(by_alias=True, exclude_unset=True, mode="json")
            await conversation.take(to_message(parse(to_bytes(message))))

    async with to_client, from_server, to_server, from_client, anyio.create_task_group() as tasks:
        tasks.start_soon(take_all)
        yield from_server, to_server
        await conversation.end(1)
        tasks.cancel_scope.cancel()
