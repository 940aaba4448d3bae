"""A server that answers from its contract alone while everything else is imported and opened."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from pro_context.protocol.request import Request
from pro_context.protocol.static_server import Result, StaticServer
from pro_context_contract.contract import Contract

if TYPE_CHECKING:
    from pro_context.protocol.contract_server import ContractServer

REST_SECONDS = 0.05
"""Seconds from the first answer until the rest is opened: the handshake and the lists follow each other at once."""


class StagedServer:
    """Answers the first requests of a client early; a request that needs handlers waits for them.

    Attributes:
        on_failure: functions that are called when the rest cannot be opened.
    """

    def __init__(self, contract: Contract, open_server: Callable[[], Coroutine[Any, Any, ContractServer]]) -> None:
        """Serve a contract.

        Args:
            contract: the published contract.
            open_server: imports and opens everything else; called once, when it is needed or soon after.
        """
        self._static = StaticServer(contract)
        self._open_server = open_server
        self._opening: asyncio.Task[ContractServer] | None = None
        self._rest: asyncio.TimerHandle | None = None
        self.on_failure: list[Callable[[], object]] = []

    @property
    def failure(self) -> BaseException | None:
        """Return the reason why the rest could not be opened, None if there is none."""
        opening = self._opening
        return None if opening is None or not opening.done() or opening.cancelled() else opening.exception()

    async def answer(self, request: Request) -> Result:
        """Return the result of a request; see `StaticServer.answer`."""
        if self._whole is None and self._static.has(request.method):
            if self._rest is None:
                self._rest = asyncio.get_running_loop().call_later(REST_SECONDS, self._begin)
            return await self._static.answer(request)
        return await (self._whole or await self._open()).answer(request)

    async def hear(self, notification: Request) -> None:
        """Act on a notification of a client."""
        if await self._static.hear(notification) and notification.client.capabilities.get("roots") is not None:
            await (await self._open()).take_roots(notification)

    async def wait_until_open(self) -> None:
        """Return when the rest is open, or cannot be opened, if it is being opened."""
        if self._opening is not None and not self._opening.done():
            await asyncio.wait([self._opening])
        if self._whole is not None:
            await self._whole.wait_until_open()

    def close_streams(self) -> None:
        """End the subscription streams; each still sends its result."""
        if self._whole is not None:
            self._whole.close_streams()

    async def end(self) -> None:
        """Stop opening, if it is not done."""
        if self._rest is not None:
            self._rest.cancel()
        if self._opening is not None and not self._opening.done():
            self._opening.cancel()
            await asyncio.wait([self._opening])

    @property
    def _whole(self) -> ContractServer | None:
        opening = self._opening
        return opening.result() if opening is not None and opening.done() and self.failure is None else None

    def _begin(self) -> asyncio.Task[ContractServer]:
        if self._opening is None:
            self._opening = asyncio.create_task(self._open_server())
            self._opening.add_done_callback(self._note_failure)
        return self._opening

    async def _open(self) -> ContractServer:
        return await asyncio.shield(self._begin())

    def _note_failure(self, opening: asyncio.Task[ContractServer]) -> None:
        if self.failure is not None:
            for listener in self.on_failure:
                listener()
