"""The parts behind the façade."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from pro_context_engine.domain.fetching import Fetcher
    from pro_context_engine.domain.interfaces import KeptPackages, Source
    from pro_context_engine.domain.storage import SnapshotStore
    from pro_context_engine.ingestion.backfills import Backfills
    from pro_context_engine.ingestion.growth import Growth
    from pro_context_engine.ingestion.handing_on import HandingOn
    from pro_context_engine.ingestion.ingest import Ingest
    from pro_context_engine.ingestion.symbol_intake import SymbolIntake
    from pro_context_engine.libraries.ownership import Ownership
    from pro_context_engine.libraries.registry.updates import RegistryUpdates
    from pro_context_engine.services.api_names import ApiNamesService
    from pro_context_engine.services.checked_code import CodeCheckService
    from pro_context_engine.services.compared_versions import ComparisonService
    from pro_context_engine.services.crawl import CrawlService
    from pro_context_engine.services.exact_search import ExactSearchService
    from pro_context_engine.services.explain_url import UrlService
    from pro_context_engine.services.health import HealthService
    from pro_context_engine.services.library import LibraryService
    from pro_context_engine.services.listing import ListingService
    from pro_context_engine.services.maintenance import MaintenanceService
    from pro_context_engine.services.newest_names import NewestNames
    from pro_context_engine.services.page import PageService
    from pro_context_engine.services.passages import PassagesService
    from pro_context_engine.services.search import SearchService
    from pro_context_engine.services.versions import WantedVersions
    from pro_context_engine.services.whole_libraries import WholeLibraries


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The parts that find, keep and read documentation; `assembly` builds each of them exactly once.

    Attributes:
        sources: in the order in which they are asked.
        api_names: finds libraries by the names of their API, and completes such names.
        versions: opens a library in the version that is wanted.
        ingest: brings tables of contents into the store.
        backfills: brings pages into the store.
        growth: adds the guides of packages.
        ownership: tells whose documentation an address is.
        store: keeps snapshots.
        fetcher: reads from the network.
        passages: answers topics.
        library: describes a library.
        listing: lists libraries.
        page: gives single pages.
        url: tells why a URL may be read.
        open_search: opens the search of what is indexed, at its first use.
        open_crawl: opens what reads sites on demand, likewise.
        open_code_check: opens the check of code against packages, likewise.
        open_comparison: opens the comparison of two versions of a library, likewise.
        open_exact_search: opens the search for exact text, likewise.
        maintenance: looks after the store.
        health: counts look-ups.
        symbols: makes and keeps the symbol tables of packages.
        newest_names: looks names up in the newest versions of packages.
        packages: the unpacked packages on disk, None where none are kept.
        registry: fetches newer lists of libraries, None where the list never changes.
        whole_libraries: brings whole libraries up to date.
        handing_on: finishes the work of servers that ended, and the work that is left to workers.
        end_worker: ends the process that reads large documents, if there is one.
    """

    sources: Sequence[Source]
    api_names: ApiNamesService
    versions: WantedVersions
    ingest: Ingest
    backfills: Backfills
    growth: Growth
    ownership: Ownership
    store: SnapshotStore
    fetcher: Fetcher
    passages: PassagesService
    library: LibraryService
    listing: ListingService
    page: PageService
    url: UrlService
    open_search: Callable[[], SearchService]
    open_crawl: Callable[[], CrawlService]
    open_code_check: Callable[[], CodeCheckService]
    open_comparison: Callable[[CodeCheckService], ComparisonService]
    open_exact_search: Callable[[], ExactSearchService]
    maintenance: MaintenanceService
    health: HealthService
    symbols: SymbolIntake
    newest_names: NewestNames
    packages: KeptPackages | None
    registry: RegistryUpdates | None
    whole_libraries: WholeLibraries
    handing_on: HandingOn
    end_worker: Callable[[], Awaitable[None]]
