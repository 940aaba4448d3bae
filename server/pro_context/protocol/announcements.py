"""Notifications that a session resource or the list of resources has changed, for each protocol era."""

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
"""The most subscription streams of one session; over HTTP a session is shared by all clients with one key."""


class _Audience:
    """The subscription streams of one session."""

    def __init__(self) -> None:
        self.bus = InMemorySubscriptionBus()
        self.streams = ListenHandler(self.bus, max_subscriptions=MOST_STREAMS)


class Announcements:
    """The subscription streams of one server, by session.

    The events of one session do not concern other sessions, so each session has streams of its own.
    """

    def __init__(self, uris: Iterable[str], *, unasked: bool = True) -> None:
        """Announce changes of resources.

        Args:
            uris: the URIs of the resources whose content can change.
            unasked: whether handshake clients get notifications, as the contract's capabilities say; streams always do.
        """
        self._uris = tuple(uris)
        self._unasked = unasked
        self._audiences: WeakKeyDictionary[MemorySession, _Audience] = WeakKeyDictionary()

    async def publish(self, session: MemorySession, client: ServerSession) -> None:
        """Announce that the session resources have changed.

        The contract promises `list_changed`, and `updated` describes the change. Handshake clients get both without a
        request, 2026-07-28 clients on the streams that they opened.
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
        """Serve one `subscriptions/listen` stream; acknowledge only notifications that are ever sent."""
        asked = params.notifications
        watched = [uri for uri in asked.resource_subscriptions or () if uri in self._uris]
        served = asked.model_copy(
            update={"tools_list_changed": None, "prompts_list_changed": None, "resource_subscriptions": watched}
        )
        audience = self._audiences.setdefault(session, _Audience())
        return await audience.streams(ctx, params.model_copy(update={"notifications": served}))

    def close(self) -> None:
        """End every open stream; each still sends its result."""
        for audience in list(self._audiences.values()):
            audience.streams.close()

    async def _publish(self, session: MemorySession, event: ServerEvent) -> None:
        if audience := self._audiences.get(session):
            await audience.bus.publish(event)
