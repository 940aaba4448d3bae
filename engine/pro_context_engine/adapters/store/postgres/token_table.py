"""Token buckets in the database that many servers share: one server takes each token."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.adapters.store.postgres.database import Database, Statement
from pro_context_engine.domain.shared_state import TokenGrant, TokenWish

SECONDS = 0.5
"""The most seconds that the taking of tokens takes: every call waits for it."""

SHARE = 4
"""A server may take this part of a bucket in advance, so that a call of a key with many tokens need not ask."""

# By the clock of the database, since those of the servers differ.
_TAKE = (
    "INSERT INTO pro_context.token_bucket AS kept (name, tokens, granted, filled_at, full_at) "
    "VALUES (%(name)s, %(rest)s, %(first)s, clock_timestamp(), clock_timestamp()) "
    "ON CONFLICT (name) DO UPDATE SET (tokens, granted, filled_at, full_at) = "
    "(SELECT filled - taken, taken, moment, moment + make_interval(secs => (%(burst)s - filled + taken) / %(rate)s) "
    "FROM (SELECT moment, filled, least(floor(filled), greatest(%(wanted)s, floor(filled / %(share)s))) AS taken "
    "FROM (SELECT moment, least(%(burst)s, kept.tokens + %(back)s + "
    "greatest(0, extract(epoch FROM moment - kept.filled_at)) * %(rate)s) AS filled "
    "FROM (SELECT clock_timestamp() AS moment) AS clock) AS bucket) AS taking) "
    "RETURNING granted, tokens"
)
_SWEEP = "DELETE FROM pro_context.token_bucket WHERE full_at < now() - interval '1 hour'"


class TokenTable:
    """Implements `SharedTokens`.

    Args:
        database: connections.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def take(self, wishes: Sequence[TokenWish]) -> list[TokenGrant]:
        """Take tokens in one round trip; rows are locked in one order, so that no server waits in a circle."""
        places = sorted(range(len(wishes)), key=lambda place: wishes[place].bucket)
        rows = await self._database.at_once([_statement(wishes[place]) for place in places], SECONDS)
        grants = {place: TokenGrant(int(row[0]), float(row[1])) for place, (row,) in zip(places, rows, strict=True)}
        return [grants[place] for place in range(len(wishes))]

    async def sweep(self) -> None:
        """Delete the buckets that have long been full."""
        await self._database.at_once([(_SWEEP, ())], SECONDS)


def _statement(wish: TokenWish) -> Statement:
    first = min(wish.burst, max(wish.wanted, wish.burst // SHARE))
    return _TAKE, {
        "name": wish.bucket,
        "rest": float(wish.burst - first),
        "first": first,
        "burst": float(wish.burst),
        "rate": wish.per_second,
        "wanted": float(wish.wanted),
        "back": float(wish.returned),
        "share": float(SHARE),
    }
