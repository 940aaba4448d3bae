"""The ports of the store: narrow protocols, which one object implements, since one transaction may touch them all.

No protocol has more than eight methods of its own. The module is over 300 lines because it is the whole contract
between the engine and a database.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol, TypeVar

from pro_context_engine.domain.model import (
    Chunk,
    Dates,
    Heading,
    Hit,
    Page,
    Snapshot,
    StoredPage,
    StoreStatus,
    Toc,
)
from pro_context_engine.domain.symbols import SymbolPlace

_Value = TypeVar("_Value")

SymbolTerm = tuple[str, SymbolPlace]
"""A path under which a symbol is imported, and the place that documents the symbol."""

HeadingPlace = tuple[str, str, str]
"""The title of a heading, the URL of its page, and its anchor: a plain tuple, since a library has thousands."""


class SymbolOwner(NamedTuple):
    """A symbol with the snapshot that has it."""

    library_id: str
    version: str
    place: SymbolPlace


class SnapshotStore(Protocol):
    """The snapshots of libraries, and their tables of contents."""

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
        """Open or renew a snapshot with this TOC; stored pages that the new TOC does not name are deleted.

        The entries of a TOC that must not be stored are left out.
        """
        ...

    async def confirm_toc(self, library_id: str, version: str, moment: datetime) -> None:
        """Note that a snapshot's TOC was found unchanged."""
        ...

    async def owner(self, url: str) -> tuple[str, str] | None:
        """Return (libraryId, version) of the newest snapshot whose TOC names this URL, fragment ignored."""
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

    async def pages_after(self, library_id: str, version: str, address: str, limit: int) -> list[Page]:
        """Return the stored pages of a snapshot that follow an address, in the order of their addresses.

        Args:
            library_id: of the snapshot.
            version: of the snapshot.
            address: `address_of` the last page that is known, "" for the first pages.
            limit: the most pages.

        Returns:
            The pages without their deliveries; [] at the end.
        """
        ...

    async def put_page(
        self, library_id: str, version: str, page: Page, chunks: Sequence[Chunk], read_at: datetime
    ) -> bool:
        """Store a page and index its chunks, in place of its former state, in one transaction.

        Returns:
            Whether the page is stored; False if there is no room for one more page, or the snapshot has gone.
        """
        ...

    async def confirm_page(self, library_id: str, version: str, url: str, moment: datetime) -> None:
        """Note that a stored page was found unchanged."""
        ...

    async def drop_page(self, library_id: str, version: str, url: str) -> None:
        """Delete a page and its chunks, if it is stored."""
        ...


class ChunkIndex(Protocol):
    """The searchable index."""

    async def search(
        self,
        terms: Sequence[str],
        scopes: Sequence[tuple[str, str | None]] | None,
        limit: int,
        preferred: Sequence[tuple[str, str | None]] = (),
    ) -> list[Hit]:
        """Return the best chunks for the analysed terms.

        Args:
            terms: output of `index.query_terms` and `asked_names`, any of which may match, and of `query_pairs`, which
                only score.
            scopes: (libraryId, version) pairs to search, version None for any; None for everything indexed.
            limit: the most hits.
            preferred: those of the scopes that take at least half of the hits if they have enough; their
                scores are those of any other hit.

        Returns:
            Hits, best first; [] when nothing matches.
        """
        ...

    async def symbols(self, library_id: str, version: str, names: Sequence[str]) -> list[str]:
        """Return the URLs that document the first known name, from the inventory of a snapshot's source.

        The pages of the URLs need not be stored.

        Args:
            library_id: of the snapshot.
            version: of the snapshot, "" for a source without versions.
            names: output of `dotted_names.asked_names`, in order of preference.

        Returns:
            URLs with anchors, at most 20; [] if there is no inventory or it has none of the names.
        """
        ...

    async def neighbours(self, hit: Hit) -> list[Chunk]:
        """Return every chunk of the hit's page and snapshot, in page order."""
        ...

    async def sections(
        self, library_id: str, version: str, urls: Sequence[str]
    ) -> list[tuple[Chunk, list[Heading]] | None]:
        """Return the chunks of a snapshot's pages with the headings that URLs name.

        Args:
            library_id: of the snapshot.
            version: of the snapshot.
            urls: of pages, each with the anchor of the heading.

        Returns:
            For each URL the chunk, and the headings from the page's first one down to the named one; None for a heading
            that is not stored.
        """
        ...

    async def beginning(self, hit: Hit, path: Sequence[str]) -> Chunk | None:
        """Return the chunk of the hit's page and snapshot in which a section begins, None if there is none.

        Args:
            hit: of the page.
            path: the heading path of the section, non-empty.
        """
        ...

    async def outlines(self, library_id: str, version: str, urls: Sequence[str]) -> dict[str, tuple[Heading, ...]]:
        """Return the headings of some of a snapshot's pages, in page order, by URL; those of stored pages only."""
        ...

    async def headings(self, library_id: str, version: str, limit: int) -> list[HeadingPlace]:
        """Return the headings of a snapshot's pages up to a limit, in no certain order."""
        ...

    async def remembered(
        self, key: Hashable, make: Callable[[], Awaitable[_Value]], size: Callable[[_Value], int]
    ) -> _Value:
        """Return a value that is made of stored rows; a store may keep it until anything is stored or deleted.

        Args:
            key: names everything that the value depends on besides the stored rows.
            make: makes the value.
            size: returns the size of a value, an estimate in bytes.
        """
        ...

    async def indexed(self) -> list[str]:
        """Return the ids of the libraries that have at least one indexed page, sorted."""
        ...


class SymbolStore(Protocol):
    """The symbol tables of package versions, each beside its snapshot."""

    async def has_symbols(self, library_id: str, version: str) -> bool:
        """Tell whether the symbol table of a snapshot is stored."""
        ...

    async def put_symbol_table(self, library_id: str, version: str, table: bytes, places: Sequence[SymbolTerm]) -> None:
        """Store the symbol table of a snapshot in place of the former one; nothing happens if the snapshot has gone.

        Args:
            library_id: of the snapshot.
            version: of the snapshot.
            table: the table in its JSON form, which the store compresses.
            places: every path of every symbol with the place that documents it.
        """
        ...

    async def symbol_table(self, library_id: str, version: str) -> bytes:
        """Return the symbol table of a snapshot in its JSON form, b"" if none is stored."""
        ...

    async def find_symbols(self, library_id: str, version: str, names: Sequence[str]) -> list[list[SymbolPlace]]:
        """Return the documented symbols that have a path with this ending, in any spelling of case and underscores.

        Args:
            library_id: of the snapshot.
            version: of the snapshot.
            names: names of one or more parts (`select`, `Session.execute`).

        Returns:
            For each name at most 200, each place once, the most public first; [] if the snapshot's table is not stored.
        """
        ...

    async def symbol_owners(self, name: str) -> list[SymbolOwner]:
        """Return the documented symbols of all snapshots that have a path with this ending, as `find_symbols` does.

        Returns:
            At most 200, the most public first.
        """
        ...

    async def symbol_names(
        self, scopes: Sequence[tuple[str, str]] | None, beginning: str = "", limit: int | None = None
    ) -> list[str]:
        """Return the canonical names of the documented symbols that have a path with such an ending.

        Args:
            scopes: (libraryId, version) of the snapshots; None for all.
            beginning: a name of which the last part is not complete (`sel`, `Session.ex`), in any spelling of case
                and underscores.
            limit: the most names; None for all.

        Returns:
            Each name once, the most public first.
        """
        ...

    async def symbol_ranks(self, library_id: str, version: str) -> Mapping[str, int]:
        """Return the rank of the most public symbol that each URL with anchor documents, {} without a table."""
        ...


class Maintenance(Protocol):
    """The care of the store by an operator."""

    @property
    def failing(self) -> bool:
        """Tell whether the store is in memory instead of its file, or its last operation failed."""
        ...

    async def status(self) -> StoreStatus:
        """Return the file of the store, its size, its bound and its snapshots."""
        ...

    async def writable(self) -> bool:
        """Tell whether the store keeps a new page where it should, by trying to write."""
        ...

    async def clear(self, library_ids: Sequence[str] | None) -> list[Snapshot]:
        """Delete the snapshots of some libraries; return the deleted snapshots.

        Args:
            library_ids: exact ids, all versions of which are deleted; None for everything stored.
        """
        ...

    async def verify(self) -> list[str]:
        """Return the problems of the store, in our own words; [] for a sound one.

        A damaged file is set aside when it is opened next, and its documentation fetched anew.
        """
        ...


class Store(SnapshotStore, PageStore, ChunkIndex, SymbolStore, Maintenance, Protocol):
    """Every port of the store in one object, as the folders in `adapters/store` implement them."""
