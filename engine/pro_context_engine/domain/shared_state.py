"""The state that servers share besides documentation and keys: sessions, rate limits, events; the ports of a store.

The server decides what a session holds, who may use it, and what an event means.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol


class StoredSession(NamedTuple):
    """A session of a client.

    Attributes:
        digest: SHA-256 of its secret id.
        owner: whose it is; a request with another owner does not get it.
        version: the protocol version that the client speaks.
        content: JSON text.
    """

    digest: bytes
    owner: tuple[str, str]
    version: str
    content: str


class SessionStore(Protocol):
    """Keeps the sessions of all servers; each method raises StoreUnavailable while the database does not answer."""

    async def put(self, session: StoredSession) -> None:
        """Store a new session; one that is stored already stays as it is."""
        ...

    async def find(self, digest: bytes) -> StoredSession | None:
        """Return a session, None if it does not exist or has ended."""
        ...

    async def give(self, session: StoredSession, owner: tuple[str, str]) -> StoredSession | None:
        """Give a session to another owner, unless it has a new one already.

        Returns:
            The session as it is stored now, None if it does not exist.
        """
        ...

    async def change(self, digest: bytes, change: Callable[[str], str]) -> str | None:
        """Change the content of a session, which no other server changes meanwhile.

        Args:
            digest: of the session.
            change: returns the new content for the stored one; called on any thread.

        Returns:
            The new content, None if the session does not exist.
        """
        ...

    async def touch(self, digests: Sequence[bytes]) -> None:
        """Note that sessions were used just now."""
        ...

    async def end(self, digest: bytes) -> None:
        """Delete a session."""
        ...


class TokenWish(NamedTuple):
    """A server's wish for tokens of a bucket that all servers share.

    Attributes:
        bucket: its name.
        burst: the most tokens that it holds; a new one is full.
        per_second: the tokens that it gains each second.
        wanted: the tokens that are needed now.
        returned: the tokens of an earlier wish that were not used.
    """

    bucket: str
    burst: int
    per_second: float
    wanted: int
    returned: int = 0


class TokenGrant(NamedTuple):
    """The answer to a wish: the tokens that the server may use, and those that the bucket still holds.

    A well-filled bucket gives more than was wanted, so that the server need not ask for each token.
    """

    granted: int
    left: float


class SharedTokens(Protocol):
    """Token buckets that all servers share."""

    async def take(self, wishes: Sequence[TokenWish]) -> list[TokenGrant]:
        """Take tokens, in one round trip for all buckets; no bucket is named twice.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        ...


class Event(NamedTuple):
    """A message from one server to the others: its topic, and its content in JSON."""

    topic: str
    content: str


class EventLog(Protocol):
    """Messages between servers, in one order; after a lost connection a server reads the messages that it missed."""

    async def publish(self, topic: str, content: str) -> None:
        """Send an event to all other servers.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        ...

    def listen(self, hear: Callable[[Event | None], None]) -> asyncio.Future[None]:
        """Call a function of the running event loop with each event of another server.

        Args:
            hear: gets the events in their order, and None where events may be missing between two of them.

        Returns:
            A future that is done when no further event will be missed.
        """
        ...


class SharedState(Protocol):
    """Everything that the servers of one database share besides documentation and keys."""

    @property
    def sessions(self) -> SessionStore:
        """Return the sessions."""
        ...

    @property
    def tokens(self) -> SharedTokens:
        """Return the token buckets."""
        ...

    @property
    def events(self) -> EventLog:
        """Return the events."""
        ...

    async def sweep(self, idle_seconds: float, most_sessions: int) -> None:
        """Delete idle and surplus sessions, full token buckets and old messages.

        Args:
            idle_seconds: seconds after which a session that no server used ends.
            most_sessions: the most sessions; beyond, those that were idle longest of the owners with most end.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        ...

    async def close(self) -> None:
        """Stop listening, and close the connections."""
        ...
