"""The narrow protocols between the engine's rooms; each is implemented in one named folder.

No protocol has more than eight methods.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pro_context_engine.model import (
    Chunk,
    Hit,
    InstalledPackage,
    Library,
    Match,
    Page,
    Snapshot,
    SourceName,
    StoredPage,
    StoreStatus,
    Toc,
)

Clock = Callable[[], datetime]
"""Return the current time in UTC; tests put their own in."""


@dataclass(frozen=True, slots=True)
class Validators:
    """What a server said to recognise one state of a document by, "" where it said nothing."""

    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True, slots=True)
class Response:
    """What a fetch brought: the final URL after redirects, media type without parameters, the decoded text.

    `storable` is False where the server forbids keeping the document (Cache-Control: no-store).
    """

    url: str
    status: int
    media_type: str
    text: str
    etag: str = ""
    last_modified: str = ""
    storable: bool = True

    @property
    def validators(self) -> Validators:
        """Return what to ask `Fetcher.refetch` with, later."""
        return Validators(self.etag, self.last_modified)


class Fetcher(Protocol):
    """How bytes arrive safely (implemented in fetch/)."""

    async def fetch(self, url: str, *, origins: Sequence[str] = ()) -> Response:
        """Get one document behind the address guard.

        Args:
            url: absolute http(s) URL.
            origins: exact origins (`scheme://host:port`) the operator's configuration names; only these may be
                plain http or resolve to a private address.

        Returns:
            A response with status 200.

        Raises:
            PageMissing: the address answers 404 or 410.
            UrlRefused: the address guard refuses the URL or a redirect target.
            NotDocumentation: the body is no text, is empty, or is over its bound.
            FetchFailed: anything else that went wrong on the way.
        """
        ...

    async def refetch(self, url: str, known: Validators, *, origins: Sequence[str] = ()) -> Response | None:
        """Get one document if it is not what it was.

        Args:
            url: see `fetch`.
            known: of the state that is at hand.
            origins: see `fetch`.

        Returns:
            A response with status 200, or None where the server says that the document is still the same.

        Raises:
            DocsError: any fact of `fetch`.
        """
        ...

    def health(self) -> FetchHealth:
        """Return what the fetches so far tell about the network."""
        ...

    async def close(self) -> None:
        """Close every connection."""
        ...


@dataclass(frozen=True, slots=True)
class FetchHealth:
    """Counts since start: successes, failures of ours or theirs (404 is no failure), UTC time of the last success."""

    successes: int = 0
    failures: int = 0
    last_success: datetime | None = None


class Source(Protocol):
    """Where documentation lives (one file each in sources/)."""

    name: SourceName

    def version(self, library: Library) -> str | None:
        """Return the exact version this source has by itself (the installed one), None if it has no single one."""
        ...

    def serves(self, library: Library, version: str | None) -> bool:
        """Tell without network or parsing whether this source may have the library (in this version)."""
        ...

    def owner(self, url: str) -> tuple[str, str] | None:
        """Return (libraryId, version or "") if the page URL belongs to this source by its form or configuration."""
        ...

    async def toc(self, library: Library, version: str | None) -> Toc:
        """Give the library's table of contents.

        Raises:
            TocMissing: the source has none for this library.
            DocsError: any other fact of fetching or parsing.
        """
        ...

    async def page(self, library: Library, version: str | None, url: str) -> Page:
        """Give one page as Markdown with headings.

        Raises:
            PageMissing: the source has no such page.
            DocsError: any other fact of fetching or parsing.
        """
        ...


class Registry(Protocol):
    """Which libraries exist (implemented in registry/).

    Attributes:
        version: date-based version of the list (`registry-v2026-11-21`, seed 000 section 8.3).
    """

    version: str

    def get(self, library_id: str) -> Library | None:
        """Return the library with this id, slug or exact package name (`pypi/NAME` too), whatever the case."""
        ...

    def resolve(self, query: str, language: str | None = None) -> list[Match]:
        """Return the libraries that match a name or plain-language query, best first, at most ten."""
        ...

    def closest(self, library_id: str) -> str:
        """Return the known id nearest to an unknown one, "" when nothing is near."""
        ...

    def all(self) -> Sequence[Library]:
        """Return every library, most popular first."""
        ...


class Environment(Protocol):
    """What is installed in the user's project (implemented in project/)."""

    def packages(self) -> Sequence[InstalledPackage]:
        """Return every distribution of the environment, by name; [] when there is no environment."""
        ...

    def package(self, name: str) -> InstalledPackage | None:
        """Return the distribution with this name (normalised first), None if it is not installed."""
        ...

    def belongs_to_project(self) -> bool:
        """Tell whether this is the project's own environment, not just the one that runs Pro-Context."""
        ...

    def origin(self) -> str:
        """Return the name of the project's environment folder (".venv"), "" when it is not the project's own."""
        ...


class SnapshotStore(Protocol):
    """What survives a restart: snapshots, their TOC, their pages (implemented in store/)."""

    async def snapshot(self, library_id: str, version: str) -> Snapshot | None:
        """Return the library's snapshot for this version ("" for a source without versions)."""
        ...

    async def snapshots(self) -> list[Snapshot]:
        """Return every snapshot, newest first."""
        ...

    async def toc(self, library_id: str, version: str) -> Toc | None:
        """Return the stored TOC of a snapshot."""
        ...

    async def put_toc(self, library_id: str, toc: Toc, fetched_at: datetime, fingerprint: str) -> Snapshot:
        """Open or renew a snapshot with this TOC; pages the new TOC does not name go, the others stay."""
        ...

    async def page(self, url: str) -> StoredPage | None:
        """Return the stored page with this URL, fragment ignored; the newest snapshot's when several have it."""
        ...

    async def put_page(
        self, library_id: str, version: str, page: Page, chunks: Sequence[Chunk], fetched_at: datetime
    ) -> None:
        """Store a page and index its chunks, in place of what was there, in one transaction."""
        ...

    async def owner(self, url: str) -> tuple[str, str] | None:
        """Return (libraryId, version) of the snapshot whose TOC names this URL, fragment ignored."""
        ...

    async def close(self) -> None:
        """Release the store; acknowledged writes are on disk."""
        ...


class ChunkIndex(Protocol):
    """The searchable index (implemented in store/, since it survives a restart)."""

    async def search(
        self, terms: Sequence[str], scopes: Sequence[tuple[str, str | None]] | None, limit: int
    ) -> list[Hit]:
        """Return the best chunks for the analysed terms.

        Args:
            terms: output of `index.analyse`, any of which may match.
            scopes: (libraryId, version) pairs to search, version None for any; None for everything indexed.
            limit: at most so many hits.

        Returns:
            Hits, best first; [] when nothing matches.
        """
        ...

    async def neighbours(self, hit: Hit) -> list[Chunk]:
        """Return every chunk of the hit's page and snapshot, in page order."""
        ...

    async def pages(self, library_id: str, version: str) -> dict[str, datetime]:
        """Return the URLs of a snapshot's indexed pages, without fragment, with the UTC time each was fetched."""
        ...

    async def indexed(self) -> list[str]:
        """Return the ids of the libraries that have at least one indexed page, sorted."""
        ...


class Maintenance(Protocol):
    """How an operator looks after the store (implemented in store/)."""

    @property
    def failing(self) -> bool:
        """Tell whether it works without what it should keep: in memory, or its last operation failed."""
        ...

    async def status(self) -> StoreStatus:
        """Return where the store is, how large, and what it holds."""
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


Progress = Callable[[int, int, str], None]
"""Report (done, total, what) on long work; `what` is one of our own short phrases."""
