"""The documentation in a library's repository, at the version that is asked for.

The module is over 150 lines because the choice of the state and the rules for its storage must agree everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from pro_context_engine.concurrency.workers.large_documents import work_on
from pro_context_engine.domain.errors import DocsError, PageMissing, TocMissing, VersionUnknown
from pro_context_engine.domain.fetching import Response
from pro_context_engine.domain.model import Library, Page, SourceName, Toc, TocEntry
from pro_context_engine.domain.page_address import at_anchor
from pro_context_engine.domain.recent_values import RecentValues
from pro_context_engine.domain.source_traits import SourceTraits
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.repositories import layout, page_order
from pro_context_engine.sources.repositories.api_requests import RepositoryApi
from pro_context_engine.sources.repositories.page_order import NavigationEntry
from pro_context_engine.sources.repositories.repository import HEAD, Forge, Repository
from pro_context_engine.sources.repositories.tags import Tags

_NEWS = "Changes"
_MOST_REMEMBERED = 1_000


@value_class
class LibraryRepositories:
    """The repositories that a source reads, and their libraries.

    Attributes:
        repository_of: gives a library's repository, None if it has none here.
        owners: gives the id of each repository's library, by the repository's key.
    """

    repository_of: Callable[[Library], Repository | None]
    owners: Callable[[], Mapping[str, str]]


@value_class
class Host:
    """The service that hosts the repositories of a source.

    Attributes:
        forge: tells which repository an address names.
        api: tells the tags and files of a repository.
        origins: the operator's own server, for `Fetcher.fetch`; () for a public one.
    """

    forge: Forge
    api: RepositoryApi
    origins: tuple[str, ...] = ()


class RepositorySource:
    """Documentation folders and READMEs of repositories; implements `Source`, `AliasingSource`, `TaggedSource`.

    A version is read at the tag that names it, and at no other state. Without one, the newest release is read, and the
    default branch where no tag names a version.

    Args:
        host: the service that hosts the repositories.
        repositories: the repositories that are read.
        name: the name of the source in answers.
        traits: its properties.
    """

    def __init__(self, host: Host, repositories: LibraryRepositories, name: SourceName, traits: SourceTraits) -> None:
        self.name = name
        self.traits = traits
        self._forge = host.forge
        self._api = host.api
        self._origins = host.origins
        self._repositories = repositories
        self._tagged = RecentValues[str, tuple[str, ...]](_MOST_REMEMBERED)

    def version(self, library: Library) -> str | None:
        """Return None: a repository has many versions."""
        return None

    def serves(self, library: Library, version: str | None) -> bool:
        """Tell whether the library's repository is known; only its tags tell which versions it has."""
        return self._repositories.repository_of(library) is not None

    def owner(self, url: str) -> tuple[str, str] | None:
        """Return (libraryId, "") for a file in the repository of a library."""
        repository = self._forge.repository(url)
        if repository is None or not repository.place:
            return None
        library_id = self._repositories.owners().get(repository.key)
        return None if library_id is None else (library_id, "")

    def address(self, url: str) -> str:
        """Return the address of the raw file that an address for people shows."""
        repository = self._forge.repository(url)
        return repository.raw_url if repository and self.owner(url) else url

    def named_origins(self, url: str) -> Sequence[str]:
        """Return the operator's own server, [] for a public service."""
        return self._origins

    def origin(self, library: Library) -> str:
        """Return the repository's address."""
        repository = self._repositories.repository_of(library)
        return repository.url if repository else ""

    async def versions(self, library: Library) -> Sequence[str]:
        """Return the versions that tags name; see `interfaces.TaggedSource.versions`."""
        repository = self._repositories.repository_of(library)
        return (await self._tags(library, repository)).versions() if repository else ()

    def known_versions(self, library: Library) -> Sequence[str]:
        """Return the versions of the tags that were read last."""
        return self._tagged.get(library.library_id) or ()

    async def version_within(self, library: Library, wanted: str) -> str:
        """Return the newest version in a range, by the tags; see `interfaces.TaggedSource.version_within`."""
        repository = self._repositories.repository_of(library)
        tags = await self._tags(library, repository) if repository else Tags((), ())
        tag = tags.newest_within(wanted)
        if tag is None:
            raise VersionUnknown(library.library_id, wanted, list(tags.versions()))
        return tag.version

    async def toc(self, library: Library, version: str | None, known: Toc | None = None) -> Toc:
        """List the documentation at a version's tag; see `interfaces.Source.toc`.

        Raises:
            VersionUnknown: no tag names the version.
            TocMissing: there is no such repository, or no documentation in it.
            DocsError: any other fact of `Fetcher.fetch`.
        """
        repository = self._repositories.repository_of(library)
        if repository is None:
            raise TocMissing(library.library_id, "")
        try:
            return await self._toc(library, repository, version, known)
        except PageMissing:
            raise TocMissing(library.library_id, repository.url) from None

    async def page(self, library: Library, version: str | None, url: str, known: Page | None = None) -> Page:
        """Read one file; see `interfaces.Source.page`.

        Without a version, only files of the default branch are stored: no table of contents gives the version of other
        files.
        """
        repository = self._forge.repository(url)
        if repository is None or not repository.place:
            raise PageMissing(url)
        response = await self._api.page(repository, url, known)
        if response is None and known:
            return known
        if response is None:
            raise PageMissing(url)
        page = await _page(url, response)
        kept = version is not None or repository.place.startswith(f"{HEAD}/")
        return replace(page, delivery=replace(response.delivery(url), storable=kept and response.storable))

    async def _toc(self, library: Library, repository: Repository, version: str | None, known: Toc | None) -> Toc:
        ref, exact, folder = await self._state(library, repository, version)
        origin = repository.url if version is None else repository.state_url(ref)
        if known and (known.origin, known.version) != (origin, exact):
            known = None
        preferred = [one for one in (folder, library.docs_path or "") if one]
        wanted = [*preferred, *layout.FOLDERS]
        listed = await self._api.files(repository, ref, wanted, known.delivery if known else None)
        if listed is None and known:
            return known
        entries = await self._entries(repository, ref, listed.paths, preferred) if listed else []
        if listed is None or not entries:
            raise TocMissing(library.library_id, repository.url)
        return Toc(tuple(entries), self.name, origin, exact, listed.delivery)

    async def _state(
        self, library: Library, repository: Repository, version: str | None
    ) -> tuple[str, str | None, str]:
        """Return the state to read, the version that its tag names, and the folder that the configuration names."""
        ref, _, folder = repository.place.partition("/")
        if ref and version is None:
            return ref, None, folder
        tags = await self._tags(library, repository)
        tag = tags.latest_tag() if version is None else tags.tag_of(version)
        if tag is None and version is not None:
            raise VersionUnknown(library.library_id, version, list(tags.versions()))
        return (tag.name, tag.version if version is None else version, folder) if tag else (HEAD, None, folder)

    async def _tags(self, library: Library, repository: Repository) -> Tags:
        own = [library.slug, repository.name, *library.python_packages, *library.npm_packages]
        tags = Tags(await self._api.tags(repository), own, _pattern(library))
        self._tagged.keep(library.library_id, tuple(tags.versions()))
        return tags

    async def _entries(
        self, repository: Repository, ref: str, paths: Sequence[str], preferred: Sequence[str]
    ) -> list[TocEntry]:
        folder = layout.folder_of(paths, preferred)
        readme = layout.readme_of(paths)
        if not folder:
            return await self._sections(repository, ref, readme) if readme else []
        pages = layout.documents(paths, folder)
        navigation = await self._navigation(repository, ref, paths, folder, pages)
        entries = [TocEntry("README", repository.file_url(ref, readme))] if readme else []
        entries += [TocEntry(one.title, repository.file_url(ref, one.path), section=one.section) for one in navigation]
        entries += [
            TocEntry(layout.title_of(path), repository.file_url(ref, path), section=_NEWS)
            for path in layout.news_of(paths)
        ]
        return list({entry.url: entry for entry in reversed(entries)}.values())[::-1]

    async def _navigation(
        self, repository: Repository, ref: str, paths: Sequence[str], folder: str, pages: Sequence[str]
    ) -> list[NavigationEntry]:
        """Return the pages with titles and sections: those of the site's navigation first, then all others."""
        file = page_order.navigation_file(paths, folder)
        found: list[NavigationEntry] = []
        if file:
            with suppress(DocsError):
                text = (await self._api.file(repository, ref, file)).text
                found = page_order.read_navigation(file, text, pages, folder)
        named = {entry.path for entry in found}
        entries = [*found, *(NavigationEntry(path) for path in pages if path not in named)]
        return [
            NavigationEntry(
                entry.path,
                entry.title or layout.title_of(entry.path),
                entry.section or layout.section_of(entry.path, folder),
            )
            for entry in entries
        ]

    async def _sections(self, repository: Repository, ref: str, readme: str) -> list[TocEntry]:
        """Return a README and its headings."""
        url = repository.file_url(ref, readme)
        response = await self._api.file(repository, ref, readme)
        page = await _page(url, response)
        headings = (TocEntry(one.title, at_anchor(url, one.anchor)) for one in page.headings if 2 <= one.level <= 3)
        return [TocEntry(page.title or "README", url, page.description), *headings]


async def _page(url: str, response: Response) -> Page:
    # Stored pages need no reader of HTML.
    from pro_context_engine.documents.pages.html import page_of  # noqa: PLC0415

    return await work_on(url, len(response.text), page_of, url, response.text, _kind(response))


def _kind(response: Response) -> str:
    """Return the media type, "" for plain text: raw files of all kinds are served as plain text."""
    return "" if response.media_type == "text/plain" else response.media_type


def _pattern(library: Library) -> str:
    """Return the form of the library's tags, "" where the registry's pattern is one of addresses."""
    pattern = library.version_pattern or ""
    return "" if "/" in pattern else pattern
