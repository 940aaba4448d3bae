"""The narrow protocols between the engine's rooms; each is implemented in one named folder.

Those of the store are in `storage`, those of the network in `fetching`. No protocol has more than eight methods. The
module is over 300 lines because every method states its whole contract.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from pathlib import Path

    from pro_context_engine.domain.declared_files import DeclarationFiles
    from pro_context_engine.domain.model import InstalledPackage, KeptPackage, Library, Match, Page, SourceName, Toc
    from pro_context_engine.domain.package_files import SourceFiles
    from pro_context_engine.domain.source_traits import SourceTraits
    from pro_context_engine.domain.symbols import NamesInTexts, SymbolPlace, SymbolTable

Clock = Callable[[], datetime]
"""Return the current time in UTC; tests put their own in."""


def utc_now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


class Source(Protocol):
    """A place where documentation lives; each implementation has a folder of its own in sources/.

    Attributes:
        name: as answers show it.
        traits: the properties that other rooms act on.
    """

    name: SourceName
    traits: SourceTraits

    def version(self, library: Library) -> str | None:
        """Return the only version that this source has (the installed one), None for a source of any other kind."""
        ...

    def serves(self, library: Library, version: str | None) -> bool:
        """Tell whether this source may have the library (in this version), without network or parsing."""
        ...

    def owner(self, url: str) -> tuple[str, str] | None:
        """Return (libraryId, version or "") if a page's address belongs to this source by its form or configuration.

        ("", "") says that the page may be read if it belongs to no library.
        """
        ...

    def named_origins(self, url: str) -> Sequence[str]:
        """Return the exact origins that the configuration names for this page, as `Fetcher.fetch` takes them."""
        ...

    def origin(self, library: Library) -> str:
        """Return the address or folder that `toc` would read; a stored TOC with another origin is not this source's."""
        ...

    async def toc(self, library: Library, version: str | None, known: Toc | None = None) -> Toc:
        """Return the library's table of contents.

        Args:
            library: the library.
            version: the exact version, None for the version that the source describes.
            known: the earlier result, which is returned itself if it has not changed, as far as the source can tell.

        Raises:
            TocMissing: the source has no table of contents of this library.
            DocsError: any other fact of fetching or parsing.
        """
        ...

    async def page(self, library: Library, version: str | None, url: str, known: Page | None = None) -> Page:
        """Return one page as Markdown with headings.

        Args:
            library: the library.
            version: the exact version, None for the version that the source describes.
            url: of the page.
            known: see `toc`.

        Raises:
            PageMissing: the source has no such page.
            DocsError: any other fact of fetching or parsing.
        """
        ...


@runtime_checkable
class VersionedSource(Protocol):
    """A source that has many versions of a library, and chooses the exact version for a request."""

    async def exact_version(self, library: Library, version: str | None) -> str:
        """Return the exact version for `Source.toc` and `Source.page`.

        Args:
            library: the library.
            version: exact or a range; None for the latest stable one.

        Raises:
            VersionUnknown: no version fits.
            DocsError: the fact why the versions are not known.
        """
        ...

    def known_versions(self, library: Library) -> Sequence[str]:
        """Return the newest known versions, newest first, without a request."""
        ...


@runtime_checkable
class TaggedSource(Protocol):
    """A source that knows the versions of a library by itself, for those that no package index has."""

    async def versions(self, library: Library) -> Sequence[str]:
        """Return the newest exact versions, stable ones first, then newest first; they are asked for once an hour.

        Raises:
            DocsError: the fact why the versions are not known.
        """
        ...

    def known_versions(self, library: Library) -> Sequence[str]:
        """Return the known versions, without a request."""
        ...

    async def version_within(self, library: Library, wanted: str) -> str:
        """Return the newest version in a range.

        Args:
            library: the library.
            wanted: a range such as `0.3.x` or `>=2,<3`.

        Raises:
            VersionUnknown: no version fits.
            DocsError: the fact why the versions are not known.
        """
        ...


class Releases(Protocol):
    """The versions of libraries on a package index (implemented in sources/package_index/)."""

    def known(self, library: Library) -> Sequence[str]:
        """Return the known versions, newest first, at most 20, without a request."""
        ...

    async def resolve(self, library: Library, wanted: str | None) -> str:
        """Return the exact version for a wanted one; see `VersionedSource.exact_version`.

        Raises:
            VersionUnknown: no version on the index fits; the fact names its versions, newest first, at most 20.
            LibraryUnknown: no index has the package.
            PackageIndexUnreachable: an index does not answer.
        """
        ...


class KeptPackages(Protocol):
    """The unpacked packages on disk, for their operator (implemented in sources/package_index/)."""

    def kept(self) -> list[KeptPackage]:
        """Return the unpacked packages, by name and version."""
        ...

    def clear(self, names: Collection[str] | None) -> list[KeptPackage]:
        """Delete some packages (by `KeptPackage.name`), or all (None); return the deleted ones."""
        ...

    def close(self) -> None:
        """Delete the packages that were unpacked for this run only."""
        ...


@runtime_checkable
class FullTextSource(Protocol):
    """A source that may have many pages in one document."""

    def pages(self, library: Library, toc: Toc, wanted: Collection[str]) -> AsyncGenerator[Page, None]:
        """Give the pages in full texts, for indexing; none where pages are read one by one.

        Args:
            library: the library.
            toc: the result of `Source.toc`.
            wanted: URLs of the TOC whose pages are wanted.

        Yields:
            Wanted pages under their URL in the TOC, and pages of the site that the TOC does not name; each once. A
            failure only means fewer pages.
        """
        ...


@runtime_checkable
class GrowingSource(Protocol):
    """A source that can add pages to its table of contents which take a download of their own (decision 58).

    Attributes:
        grows_from: the name of the source that the further pages come from.
    """

    grows_from: SourceName

    def may_grow(self, library: Library, version: str) -> bool:
        """Tell whether there may be pages that `Source.toc` does not list yet; no network is used.

        Args:
            library: the library.
            version: the exact version, as `Toc.version` has it.
        """
        ...

    async def grow(self, library: Library, version: str) -> bool:
        """Download the further pages; return whether there may be any, which `Source.toc` lists from then on.

        Raises:
            DocsError: the fact why they cannot be downloaded.
        """
        ...


@runtime_checkable
class PackagedSource(Protocol):
    """A source that reads the main packages of libraries: their files, their symbols, the names in their texts.

    Each method takes a library and the exact version, as `Toc.version` has it, and raises as a DocsError the fact why
    the package cannot be read.
    """

    async def package_files(self, library: Library, version: str) -> InstalledPackage:
        """Return the package, unpacked on this machine."""
        ...

    async def source_files(self, library: Library, version: str) -> SourceFiles:
        """Return the files of the package as they are written."""
        ...

    async def files_at_hand(self, library: Library, version: str) -> SourceFiles | None:
        """Return those files of the package that are on this machine, None for none; nothing is fetched for them."""
        ...

    async def declarations(self, library: Library, version: str) -> DeclarationFiles | None:
        """Return the TypeScript declarations of the package, None for a package without any."""
        ...

    async def symbol_table(self, library: Library, version: str) -> SymbolTable:
        """Return the symbols of the package."""
        ...

    async def definition_places(
        self, library: Library, version: str, names: Sequence[str]
    ) -> Sequence[SymbolPlace | None]:
        """Return for each name the place that documents it, None where none is found quickly, without the symbol table.

        Args:
            library: the library.
            version: the exact version.
            names: with or without modules and owners before them (`select`, `Session.get`).
        """
        ...

    async def names_in_texts(self, library: Library, version: str, names: Collection[str]) -> NamesInTexts:
        """Return which identifiers some text of the package, or of a package that it imports, has.

        Those that none has are told only where all texts can be read quickly.
        """
        ...


@runtime_checkable
class AliasingSource(Protocol):
    """A source whose pages have more than one address."""

    def address(self, url: str) -> str:
        """Return the address by which a page is known; the URL itself where it is not the source's."""
        ...


class Registry(Protocol):
    """The list of known libraries (implemented in libraries/registry/); a newer list may replace it at any time."""

    @property
    def version(self) -> str:
        """Return the date-based version of the list (`registry-v2026-11-21`)."""
        ...

    def get(self, library_id: str) -> Library | None:
        """Return the library with this id, slug or exact package name (also `pypi/NAME`), in upper or lower case."""
        ...

    def resolve(
        self,
        query: str,
        language: str | None = None,
        project: Sequence[Library] = (),
        preferred: str | None = None,
    ) -> list[Match]:
        """Return the libraries that match a name or plain-language query, best first, at most ten.

        Plain words find the libraries of the project first, also those that are not known here; those that state no
        language then find those of the preferred one.
        """
        ...

    def named(self, query: str, language: str) -> list[Match]:
        """Return the libraries of a language that have exactly this name, but for an affix (`yaml`, PyYAML)."""
        ...

    def with_purpose(self, query: str, language: str) -> list[Match]:
        """Return the libraries of a language that have a purpose of just the content words of a query."""
        ...

    def closest(self, library_id: str) -> str:
        """Return the known id nearest to an unknown one, "" when none is near."""
        ...

    def all(self) -> Sequence[Library]:
        """Return every library, most popular first; the same object while the list is the same."""
        ...


class Installed(Protocol):
    """The packages of one ecosystem that are installed in the project (implemented in libraries/project/)."""

    def package(self, name: str) -> InstalledPackage | None:
        """Return the package with this name (normalised first), None if it is not installed."""
        ...


class Environment(Installed, Protocol):
    """The Python environment of the project (implemented in libraries/project/)."""

    def packages(self) -> Sequence[InstalledPackage]:
        """Return every distribution of the environment, by name; [] when there is no environment."""
        ...

    def origin(self) -> str:
        """Return the name of the project's environment folder (".venv"), "" if the project has none."""
        ...

    def look_in(self, directories: Sequence[Path]) -> None:
        """Take these folders for the project from now on; the packages of the first folder come first."""
        ...


Progress = Callable[[int, int, str], None]
"""Report (done, total, what) on long work; `what` is one of our own short phrases."""
