"""A library's repository on GitHub: the documentation in it as it was at the version that is asked for.

The module is over 150 lines because which state is read, and what of it is kept, must agree everywhere.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from pro_context_engine.concurrency.workers.large_documents import work_on
from pro_context_engine.documents.pages.html import page_of
from pro_context_engine.domain.delivery import Delivery
from pro_context_engine.domain.errors import DocsError, PageMissing, TocMissing, VersionUnknown
from pro_context_engine.domain.fetching import Credentials, Fetcher, Response
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.model import Library, Page, SourceName, Toc, TocEntry
from pro_context_engine.domain.results import UrlRule
from pro_context_engine.domain.source_traits import AddressRule, SourceTraits
from pro_context_engine.sources.github import layout, page_order
from pro_context_engine.sources.github.api import RepositoryApi
from pro_context_engine.sources.github.forges import Forge, Repository
from pro_context_engine.sources.github.tags import Tags

HEAD = "HEAD"
"""The state of the default branch, whatever its name."""

TRAITS = SourceTraits("github", address_rule=AddressRule(UrlRule.REPOSITORY, "it lies in the repository of {library}"))
"""The properties of the source that reads the registry's repositories."""

_NEWS = "Changes"
_MOST_REMEMBERED = 1_000


@dataclass(frozen=True, slots=True)
class Repositories:
    """Whose repositories are read.

    Attributes:
        of: gives a library's repository, None if it has none here.
        owners: gives the library of each repository, by its key.
    """

    of: Callable[[Library], Repository | None]
    owners: Callable[[], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Access:
    """How repositories are reached.

    Attributes:
        fetcher: how bytes arrive.
        clock: gives the current time in UTC.
        token: of the operator, "" for none; sent to the forge's API and raw files only.
        origins: what `Fetcher.fetch` takes.
    """

    fetcher: Fetcher
    clock: Clock
    token: str = ""
    origins: tuple[str, ...] = ()

    def credentials(self, origin: str) -> Credentials | None:
        """Return what proves to an origin who asks, None where nothing does."""
        return Credentials(origin, f"Bearer {self.token}") if self.token else None


class GitHubSource:
    """Documentation folders and READMEs of repositories; implements `Source`, `AliasingSource`, `TaggedSource`.

    A version is read at the tag that names it, and at no other state. Without one, the newest release is read, and the
    default branch where no tag names a version.

    Args:
        forge: where the repositories are.
        repositories: whose are read.
        access: how they are reached.
        name: how answers call the source.
        traits: its properties.
    """

    def __init__(
        self,
        forge: Forge,
        repositories: Repositories,
        access: Access,
        name: SourceName = SourceName.GITHUB,
        traits: SourceTraits = TRAITS,
    ) -> None:
        self.name = name
        self.traits = traits
        self._forge = forge
        self._repositories = repositories
        self._access = access
        self._tagged: OrderedDict[str, tuple[str, ...]] = OrderedDict()
        self._api = RepositoryApi(access.fetcher, access.origins, access.credentials(forge.api), access.clock)

    def version(self, library: Library) -> str | None:
        """Return None: a repository has many versions."""
        return None

    def serves(self, library: Library, version: str | None) -> bool:
        """Tell whether the library's repository is known; which versions it has, only its tags tell."""
        return self._repositories.of(library) is not None

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
        """Return the operator's own server, where the repositories are on one."""
        return self._access.origins

    def origin(self, library: Library) -> str:
        """Return the repository's address."""
        repository = self._repositories.of(library)
        return repository.url if repository else ""

    async def versions(self, library: Library) -> Sequence[str]:
        """Return the versions that tags name; see `interfaces.TaggedSource.versions`."""
        repository = self._repositories.of(library)
        return (await self._tags(library, repository)).versions() if repository else ()

    def known_versions(self, library: Library) -> Sequence[str]:
        """Return the versions that tags were known to name when they were read last."""
        return self._tagged.get(library.library_id, ())

    async def version_within(self, library: Library, wanted: str) -> str:
        """Return the newest version that a range means, by the tags; see `interfaces.TaggedSource.version_within`."""
        repository = self._repositories.of(library)
        tags = await self._tags(library, repository) if repository else Tags((), ())
        tag = tags.within(wanted)
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
        repository = self._repositories.of(library)
        if repository is None:
            raise TocMissing(library.library_id, "")
        try:
            return await self._toc(library, repository, version, known)
        except PageMissing:
            raise TocMissing(library.library_id, repository.url) from None

    async def page(self, library: Library, version: str | None, url: str, known: Page | None = None) -> Page:
        """Read one file; see `interfaces.Source.page`.

        Without a version, only the default branch's files are to be stored: no table of contents says of which
        version any other is.
        """
        repository = self._forge.repository(url)
        if repository is None or not repository.place:
            raise PageMissing(url)
        validators = known.delivery.validators if known else Delivery().validators
        response = await self._access.fetcher.refetch(
            url, validators, origins=self._access.origins, credentials=self._access.credentials(self._raw_origin)
        )
        if response is None and known:
            return known
        if response is None:
            raise PageMissing(url)
        page = await work_on(url, len(response.text), page_of, url, response.text, _kind(response))
        kept = version is not None or repository.place.startswith(f"{HEAD}/")
        return replace(page, delivery=replace(response.delivery(url), storable=kept and response.storable))

    @property
    def _raw_origin(self) -> str:
        return "/".join(self._forge.raw.split("/")[:3])

    async def _toc(self, library: Library, repository: Repository, version: str | None, known: Toc | None) -> Toc:
        ref, exact, folder = await self._state(library, repository, version)
        origin = repository.url if version is None else f"{repository.url}/tree/{ref}"
        if known and (known.origin, known.version) != (origin, exact):
            known = None
        preferred = [one for one in (folder, library.docs_path or "") if one]
        tree = await self._api.tree(repository, ref, [*preferred, *layout.FOLDERS], known.delivery if known else None)
        if tree is None and known:
            return known
        if tree is None:
            raise TocMissing(library.library_id, repository.url)
        entries = await self._entries(repository, ref, tree.paths, preferred)
        if not entries:
            raise TocMissing(library.library_id, repository.url)
        return Toc(tuple(entries), self.name, origin, exact, tree.delivery)

    async def _state(
        self, library: Library, repository: Repository, version: str | None
    ) -> tuple[str, str | None, str]:
        """Return the state to read, the version it is by its tag, and the folder that the configuration names."""
        ref, _, folder = repository.place.partition("/")
        if ref and version is None:
            return ref, None, folder
        tags = await self._tags(library, repository)
        tag = tags.latest() if version is None else tags.of(version)
        if tag is None and version is not None:
            raise VersionUnknown(library.library_id, version, list(tags.versions()))
        return (tag.name, tag.version if version is None else version, folder) if tag else (HEAD, None, folder)

    async def _tags(self, library: Library, repository: Repository) -> Tags:
        own = [library.slug, repository.name, *library.python_packages, *library.npm_packages]
        tags = Tags(await self._api.tags(repository), own, _pattern(library))
        self._tagged[library.library_id] = tuple(tags.versions())
        if len(self._tagged) > _MOST_REMEMBERED:
            self._tagged.popitem(last=False)
        return tags

    async def _entries(
        self, repository: Repository, ref: str, paths: Sequence[str], preferred: Sequence[str]
    ) -> list[TocEntry]:
        folder = layout.folder_of(paths, preferred)
        readme = layout.readme_of(paths)
        if not folder:
            return await self._sections(repository.raw(ref, readme)) if readme else []
        pages = layout.documents(paths, folder)
        placed = await self._placed(repository, ref, paths, folder, pages)
        entries = [TocEntry("README", repository.raw(ref, readme))] if readme else []
        entries += [TocEntry(place.title, repository.raw(ref, place.path), section=place.section) for place in placed]
        entries += [
            TocEntry(layout.title_of(path), repository.raw(ref, path), section=_NEWS) for path in layout.news_of(paths)
        ]
        return list({entry.url: entry for entry in reversed(entries)}.values())[::-1]

    async def _placed(
        self, repository: Repository, ref: str, paths: Sequence[str], folder: str, pages: Sequence[str]
    ) -> list[page_order.Place]:
        """Return the pages with titles and sections: as the site's navigation has them, the others after these."""
        file = page_order.navigation_file(paths, folder)
        response = await self._optional(repository.raw(ref, file)) if file else None
        found = page_order.places(file, response.text, pages, folder) if response else []
        named = {place.path for place in found}
        places = [*found, *(page_order.Place(path) for path in pages if path not in named)]
        return [
            page_order.Place(
                place.path,
                place.title or layout.title_of(place.path),
                place.section or layout.section_of(place.path, folder),
            )
            for place in places
        ]

    async def _sections(self, url: str) -> list[TocEntry]:
        """Return a README and its headings."""
        response = await self._fetch(url)
        page = await work_on(url, len(response.text), page_of, url, response.text, _kind(response))
        headings = (TocEntry(one.title, f"{url}#{one.anchor}") for one in page.headings if 2 <= one.level <= 3)
        return [TocEntry(page.title or "README", url, page.description), *headings]

    async def _optional(self, url: str) -> Response | None:
        try:
            return await self._fetch(url)
        except DocsError:
            return None

    async def _fetch(self, url: str) -> Response:
        return await self._access.fetcher.fetch(
            url, origins=self._access.origins, credentials=self._access.credentials(self._raw_origin)
        )


def _kind(response: Response) -> str:
    """Return the media type; raw files are served as plain text whatever they are."""
    return "" if response.media_type == "text/plain" else response.media_type


def _pattern(library: Library) -> str:
    """Return how the library's tags are named, "" where the registry's pattern is one of addresses."""
    pattern = library.version_pattern or ""
    return "" if "/" in pattern else pattern
