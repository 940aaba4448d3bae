"""Tells a client that its session resource or its list of resources has changed, in the way of each protocol era."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from weakref import WeakKeyDictionary

from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ListenHandler,
    ResourcesListChanged,
    ResourceUpdated,
    ServerEvent,
)
from mcp_types import SubscriptionsListenRequestParams, SubscriptionsListenResult

from pro_context.protocol.session_state import MemorySession

MOST_STREAMS = 1_000
"""Subscription streams of one session, which over HTTP is everybody with the same key."""


class _Audience:
    """The subscription streams of one session."""

    def __init__(self) -> None:
        self.bus = InMemorySubscriptionBus()
        self.streams = ListenHandler(self.bus, max_subscriptions=MOST_STREAMS)


class Announcements:
    """The subscription streams of one server by session, and what is published on them.

    What happens in one session is nobody else's business, so each has its own audience.
    """

    def __init__(self, uris: Iterable[str], *, unasked: bool = True) -> None:
        """Announce changes of resources.

        Args:
            uris: the only ones that ever change by themselves.
            unasked: whether handshake clients are told, as the contract's capabilities say; streams are in any case.
        """
        self._uris = tuple(uris)
        self._unasked = unasked
        self._audiences: WeakKeyDictionary[MemorySession, _Audience] = WeakKeyDictionary()

    async def publish(self, session: MemorySession, client: ServerSession) -> None:
        """Announce that the session resources have changed.

        Seed 000 section 4.2 asks for `list_changed`; `updated` is what has really happened. Handshake clients get
        both unasked, 2026-07-28 clients on the streams they opened.
        """
        await self.publish_list(session, client)
        for uri in self._uris:
            if self._unasked:
                await client.send_resource_updated(uri)
            await self._publish(session, ResourceUpdated(uri))

    async def publish_list(self, session: MemorySession, client: ServerSession) -> None:
        """Announce that the list of resources has changed."""
        if self._unasked:
            await client.send_resource_list_changed()
        await self._publish(session, ResourcesListChanged())

    async def listen(
        self, session: MemorySession, ctx: ServerRequestContext[Any, Any], params: SubscriptionsListenRequestParams
    ) -> SubscriptionsListenResult:
        """Serve one `subscriptions/listen` stream, acknowledging only what is ever sent."""
        asked = params.notifications
        watched = [uri for uri in asked.resource_subscriptions or () if uri in self._uris]
        served = asked.model_copy(
            update={"tools_list_changed": None, "prompts_list_changed": None, "resource_subscriptions": watched}
        )
        audience = self._audiences.setdefault(session, _Audience())
        return await audience.streams(ctx, params.model_copy(update={"notifications": served}))

    def close(self) -> None:
        """End every open stream in order: each still sends its result."""
        for audience in list(self._audiences.values()):
            audience.streams.close()

    async def _publish(self, session: MemorySession, event: ServerEvent) -> None:
        if audience := self._audiences.get(session):
            await audience.bus.publish(event)
