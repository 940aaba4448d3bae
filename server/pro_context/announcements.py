"""Tells clients that the session resource or the list of resources has changed, in the way of each protocol era."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourcesListChanged, ResourceUpdated
from mcp_types import SubscriptionsListenRequestParams, SubscriptionsListenResult


class Announcements:
    """The subscription streams of one server, and what is published on them."""

    def __init__(self, uris: Iterable[str]) -> None:
        """Announce changes of these resources, the only ones that ever change by themselves."""
        self._uris = tuple(uris)
        self._bus = InMemorySubscriptionBus()
        self._streams = ListenHandler(self._bus)

    async def publish(self, session: ServerSession) -> None:
        """Announce that the session resources have changed.

        Seed 000 section 4.2 asks for `list_changed`; `updated` is what has really happened. Handshake clients get
        both unasked, 2026-07-28 clients on the streams they opened.
        """
        await self.publish_list(session)
        for uri in self._uris:
            await session.send_resource_updated(uri)
            await self._bus.publish(ResourceUpdated(uri))

    async def publish_list(self, session: ServerSession) -> None:
        """Announce that the list of resources has changed."""
        await session.send_resource_list_changed()
        await self._bus.publish(ResourcesListChanged())

    async def listen(
        self, ctx: ServerRequestContext[Any, Any], params: SubscriptionsListenRequestParams
    ) -> SubscriptionsListenResult:
        """Serve one `subscriptions/listen` stream, acknowledging only what is ever sent."""
        asked = params.notifications
        watched = [uri for uri in asked.resource_subscriptions or () if uri in self._uris]
        served = asked.model_copy(
            update={"tools_list_changed": None, "prompts_list_changed": None, "resource_subscriptions": watched}
        )
        return await self._streams(ctx, params.model_copy(update={"notifications": served}))

    def close(self) -> None:
        """End every open stream in order: each still sends its result."""
        self._streams.close()
