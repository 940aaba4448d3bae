"""Build the parts of the engine that know the disk and the network: the only module that knows the adapters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from pro_context_engine.adapters.fetch.allow_list import AllowList
from pro_context_engine.adapters.fetch.client import HttpFetcher
from pro_context_engine.adapters.fetch.guard import Guard
from pro_context_engine.adapters.store.sqlite.open_file import open_store
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.host_places import HostPlaces
from pro_context_engine.domain.interfaces import Clock, Source
from pro_context_engine.domain.settings import CustomSource, Settings
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.libraries.project.environment import RUNNING, OwnPackages, ProjectEnvironment
from pro_context_engine.libraries.project_libraries import ProjectLibraries
from pro_context_engine.libraries.registry.known_libraries import KnownLibraries
from pro_context_engine.libraries.registry.own_registry import OwnRegistry
from pro_context_engine.libraries.registry.redirects import Redirects
from pro_context_engine.libraries.registry.registry_folder import RegistryFolder
from pro_context_engine.libraries.registry.registry_in_use import RegistryInUse
from pro_context_engine.libraries.registry.updates import RegistryUpdates
from pro_context_engine.parts import Parts
from pro_context_engine.sources.allowed_hosts.source import AllowedHosts
from pro_context_engine.sources.crawl.source import CrawledSites
from pro_context_engine.sources.docs_site.source import DocsSiteSource
from pro_context_engine.sources.github import source as github
from pro_context_engine.sources.github.addresses import SITE as GITHUB_SITE
from pro_context_engine.sources.gitlab.addresses import site_of as gitlab_site
from pro_context_engine.sources.installed.source import InstalledSource
from pro_context_engine.sources.llms_txt.source import LlmsTxtSource
from pro_context_engine.sources.package_index.package_supply import (
    AllKeptPackages,
    PackageSupply,
    open_npm_packages,
    open_python_packages,
)
from pro_context_engine.sources.packages.guides.guides_elsewhere import GuidesElsewhere
from pro_context_engine.sources.packages.guides.package_guides import PackageGuides
from pro_context_engine.sources.packages.package_kinds import NPM, PYTHON
from pro_context_engine.sources.published.joined_packages import join
from pro_context_engine.sources.published.source import PublishedSource

if TYPE_CHECKING:
    from pro_context_engine.adapters.store.postgres.store import PostgresStore
    from pro_context_engine.adapters.store.sqlite.store import SqliteStore


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryParts:
    """The parts that find libraries.

    Attributes:
        settings: the operator's settings, with overrides by library id.
        environment: the environment of the project.
        project: the libraries of the project.
        finder: finds libraries.
        folder: the folder of downloaded registries.
        in_use: the registry in use.
        use: puts another registry into use.
        clock: gives the current time in UTC.
    """

    settings: Settings
    environment: ProjectEnvironment
    project: ProjectLibraries
    finder: LibraryFinder
    folder: RegistryFolder
    in_use: RegistryInUse
    use: Callable[[KnownLibraries], object]
    clock: Clock


def documentation_parts(libraries: LibraryParts) -> Parts:
    """Return the parts that find, keep and read documentation; nothing is fetched, locked or parsed yet."""
    settings, finder, clock = libraries.settings, libraries.finder, libraries.clock
    store = _store(settings, clock)
    fetcher = _fetcher(settings, finder, store.places(settings.fetch.per_host), clock)
    if settings.weights:
        store.weights = settings.weights
    python = open_python_packages(settings, fetcher, clock, libraries.project.dependencies.python_version)
    npm = open_npm_packages(settings, fetcher, clock)
    crawled = CrawledSites(fetcher, settings.crawl)
    sources = [*_sources(libraries, fetcher, python, npm), crawled]
    # Their pages are modules, whose titles and links tell little (decision 56).
    store.package_sources = [source.name for source in sources if source.traits.is_package]
    return Parts(
        settings=settings,
        finder=finder,
        project=libraries.project,
        sources=sources,
        crawled=crawled,
        store=store,
        fetcher=fetcher,
        packages=AllKeptPackages(python, npm),
        registry=_registry_updates(libraries, store, fetcher),
        leases=store.leases,
        queue=store.queue,
        clock=clock,
    )


def _fetcher(settings: Settings, finder: LibraryFinder, places: HostPlaces, clock: Clock) -> Fetcher:
    return HttpFetcher(
        settings.fetch,
        guard=Guard(follows=Redirects(finder.registry)),
        trust_environment_proxies=settings.trust_environment_proxies,
        ca_file=settings.ca_file,
        sites=(GITHUB_SITE, gitlab_site(one.location for one in settings.custom if one.type == "gitlab")),
        places=places,
        clock=clock,
    )


def _registry_updates(libraries: LibraryParts, store: SqliteStore | PostgresStore, fetcher: Fetcher) -> RegistryUpdates:
    return RegistryUpdates(
        in_use=libraries.in_use,
        folder=libraries.folder,
        feed=libraries.settings.registry,
        fetcher=fetcher,
        use=libraries.use,
        shared=store.registry or OwnRegistry(libraries.folder),
        leases=store.leases,
        clock=libraries.clock,
    )


def _store(settings: Settings, clock: Clock) -> SqliteStore | PostgresStore:
    if not settings.store_url:
        return open_store(settings.cache_directory, settings.max_cache_bytes, clock)
    # Its driver comes with an extra, and a laptop never needs it.
    from pro_context_engine.adapters.store.postgres.store import open_database  # noqa: PLC0415

    return open_database(
        settings.store_url, settings.max_cache_bytes, clock, settings.store_connections, settings.patience.store
    )


def _guides(
    python: PackageSupply, elsewhere: Sequence[Source], settings: Settings, clock: Clock
) -> PackageGuides | None:
    if python.documents is None or python.documents_folder is None:
        return None
    others = GuidesElsewhere(elsewhere, python.documents_folder, settings.asks, clock)
    return PackageGuides(python.documents, python.documents_folder, others)


def _sources_of_guides(settings: Settings, finder: LibraryFinder, fetcher: Fetcher, clock: Clock) -> list[Source]:
    """Return the sources that have guides of exact versions, best first."""
    sources: list[Source] = []
    if settings.github.enabled:
        sources.append(github.registry_source(finder.registry, settings.github, fetcher, clock))
    if settings.docs_sites:
        sources.append(DocsSiteSource(fetcher))
    return sources


def _sources(libraries: LibraryParts, fetcher: Fetcher, python: PackageSupply, npm: PackageSupply) -> Iterator[Source]:
    """Yield the sources in the order they are asked (docs/decisions/0058-sources-are-put-together.md)."""
    settings, finder, environment = libraries.settings, libraries.finder, libraries.environment
    elsewhere = _sources_of_guides(settings, finder, fetcher, libraries.clock)
    guides = _guides(python, elsewhere, settings, libraries.clock) if settings.packages else None
    fetched = partial(join, releases=npm.releases, packages=npm.packages) if settings.packages else None
    yield from (_custom(custom, fetcher, settings, libraries.clock) for custom in settings.custom)
    yield InstalledSource(environment, guides=guides)
    yield InstalledSource(libraries.project.node_modules, NPM, join=fetched)
    if settings.llms_txt:
        yield LlmsTxtSource(fetcher, prefer_full_text=settings.prefer_full_text)
    yield from elsewhere
    if settings.url_allowlist:
        yield AllowedHosts(AllowList(settings.url_allowlist), fetcher)
    if settings.packages:
        published = partial(PublishedSource, closest=finder.nearest)
        yield published(python.releases, python.packages, python.origin, kind=PYTHON, guides=guides)
        yield published(npm.releases, npm.packages, npm.origin, kind=NPM, with_code=npm.code)
    if settings.environment == "auto":
        own = OwnPackages(environment, ProjectEnvironment(settings.project_directory, RUNNING))
        yield InstalledSource(own, is_own_copy=True)


def _custom(custom: CustomSource, fetcher: Fetcher, settings: Settings, clock: Clock) -> Source:
    if custom.type == "github":
        return github.configured_source(custom, settings.github, fetcher, clock)
    # Few configurations name sources of these kinds.
    if custom.type == "gitlab":
        from pro_context_engine.sources.gitlab import source as gitlab  # noqa: PLC0415

        return gitlab.configured_source(custom, settings.gitlab, fetcher, clock)
    from pro_context_engine.sources.custom.source import CustomFileSource, CustomUrlSource  # noqa: PLC0415

    if custom.type == "url":
        return CustomUrlSource(custom, fetcher, prefer_full_text=settings.prefer_full_text)
    return CustomFileSource(custom, fetcher)
