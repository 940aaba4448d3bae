"""The narrow protocols of the store; all are implemented in store/, since one transaction may touch them all.

No protocol has more than eight methods.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from pro_context_engine.domain.model import Chunk, Dates, Hit, Page, Snapshot, StoredPage, StoreStatus, Toc, TocEntry


class SnapshotStore(Protocol):
    """What survives a restart: snapshots and their TOC ."""

    async def snapshot(self, library_id: str, version: str) -> Snapshot | None:
        """Return the library's snapshot for this version ("" for a source without versions)."""
        ...

    async def snapshots(self) -> list[Snapshot]:
        """Return every snapshot, newest first."""
        ...

    async def toc(self, library_id: str, version: str) -> Toc | None:
        """Return the stored TOC of a snapshot."""
        ...

    async def toc_text(self, library_id: str, version: str) -> str:
        """Return the llms.txt behind the stored TOC of a snapshot, "" if there is none."""
        ...

    async def put_toc(self, library_id: str, toc: Toc, read_at: datetime) -> Snapshot:
        """Open or renew a snapshot with this TOC; pages the new TOC does not name go, the others stay.

        The entries of a TOC that must not be stored are left out.
        """
        ...

    async def confirm_toc(self, library_id: str, version: str, moment: datetime) -> None:
        """Note that a snapshot's TOC was found unchanged."""
        ...

    async def owner(self, url: str) -> tuple[str, str] | None:
        """Return (libraryId, version) of the snapshot whose TOC names this URL, fragment ignored."""
        ...

    async def close(self) -> None:
        """Release the store; acknowledged writes are on disk."""
        ...


class PageStore(Protocol):
    """The pages of snapshots, each with its chunks in the index."""

    async def page(self, url: str, key: tuple[str, str] | None = None) -> StoredPage | None:
        """Return the stored page with this URL, fragment ignored.

        Args:
            url: of the page.
            key: (libraryId, version or "") of the snapshot; None for the newest that has the page.
        """
        ...

    async def pages(self, library_id: str, version: str) -> dict[str, Dates]:
        """Return the URLs of a snapshot's stored pages, without fragment, with their dates."""
        ...

    async def put_page(
        self, library_id: str, version: str, page: Page, chunks: Sequence[Chunk], read_at: datetime
    ) -> bool:
        """Store a page and index its chunks, in place of what was there, in one transaction.

        Returns:
            Whether it is stored; not if there is no room for one more page, or the snapshot has gone meanwhile.
        """
        ...

    async def confirm_page(self, library_id: str, version: str, url: str, moment: datetime) -> None:
        """Note that a stored page was found unchanged."""
        ...

    async def drop_page(self, library_id: str, version: str, url: str) -> None:
        """Delete a page and its chunks, where they are stored."""
        ...


class ChunkIndex(Protocol):
    """The searchable index."""

    async def search(
        self, terms: Sequence[str], scopes: Sequence[tuple[str, str | None]] | None, limit: int
    ) -> list[Hit]:
        """Return the best chunks for the analysed terms.

        Args:
            terms: output of `index.query_terms` and `asked_names`, any of which may match, and of `query_pairs`, which
                only score.
            scopes: (libraryId, version) pairs to search, version None for any; None for everything indexed.
            limit: at most so many hits.

        Returns:
            Hits, best first; [] when nothing matches.
        """
        ...

    async def symbols(self, library_id: str, version: str, names: Sequence[str]) -> list[str]:
        """Return where names are documented, as the inventory of a snapshot's source says, its pages stored or not.

        Args:
            library_id: of the snapshot.
            version: of the snapshot, "" for a source without versions.
            names: output of `index.names.asked_names`; the first that is known decides.

        Returns:
            URLs with anchors, at most 20; [] where there is no inventory or no such name in it.
        """
        ...

    async def neighbours(self, hit: Hit) -> list[Chunk]:
        """Return every chunk of the hit's page and snapshot, in page order."""
        ...

    async def beginning(self, hit: Hit, path: Sequence[str]) -> Chunk | None:
        """Return the chunk of the hit's page and snapshot in which a section begins, None if there is none.

        Args:
            hit: of the page.
            path: the heading path of the section, non-empty.
        """
        ...

    async def headings(self, library_id: str, version: str, limit: int) -> list[TocEntry]:
        """Return the headings of a snapshot's pages as entries `URL#anchor`, at most so many, in no certain order."""
        ...

    async def indexed(self) -> list[str]:
        """Return the ids of the libraries that have at least one indexed page, sorted."""
        ...


class Maintenance(Protocol):
    """How an operator looks after the store."""

    @property
    def failing(self) -> bool:
        """Tell whether it works without what it should keep: in memory, or its last operation failed."""
        ...

    async def status(self) -> StoreStatus:
        """Return where the store is, how large, and what it holds."""
        ...

    async def writable(self) -> bool:
        """Tell whether what is fetched now is kept where it should be, by trying to write."""
        ...

    async def clear(self, library_ids: Sequence[str] | None) -> list[Snapshot]:
        """Delete the snapshots of some libraries; return what is gone.

        Args:
            library_ids: exact ids, every version of which goes; None for everything stored.
        """
        ...

    async def verify(self) -> list[str]:
        """Return what is wrong with the store, in our own words; [] when all is well.

        A file with something wrong is set aside when it is opened next, and its documentation fetched anew.
        """
        ...
