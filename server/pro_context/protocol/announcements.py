"""Notifications that a session resource or the list of resources has changed, for each protocol era."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from pro_context.protocol.memory_session import Change, MemorySession
from pro_context.protocol.request import Client, ProtocolError, Request
from pro_context_contract.protocol import INTERNAL_ERROR, SUBSCRIPTION_ID_META_KEY

logger = logging.getLogger(__name__)

MOST_STREAMS = 1_000
"""The most subscription streams of one session; over HTTP a session is shared by all clients with one key."""

MOST_WAITING = 1_000
"""The most changes that wait for a client that does not read; beyond it, its stream ends."""

LIST_CHANGED = "notifications/resources/list_changed"
UPDATED = "notifications/resources/updated"


class _Stream:
    """One subscription: the changes that its client wants, and those that wait to be sent."""

    def __init__(self, honored: Mapping[str, Any]) -> None:
        self.changes: asyncio.Queue[tuple[str, dict[str, Any]] | None] = asyncio.Queue()
        self._lists = "resourcesListChanged" in honored
        self._uris = frozenset(honored.get("resourceSubscriptions", ()))

    def hear(self, method: str, params: dict[str, Any]) -> None:
        """Keep a change for the client, if it wants this one."""
        if self._lists if method == LIST_CHANGED else params["uri"] in self._uris:
            self.changes.put_nowait((method, params))


class Announcements:
    """The subscription streams of one server, by session.

    The events of one session do not concern other sessions, so each session has streams of its own.
    """

    def __init__(self, uris: Callable[[], Collection[str]], *, unasked: bool) -> None:
        """Announce changes of resources.

        Args:
            uris: returns the URIs of the resources whose content can change.
            unasked: whether handshake clients get notifications, as the contract's capabilities say; streams always do.
        """
        self._changing = uris
        self._unasked = unasked
        self._streams: WeakKeyDictionary[MemorySession, set[_Stream]] = WeakKeyDictionary()

    async def publish(self, session: MemorySession, client: Client, *, list_alone: bool = False) -> None:
        """Announce that the session resources have changed, or the list of resources alone.

        The contract promises `list_changed`, and `updated` describes the change. Handshake clients get both without a
        request, 2026-07-28 clients on the streams that they opened.
        """
        uris = () if list_alone else self._changing()
        changes: list[Change] = [(LIST_CHANGED, {}), *((UPDATED, {"uri": uri}) for uri in uris)]
        if self._unasked and not client.is_stateless:
            for method, params in changes:
                await client.announce(method, params or None)
        self.relay(session, changes)
        if self._unasked or client.is_stateless:
            await session.announce_elsewhere(changes)

    def relay(self, session: MemorySession, changes: Sequence[Change]) -> None:
        """Give the streams of a session the changes that another server has announced."""
        streams = self._streams.get(session, set())
        for stream in list(streams):
            for method, params in changes:
                if stream.changes.qsize() >= MOST_WAITING:
                    logger.warning("a subscription ends: its client does not read")
                    streams.discard(stream)
                    stream.changes.put_nowait(None)
                    break
                stream.hear(method, params)

    async def listen(self, request: Request) -> dict[str, Any]:
        """Serve one `subscriptions/listen` stream; acknowledge only notifications that are ever sent.

        Raises:
            ProtocolError: the session has too many streams.
        """
        streams = self._streams.setdefault(request.session, set())
        if len(streams) >= MOST_STREAMS:
            raise ProtocolError(INTERNAL_ERROR, "There are too many subscriptions")
        honored = self._honored(request.params["notifications"])
        meta = {SUBSCRIPTION_ID_META_KEY: request.request_id}
        stream = _Stream(honored)
        streams.add(stream)
        try:
            acknowledged = {"notifications": honored, "_meta": meta}
            await request.channel.notify("notifications/subscriptions/acknowledged", acknowledged)
            while (change := await stream.changes.get()) is not None:
                method, params = change
                await request.channel.notify(method, {**params, "_meta": meta})
        finally:
            streams.discard(stream)
        return {"_meta": meta}

    def close(self) -> None:
        """End every open stream; each still sends its changes and its result."""
        for streams in list(self._streams.values()):
            for stream in streams:
                stream.changes.put_nowait(None)

    def _honored(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        uris = self._changing()
        watched = [uri for uri in asked.get("resourceSubscriptions") or () if uri in uris]
        lists = {"resourcesListChanged": True} if asked.get("resourcesListChanged") else {}
        return {**lists, "resourceSubscriptions": watched} if watched else {**lists}
