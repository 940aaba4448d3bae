"""The copy of a store into another one, so that a team that grows fetches nothing again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pro_context_engine.domain.model import Snapshot

if TYPE_CHECKING:
    from pro_context_engine.adapters.store.postgres.store import PostgresStore
    from pro_context_engine.adapters.store.sqlite.store import SqliteStore

AT_ONCE = 50
"""Pages that are stored in one transaction."""

BATCHES = 2
"""Transactions at the same time: while one is stored, the next is read."""


class CopiedSnapshot(NamedTuple):
    """The copy of a snapshot.

    Attributes:
        snapshot: as it is in the source.
        copied: number of pages that were copied now.
        pages: number of its pages in the target by now.
    """

    snapshot: Snapshot
    copied: int
    pages: int

    @property
    def is_whole(self) -> bool:
        """Tell whether the target has every page."""
        return self.pages >= self.snapshot.pages


async def copy_store(
    source: SqliteStore, target: PostgresStore, report: Callable[[CopiedSnapshot], None]
) -> list[CopiedSnapshot]:
    """Copy every snapshot that the target does not have as new; a copy that was interrupted goes on where it ended.

    Args:
        source: the store to copy.
        target: the store that receives the copy.
        report: called after each snapshot.

    Raises:
        StoreUnavailable: the target does not answer, or refuses.
    """
    copied: list[CopiedSnapshot] = []
    # The oldest first, as they were stored.
    for snapshot in reversed(await source.snapshots()):
        copied.append(await _copy_snapshot(source, target, snapshot))
        report(copied[-1])
    return copied


async def _copy_snapshot(source: SqliteStore, target: PostgresStore, snapshot: Snapshot) -> CopiedSnapshot:
    library_id, version = snapshot.library_id, snapshot.version
    stored = await target.snapshot(library_id, version)
    if stored is not None and stored.read_at > snapshot.read_at:
        return CopiedSnapshot(snapshot, 0, max(stored.pages, snapshot.pages))
    if stored is None or stored.read_at < snapshot.read_at:
        await _copy_toc(source, target, snapshot)
    there = await target.pages(library_id, version)
    pages = await source.pages(library_id, version)
    missing = {url: dates for url, dates in pages.items() if url not in there or there[url].read_at < dates.read_at}
    bound = asyncio.Semaphore(BATCHES)

    async def copy(urls: Sequence[str]) -> int:
        async with bound:
            return await target.put_copies(library_id, version, await source.copies(library_id, version, urls))

    urls = list(missing)
    batches = [urls[start : start + AT_ONCE] for start in range(0, len(urls), AT_ONCE)]
    copying = [asyncio.create_task(copy(batch)) for batch in batches]
    try:
        done = await asyncio.gather(*copying)
    finally:
        # When one fails, the others must not go on.
        for task in copying:
            task.cancel()
        await asyncio.gather(*copying, return_exceptions=True)
    now = await target.snapshot(library_id, version)
    return CopiedSnapshot(snapshot, sum(done), now.pages if now else 0)


async def _copy_toc(source: SqliteStore, target: PostgresStore, snapshot: Snapshot) -> None:
    library_id, version = snapshot.library_id, snapshot.version
    toc = await source.toc(library_id, version)
    if toc is None:
        return
    symbols, places = await source.stored_symbols(library_id, version)
    text = await source.toc_text(library_id, version)
    await target.put_toc(library_id, replace(toc, symbols=tuple(symbols), text=text), snapshot.read_at)
    await target.confirm_toc(library_id, version, snapshot.fetched_at)
    table = await source.symbol_table(library_id, version)
    if table:
        await target.put_symbol_table(library_id, version, table, places)


def sums(copied: list[CopiedSnapshot]) -> Mapping[str, int]:
    """Return the number of snapshots, of pages copied now, and of snapshots that are not whole."""
    return {
        "snapshots": len(copied),
        "copied": sum(one.copied for one in copied),
        "incomplete": sum(not one.is_whole for one in copied),
    }
