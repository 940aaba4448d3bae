"""Put the parts of the engine together that deal with documentation: the only module that knows the adapters.

The module is over 300 lines because every part is built here, each in one place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING

from pro_context_engine.adapters.fetch.allow_list import AllowList
from pro_context_engine.adapters.fetch.client import HttpFetcher
from pro_context_engine.adapters.fetch.guard import Guard
from pro_context_engine.adapters.fetch.urls import parse_url
from pro_context_engine.adapters.store.sqlite.open_file import open_store
from pro_context_engine.concurrency.workers import large_documents
from pro_context_engine.domain.errors import UrlRefused
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.host_places import HostPlaces
from pro_context_engine.domain.interfaces import Clock, KeptPackages, Source, utc_now
from pro_context_engine.domain.settings import CustomSource, Settings
from pro_context_engine.domain.storage import Store
from pro_context_engine.domain.work_leases import OwnLeases, WorkLeases
from pro_context_engine.domain.work_queue import NoQueue, WorkQueue
from pro_context_engine.ingestion.backfills import Backfills
from pro_context_engine.ingestion.backoff import Backoff
from pro_context_engine.ingestion.completeness import Completeness
from pro_context_engine.ingestion.freshness import Ages
from pro_context_engine.ingestion.growth import Growth
from pro_context_engine.ingestion.handing_on import HandingOn
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.ingestion.page_intake import PageIntake
from pro_context_engine.ingestion.refreshes import Refreshes
from pro_context_engine.ingestion.single_pages import SinglePages
from pro_context_engine.ingestion.symbol_intake import SymbolIntake
from pro_context_engine.ingestion.toc_intake import TocIntake
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.libraries.ownership import Ownership
from pro_context_engine.libraries.project.detection import ProjectDependencies
from pro_context_engine.libraries.project.environment import RUNNING, OwnPackages, ProjectEnvironment
from pro_context_engine.libraries.registry.in_use import RegistryInUse
from pro_context_engine.libraries.registry.known_libraries import KnownLibraries
from pro_context_engine.libraries.registry.own_registry import OwnRegistry
from pro_context_engine.libraries.registry.redirects import Redirects
from pro_context_engine.libraries.registry.registry_folder import RegistryFolder
from pro_context_engine.libraries.registry.updates import RegistryUpdates
from pro_context_engine.parts import Parts
from pro_context_engine.services.api_names import ApiNamesService
from pro_context_engine.services.asked_names import AskedNamesService
from pro_context_engine.services.explain_url import UrlService
from pro_context_engine.services.health import HealthService
from pro_context_engine.services.library import LibraryService
from pro_context_engine.services.listing import ListingService
from pro_context_engine.services.maintenance import MaintenanceService
from pro_context_engine.services.missing_names import MissingNames
from pro_context_engine.services.newest_names import NewestNames
from pro_context_engine.services.on_demand import OnDemand
from pro_context_engine.services.package_sections import PackageSections
from pro_context_engine.services.page import PageService
from pro_context_engine.services.passages import PassagesService
from pro_context_engine.services.used_packages import UsedPackages
from pro_context_engine.services.versions import WantedVersions
from pro_context_engine.services.whole_libraries import WholeLibraries
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
    from pro_context_engine.services.checked_code import CodeCheckService
    from pro_context_engine.services.compared_versions import ComparisonService
    from pro_context_engine.services.crawl import CrawlService
    from pro_context_engine.services.exact_search import ExactSearchService
    from pro_context_engine.services.search import SearchService


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryParts:
    """The parts that find libraries.

    Attributes:
        settings: the operator's settings, with overrides by library id.
        environment: the environment of the project.
        dependencies: the packages that the files of the project require.
        finder: finds libraries.
        folder: the folder of downloaded registries.
        in_use: the registry in use.
        use: puts another registry into use.
        clock: gives the current time in UTC.
    """

    settings: Settings
    environment: ProjectEnvironment
    dependencies: ProjectDependencies
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
    python = open_python_packages(settings, fetcher, clock, libraries.dependencies.python_version)
    npm = open_npm_packages(settings, fetcher, clock)
    crawled = CrawledSites(fetcher, settings.crawl)
    sources = [*_sources(libraries, fetcher, python, npm), crawled]
    # Their pages are modules, whose titles and links tell little (decision 56).
    store.package_sources = [source.name for source in sources if source.traits.is_package]
    return assemble(
        EngineSurroundings(
            settings=settings,
            finder=finder,
            sources=sources,
            crawled=crawled,
            store=store,
            fetcher=fetcher,
            packages=AllKeptPackages(python, npm),
            leases=store.leases,
            queue=store.queue,
            registry=_registry_updates(libraries, store, fetcher),
            clock=clock,
        )
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSurroundings:
    """The parts of an engine that know the project, the disk and the network.

    Attributes:
        settings: the operator's settings.
        finder: finds libraries.
        sources: in the order they are asked.
        crawled: the source of crawled sites, one of `sources`.
        store: implements every port of `domain.storage`.
        fetcher: reads from the network.
        packages: the unpacked packages on disk, None where none are kept.
        registry: fetches newer lists of libraries, None where the list never changes.
        leases: tell which of several servers fetches what.
        queue: has the work that no request waits for.
        clock: gives the current time in UTC.
    """

    settings: Settings
    finder: LibraryFinder
    sources: Sequence[Source]
    crawled: CrawledSites
    store: Store
    fetcher: Fetcher
    packages: KeptPackages | None = None
    registry: RegistryUpdates | None = None
    leases: WorkLeases = field(default_factory=OwnLeases)
    queue: WorkQueue = field(default_factory=NoQueue)
    clock: Clock = utc_now


@dataclass(frozen=True, slots=True, kw_only=True)
class _WritePath:
    """The parts that bring documentation into the store; `Parts` describes those that others need."""

    ages: Ages
    toc_intake: TocIntake
    page_intake: PageIntake
    backfills: Backfills
    ingest: Ingest
    ownership: Ownership
    single_pages: SinglePages
    growth: Growth
    symbol_intake: SymbolIntake


def _write_path(around: EngineSurroundings) -> _WritePath:
    settings, store, clock = around.settings, around.store, around.clock
    leases, queue = around.leases, around.queue
    ages, backoff = Ages(settings, clock), Backoff(clock)
    refreshes = Refreshes(backoff, leases)
    toc_intake, page_intake = TocIntake(store, ages, clock, leases), PageIntake(store, ages, clock)
    completeness = Completeness(ages, clock)
    backfills = Backfills(store, store, page_intake, ages, completeness, backoff, settings, clock, leases, queue)
    patience = settings.patience.sources
    ingest = Ingest(around.sources, store, ages, toc_intake, backfills, refreshes, settings, queue, patience)
    ownership = Ownership(around.sources, store, around.finder)
    return _WritePath(
        ages=ages,
        toc_intake=toc_intake,
        page_intake=page_intake,
        backfills=backfills,
        ingest=ingest,
        ownership=ownership,
        single_pages=SinglePages(ingest, page_intake, ownership, refreshes, clock),
        growth=Growth(toc_intake, backfills, refreshes, settings),
        symbol_intake=SymbolIntake(store),
    )


def assemble(around: EngineSurroundings) -> Parts:
    """Build the write path and the services on these surroundings, each part once."""
    finder, store, patience = around.finder, around.store, around.settings.patience
    path = _write_path(around)
    ingest, growth, symbol_intake = path.ingest, path.growth, path.symbol_intake
    versions = WantedVersions(finder, ingest, patience.versions)
    on_demand = OnDemand(path.backfills, growth, store, path.single_pages)
    symbols = AskedNamesService(symbol_intake, store, store)
    sections = PackageSections(store, store)
    newest_names = NewestNames(versions, symbol_intake)
    missing = MissingNames(finder, newest_names, ingest, symbol_intake, store, patience.answers)
    whole = WholeLibraries(finder, versions, growth, path.backfills, symbol_intake)
    used_packages = UsedPackages(finder, versions, ingest, patience.versions)
    page = PageService(store, store, path.single_pages, path.ownership, path.ages, around.leases)
    return Parts(
        sources=around.sources,
        api_names=ApiNamesService(finder, versions, ingest, store, symbol_intake, patience.answers),
        versions=versions,
        ingest=ingest,
        backfills=path.backfills,
        growth=growth,
        ownership=path.ownership,
        store=store,
        fetcher=around.fetcher,
        passages=PassagesService(
            finder, versions, ingest, on_demand, symbols, missing, sections, store, store, patience.answers
        ),
        open_search=cache(partial(_search, around, versions, ingest, on_demand, symbols)),
        library=LibraryService(finder, ingest, versions, store),
        listing=ListingService(finder, ingest, versions, store),
        page=page,
        url=UrlService(path.ownership, around.fetcher),
        open_crawl=cache(partial(_crawl, around, path)),
        open_code_check=partial(_code_check, used_packages, versions, symbol_intake, store),
        open_exact_search=cache(partial(_exact_search, around, versions, ingest, on_demand)),
        open_comparison=partial(_comparison, around, path, versions, used_packages, page),
        maintenance=MaintenanceService(store, around.packages, finder),
        health=HealthService(finder, path.backfills, store, store, around.fetcher, around.queue),
        symbols=symbol_intake,
        newest_names=newest_names,
        packages=around.packages,
        registry=around.registry,
        whole_libraries=whole,
        handing_on=HandingOn(around.leases, around.queue, whole.finish),
        end_worker=large_documents.close,
    )


def _code_check(used: UsedPackages, versions: WantedVersions, symbols: SymbolIntake, store: Store) -> CodeCheckService:
    # With the comparison a tenth of the engine's modules, for two tools.
    from pro_context_engine.services.checked_code import CodeCheckService  # noqa: PLC0415

    return CodeCheckService(used, versions, symbols, store)


def _comparison(
    around: EngineSurroundings,
    path: _WritePath,
    versions: WantedVersions,
    used: UsedPackages,
    page: PageService,
    check: CodeCheckService,
) -> ComparisonService:
    # See `_code_check`.
    from pro_context_engine.services.compared_versions import ComparisonService  # noqa: PLC0415

    patience = around.settings.patience.answers
    intake = path.symbol_intake
    return ComparisonService(around.finder, used, versions, path.ingest, intake, check, page, path.growth, patience)


def _search(
    around: EngineSurroundings,
    versions: WantedVersions,
    ingest: Ingest,
    on_demand: OnDemand,
    symbols: AskedNamesService,
) -> SearchService:
    # Many sessions only ask for passages.
    from pro_context_engine.services.search import SearchService  # noqa: PLC0415
    from pro_context_engine.services.search_coverage import SearchCoverage  # noqa: PLC0415

    finder, store, patience = around.finder, around.store, around.settings.patience.searches
    coverage = SearchCoverage(finder, versions, ingest)
    return SearchService(finder, versions, ingest, on_demand, store, coverage, symbols, store, patience)


def _exact_search(
    around: EngineSurroundings, versions: WantedVersions, ingest: Ingest, on_demand: OnDemand
) -> ExactSearchService:
    # Most sessions search by words alone.
    from pro_context_engine.services.exact_search import ExactSearchService  # noqa: PLC0415
    from pro_context_engine.services.search_coverage import SearchCoverage  # noqa: PLC0415

    finder, store, patience = around.finder, around.store, around.settings.patience.searches
    coverage = SearchCoverage(finder, versions, ingest)
    return ExactSearchService(finder, versions, ingest, on_demand, coverage, store, store, patience)


def _crawl(around: EngineSurroundings, path: _WritePath) -> CrawlService:
    # Few servers ever crawl.
    from pro_context_engine.services.crawl import CrawlService  # noqa: PLC0415

    bounds = around.settings.crawl
    return CrawlService(
        around.crawled, path.ingest, path.toc_intake, path.page_intake, path.ownership, bounds, around.clock
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
        libraries.in_use,
        libraries.folder,
        libraries.settings.registry,
        fetcher,
        libraries.use,
        store.registry or OwnRegistry(libraries.folder),
        store.leases,
        libraries.clock,
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
    yield InstalledSource(finder.node_modules, NPM, join=fetched)
    if settings.llms_txt:
        yield LlmsTxtSource(fetcher, prefer_full_text=settings.prefer_full_text)
    yield from elsewhere
    if settings.url_allowlist:
        yield AllowedHosts(_allows(settings.url_allowlist), fetcher)
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


def _allows(hosts: Sequence[str]) -> Callable[[str], bool]:
    """Return a function that tells whether a URL lies on one of these hosts; `*.` stands for one label."""
    exact = [host for host in hosts if not host.startswith("*.")]
    listed = AllowList(exact, [host for host in hosts if host not in exact])

    def allows(url: str) -> bool:
        try:
            return listed(parse_url(url))
        except UrlRefused:
            return False

    return allows
