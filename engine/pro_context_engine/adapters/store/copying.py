"""The copy of a store into another one, so that a team that grows fetches nothing again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pro_context_engine.domain.model import Chunk, Dates, Hit, Snapshot
from pro_context_engine.domain.storage import Store

if TYPE_CHECKING:
    from pro_context_engine.adapters.store.sqlite.store import SqliteStore

AT_ONCE = 4
"""So many pages are copied at a time."""


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
    source: SqliteStore, target: Store, report: Callable[[CopiedSnapshot], None]
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


async def _copy_snapshot(source: SqliteStore, target: Store, snapshot: Snapshot) -> CopiedSnapshot:
    library_id, version = key = snapshot.library_id, snapshot.version
    stored = await target.snapshot(library_id, version)
    if stored is not None and stored.read_at > snapshot.read_at:
        return CopiedSnapshot(snapshot, 0, max(stored.pages, snapshot.pages))
    if stored is None or stored.read_at < snapshot.read_at:
        await _copy_toc(source, target, snapshot)
    there = await target.pages(library_id, version)
    pages = await source.pages(library_id, version)
    missing = {url: dates for url, dates in pages.items() if url not in there or there[url].read_at < dates.read_at}
    bound = asyncio.Semaphore(AT_ONCE)

    async def copy(url: str, dates: Dates) -> bool:
        async with bound:
            return await _copy_page(source, target, key, url, dates)

    done = await asyncio.gather(*(copy(url, dates) for url, dates in missing.items()))
    now = await target.snapshot(library_id, version)
    return CopiedSnapshot(snapshot, sum(done), now.pages if now else 0)


async def _copy_toc(source: SqliteStore, target: Store, snapshot: Snapshot) -> None:
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


async def _copy_page(source: SqliteStore, target: Store, key: tuple[str, str], url: str, dates: Dates) -> bool:
    stored = await source.page(url, key)
    if stored is None:
        return False
    page = stored.page
    chunks = await source.neighbours(Hit(_chunk_of(page.url), 0.0, key[0], key[1] or None))
    if not await target.put_page(*key, page, chunks, dates.read_at):
        return False
    if dates.fetched_at != dates.read_at:
        await target.confirm_page(*key, page.url, dates.fetched_at)
    return True


def _chunk_of(url: str) -> Chunk:
    """Return a chunk that names a page."""
    return Chunk("", url, "", "", "", (), "", "", 0, 0, 0)


def sums(copied: list[CopiedSnapshot]) -> Mapping[str, int]:
    """Return the number of snapshots, of pages copied now, and of snapshots that are not whole."""
    return {
        "snapshots": len(copied),
        "copied": sum(one.copied for one in copied),
        "incomplete": sum(not one.is_whole for one in copied),
    }
