"""Put the engine together: the only place that knows which store and which fetcher there are."""

from __future__ import annotations

from datetime import UTC, datetime

from pro_context_engine.docs_engine import DocsEngine
from pro_context_engine.fetch.client import HttpFetcher
from pro_context_engine.fetch.guard import Guard
from pro_context_engine.interfaces import Clock, Fetcher, Source
from pro_context_engine.model import Library
from pro_context_engine.project.environment import ProjectEnvironment
from pro_context_engine.registry.catalogue import Catalogue
from pro_context_engine.registry.redirects import Redirects
from pro_context_engine.settings import CustomSource, Settings
from pro_context_engine.shelf import Shelf
from pro_context_engine.sources.custom import CustomFileSource, CustomUrlSource
from pro_context_engine.sources.installed import InstalledSource
from pro_context_engine.sources.llms_txt import LlmsTxtSource
from pro_context_engine.store.opening import open_store


def utc_now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


def open_engine(settings: Settings, *, clock: Clock = utc_now) -> DocsEngine:
    """Open the documentation engine; nothing is fetched, locked or parsed yet.

    Args:
        settings: what the operator configured.
        clock: gives the current time in UTC.
    """
    environment = ProjectEnvironment(settings.project_directory, settings.environment)
    registry = Catalogue.load()
    named = [_named(custom) for custom in settings.custom if registry.get(custom.library_id) is None]
    shelf = Shelf(registry.extended(named) if named else registry, environment)
    fetcher = HttpFetcher(
        settings.fetch,
        guard=Guard(follows=Redirects(shelf.registry)),
        trust_environment_proxies=settings.trust_environment_proxies,
    )
    store = open_store(settings.cache_directory, settings.max_cache_bytes, clock)
    return DocsEngine(shelf, _sources(settings, environment, fetcher), store, store, store, fetcher, settings, clock)


def _sources(settings: Settings, environment: ProjectEnvironment, fetcher: Fetcher) -> list[Source]:
    """Return the sources in the order they are asked (docs/decisions/0004-order-of-sources.md)."""
    sources: list[Source] = [_custom(custom, fetcher) for custom in settings.custom]
    sources.append(InstalledSource(environment))
    if settings.llms_txt:
        sources.append(LlmsTxtSource(fetcher))
    return sources


def _custom(custom: CustomSource, fetcher: Fetcher) -> Source:
    return CustomUrlSource(custom, fetcher) if custom.type == "url" else CustomFileSource(custom, fetcher)


def _named(custom: CustomSource) -> Library:
    """Make a library of a source whose library the registry lacks."""
    slug = custom.library_id.lower().replace("/", "-").replace(".", "-")
    return Library(library_id=custom.library_id, slug=slug, name=custom.library_id.rpartition("/")[2])
