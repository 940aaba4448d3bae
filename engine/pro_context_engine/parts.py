"""The parts behind the façade.

The module is over 300 lines because every part is built here, each in one place.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from pro_context_engine.concurrency.workers import large_documents
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.interfaces import Clock, KeptPackages, Source, utc_now
from pro_context_engine.domain.settings import Settings
from pro_context_engine.domain.storage import Store
from pro_context_engine.domain.work_leases import OwnLeases, WorkLeases
from pro_context_engine.domain.work_queue import NoQueue, WorkQueue
from pro_context_engine.ingestion.backfills import Backfills
from pro_context_engine.ingestion.backoff import Backoff
from pro_context_engine.ingestion.completeness import Completeness
from pro_context_engine.ingestion.freshness import Ages
from pro_context_engine.ingestion.guide_intake import GuideIntake
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.ingestion.page_intake import PageIntake
from pro_context_engine.ingestion.refreshes import Refreshes
from pro_context_engine.ingestion.single_pages import SinglePages
from pro_context_engine.ingestion.symbol_intake import SymbolIntake
from pro_context_engine.ingestion.toc_intake import TocIntake
from pro_context_engine.ingestion.work_takeover import WorkTakeover
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.libraries.ownership import Ownership
from pro_context_engine.libraries.project_libraries import ProjectLibraries
from pro_context_engine.services.api_names import ApiNamesService
from pro_context_engine.services.asked_names import AskedNamesService
from pro_context_engine.services.explain_url import UrlService
from pro_context_engine.services.health import HealthService
from pro_context_engine.services.inherited_members import InheritedMembers
from pro_context_engine.services.library import LibraryService
from pro_context_engine.services.listing import ListingService
from pro_context_engine.services.maintenance import MaintenanceService
from pro_context_engine.services.message_places import MessagePlaces
from pro_context_engine.services.missing_names import MissingNames
from pro_context_engine.services.needed_pages import NeededPages
from pro_context_engine.services.newest_names import NewestNames
from pro_context_engine.services.on_demand import OnDemand
from pro_context_engine.services.package_sections import PackageSections
from pro_context_engine.services.page import PageService
from pro_context_engine.services.passages import PassagesService
from pro_context_engine.services.removed_names import RemovedNames
from pro_context_engine.services.search_coverage import SearchCoverage
from pro_context_engine.services.used_packages import UsedPackages
from pro_context_engine.services.versions import WantedVersions
from pro_context_engine.services.whole_libraries import WholeLibraries

if TYPE_CHECKING:
    from pro_context_engine.libraries.registry.updates import RegistryUpdates
    from pro_context_engine.services.checked_code import CodeCheckService
    from pro_context_engine.services.compared_versions import ComparisonService
    from pro_context_engine.services.crawl import CrawlService
    from pro_context_engine.services.exact_search import ExactSearchService
    from pro_context_engine.services.search import SearchService
    from pro_context_engine.sources.crawl.source import CrawledSites


@dataclass(frozen=True, kw_only=True)
class Parts:
    """The parts that find, keep and read documentation.

    Those that know the project, the disk and the network are given; the others are built of them. What few sessions
    need is imported when it is built.

    Attributes:
        settings: the operator's settings.
        finder: finds libraries.
        project: the libraries of the project.
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
    project: ProjectLibraries
    sources: Sequence[Source]
    crawled: CrawledSites
    store: Store
    fetcher: Fetcher
    packages: KeptPackages | None = None
    registry: RegistryUpdates | None = None
    leases: WorkLeases = field(default_factory=OwnLeases)
    queue: WorkQueue = field(default_factory=NoQueue)
    clock: Clock = utc_now

    # -- the write path ----------------------------------------------------------------------------------------------

    @cached_property
    def ages(self) -> Ages:
        """Return the part that judges the age of snapshots and pages."""
        return Ages(self.settings, self.clock)

    @cached_property
    def refreshes(self) -> Refreshes:
        """Return the part that renews stale snapshots and pages behind the answers."""
        return Refreshes(self.backoff, self.leases)

    @cached_property
    def backoff(self) -> Backoff:
        """Return the part that remembers failures, which are not tried again for a while."""
        return Backoff(self.clock)

    @cached_property
    def toc_intake(self) -> TocIntake:
        """Return the part that reads tables of contents, and stores them."""
        return TocIntake(self.store, self.ages, self.clock, self.leases)

    @cached_property
    def page_intake(self) -> PageIntake:
        """Return the part that reads single pages, and stores them."""
        return PageIntake(self.store, self.ages, self.clock)

    @cached_property
    def symbol_intake(self) -> SymbolIntake:
        """Return the part that has the symbol tables of packages made, and stores them."""
        return SymbolIntake(self.store)

    @cached_property
    def backfills(self) -> Backfills:
        """Return the part that brings the pages of libraries into the store."""
        return Backfills(
            store=self.store,
            page_intake=self.page_intake,
            ages=self.ages,
            completeness=Completeness(self.ages, self.clock),
            backoff=self.backoff,
            settings=self.settings,
            clock=self.clock,
            leases=self.leases,
            queue=self.queue,
        )

    @cached_property
    def ingest(self) -> Ingest:
        """Return the part that opens libraries."""
        return Ingest(
            sources=self.sources,
            store=self.store,
            ages=self.ages,
            toc_intake=self.toc_intake,
            backfills=self.backfills,
            refreshes=self.refreshes,
            settings=self.settings,
            queue=self.queue,
        )

    @cached_property
    def ownership(self) -> Ownership:
        """Return the part that tells whose documentation an address is."""
        return Ownership(self.sources, self.store, self.finder)

    @cached_property
    def single_pages(self) -> SinglePages:
        """Return the part that reads pages by their address alone."""
        return SinglePages(self.ingest, self.page_intake, self.ownership, self.refreshes, self.clock)

    @cached_property
    def guide_intake(self) -> GuideIntake:
        """Return the part that adds the guides of packages."""
        return GuideIntake(self.toc_intake, self.backfills, self.refreshes, self.settings)

    @cached_property
    def whole_libraries(self) -> WholeLibraries:
        """Return the part that brings whole libraries up to date."""
        return WholeLibraries(self.finder, self.versions, self.guide_intake, self.backfills, self.symbol_intake)

    @cached_property
    def work_takeover(self) -> WorkTakeover:
        """Return the part that finishes the work of servers that ended, and the work that is left to workers."""
        return WorkTakeover(self.leases, self.queue, self.whole_libraries.finish)

    # -- what several services use -----------------------------------------------------------------------------------

    @cached_property
    def versions(self) -> WantedVersions:
        """Return the part that opens a library in the version that is wanted."""
        return WantedVersions(self.finder, self.project, self.ingest, self.settings.patience.versions)

    @cached_property
    def on_demand(self) -> OnDemand:
        """Return the part that has the pages fetched that an answer needs."""
        return OnDemand(self.backfills, self.guide_intake, self.store, self.single_pages)

    @cached_property
    def asked_names(self) -> AskedNamesService:
        """Return the part that finds the symbols that a question names."""
        return AskedNamesService(self.symbol_intake, self.inherited_members, self.store)

    @cached_property
    def inherited_members(self) -> InheritedMembers:
        """Return the part that finds the members that classes inherit."""
        return InheritedMembers(self.store)

    @cached_property
    def newest_names(self) -> NewestNames:
        """Return the part that looks names up in the newest versions of packages."""
        return NewestNames(self.versions, self.symbol_intake)

    @cached_property
    def removed_names(self) -> RemovedNames:
        """Return the part that looks names up in the stored tables of earlier versions."""
        return RemovedNames(self.store)

    @cached_property
    def missing_names(self) -> MissingNames:
        """Return the part that tells which names a library lacks."""
        return MissingNames(
            finder=self.finder,
            newest_names=self.newest_names,
            removed_names=self.removed_names,
            ingest=self.ingest,
            symbol_intake=self.symbol_intake,
            store=self.store,
            patience=self.settings.patience.answers,
        )

    @cached_property
    def used_packages(self) -> UsedPackages:
        """Return the part that finds the packages that code uses."""
        patience = self.settings.patience.versions
        return UsedPackages(self.finder, self.project, self.versions, self.ingest, patience)

    @cached_property
    def search_coverage(self) -> SearchCoverage:
        """Return the part that chooses the snapshots of a search without named libraries."""
        return SearchCoverage(self.finder, self.project, self.versions, self.ingest)

    # -- the services ------------------------------------------------------------------------------------------------

    @cached_property
    def passages(self) -> PassagesService:
        """Return the part that answers topics."""
        patience = self.settings.patience.answers
        return PassagesService(
            versions=self.versions,
            ingest=self.ingest,
            on_demand=self.on_demand,
            needed_pages=NeededPages(self.on_demand, self.asked_names, self.missing_names, patience),
            asked_names=self.asked_names,
            missing_names=self.missing_names,
            sections=PackageSections(self.store),
            message_places=MessagePlaces(),
            store=self.store,
        )

    @cached_property
    def search(self) -> SearchService:
        """Return the part that searches the indexed pages."""
        from pro_context_engine.services.search import SearchService  # noqa: PLC0415

        return SearchService(
            finder=self.finder,
            versions=self.versions,
            ingest=self.ingest,
            on_demand=self.on_demand,
            coverage=self.search_coverage,
            asked_names=self.asked_names,
            store=self.store,
            patience=self.settings.patience.searches,
        )

    @cached_property
    def exact_search(self) -> ExactSearchService:
        """Return the part that searches for exact text."""
        from pro_context_engine.services.exact_search import ExactSearchService  # noqa: PLC0415

        return ExactSearchService(
            finder=self.finder,
            versions=self.versions,
            ingest=self.ingest,
            on_demand=self.on_demand,
            coverage=self.search_coverage,
            store=self.store,
            patience=self.settings.patience.searches,
        )

    @cached_property
    def api_names(self) -> ApiNamesService:
        """Return the part that finds libraries by the names of their API, and completes such names."""
        return ApiNamesService(
            finder=self.finder,
            project=self.project,
            versions=self.versions,
            ingest=self.ingest,
            store=self.store,
            symbol_intake=self.symbol_intake,
            inherited_members=self.inherited_members,
            patience=self.settings.patience.answers,
        )

    @cached_property
    def library(self) -> LibraryService:
        """Return the part that describes a library."""
        return LibraryService(self.finder, self.ingest, self.versions, self.store)

    @cached_property
    def listing(self) -> ListingService:
        """Return the part that lists libraries."""
        return ListingService(self.finder, self.project, self.ingest, self.versions, self.store)

    @cached_property
    def page(self) -> PageService:
        """Return the part that gives single pages."""
        return PageService(
            store=self.store,
            inherited_members=self.inherited_members,
            single_pages=self.single_pages,
            ownership=self.ownership,
            ages=self.ages,
            leases=self.leases,
        )

    @cached_property
    def url(self) -> UrlService:
        """Return the part that tells why a URL may be read."""
        return UrlService(self.ownership, self.fetcher)

    @cached_property
    def crawl(self) -> CrawlService:
        """Return the part that reads sites on demand."""
        from pro_context_engine.services.crawl import CrawlService  # noqa: PLC0415

        return CrawlService(
            source=self.crawled,
            ingest=self.ingest,
            toc_intake=self.toc_intake,
            page_intake=self.page_intake,
            ownership=self.ownership,
            limits=self.settings.crawl,
            clock=self.clock,
        )

    @cached_property
    def code_check(self) -> CodeCheckService:
        """Return the part that checks code against the packages that it uses."""
        # With the comparison a tenth of the engine's modules, for two tools.
        from pro_context_engine.services.checked_code import CodeCheckService  # noqa: PLC0415

        return CodeCheckService(self.used_packages, self.versions, self.symbol_intake, self.removed_names, self.store)

    @cached_property
    def comparison(self) -> ComparisonService:
        """Return the part that compares two versions of a library."""
        from pro_context_engine.services.compared_versions import ComparisonService  # noqa: PLC0415

        return ComparisonService(
            finder=self.finder,
            used_packages=self.used_packages,
            versions=self.versions,
            ingest=self.ingest,
            symbol_intake=self.symbol_intake,
            code_check=self.code_check,
            pages=self.page,
            guide_intake=self.guide_intake,
            patience=self.settings.patience.answers,
        )

    @cached_property
    def maintenance(self) -> MaintenanceService:
        """Return the part that looks after the store."""
        return MaintenanceService(self.store, self.packages, self.finder)

    @cached_property
    def health(self) -> HealthService:
        """Return the part that counts look-ups, and reports on the engine."""
        return HealthService(self.finder.registry, self.project, self.backfills, self.store, self.fetcher, self.queue)

    async def close(self) -> None:
        """Stop the work behind the answers, then release the network and the store."""
        if "code_check" in vars(self):
            await self.code_check.close()
        if self.registry is not None:
            await self.registry.close()
        await self.work_takeover.close()
        await self.ingest.close()
        await self.newest_names.close()
        await self.symbol_intake.close()
        await self.fetcher.close()
        await self.store.close()
        if self.packages is not None:
            await asyncio.to_thread(self.packages.close)
        await large_documents.close()
