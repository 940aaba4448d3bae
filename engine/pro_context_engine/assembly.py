"""Put the engine together: the only place that knows which store and which fetcher there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pro_context_engine.adapters.fetch.allow_list import AllowList
from pro_context_engine.adapters.fetch.client import HttpFetcher
from pro_context_engine.adapters.fetch.guard import Guard
from pro_context_engine.adapters.fetch.urls import parse_url
from pro_context_engine.adapters.store.sqlite.open_file import open_store
from pro_context_engine.domain.errors import UrlRefused
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.interfaces import Clock, Source
from pro_context_engine.domain.settings import CustomSource, LibraryOverride, Settings
from pro_context_engine.engine import DocsEngine
from pro_context_engine.libraries.finder import Shelf
from pro_context_engine.libraries.project.detection import ProjectDependencies
from pro_context_engine.libraries.project.environment import ProjectEnvironment
from pro_context_engine.libraries.project.node_modules import NodeModules
from pro_context_engine.libraries.registry import overrides
from pro_context_engine.libraries.registry.catalogue import Catalogue
from pro_context_engine.libraries.registry.current import CurrentRegistry
from pro_context_engine.libraries.registry.in_use import find as find_registry
from pro_context_engine.libraries.registry.known_libraries import KnownLibraries
from pro_context_engine.libraries.registry.redirects import Redirects
from pro_context_engine.libraries.registry.registry_folder import RegistryFolder
from pro_context_engine.libraries.registry.updates import RegistryUpdates
from pro_context_engine.sources.allowed_hosts.source import AllowedHosts
from pro_context_engine.sources.crawl.source import CrawledSites
from pro_context_engine.sources.custom.source import CustomFileSource, CustomUrlSource
from pro_context_engine.sources.docs_site.source import DocsSiteSource
from pro_context_engine.sources.github import source as github
from pro_context_engine.sources.github.addresses import SITE as GITHUB_SITE
from pro_context_engine.sources.gitlab import source as gitlab
from pro_context_engine.sources.gitlab.addresses import site_of as gitlab_site
from pro_context_engine.sources.installed.source import InstalledSource
from pro_context_engine.sources.llms_txt.source import LlmsTxtSource
from pro_context_engine.sources.package_index.kept_packages import AllKeptPackages
from pro_context_engine.sources.package_index.package_supply import open_npm_packages, open_python_packages
from pro_context_engine.sources.packages.package_kinds import NPM, PYTHON
from pro_context_engine.sources.packages.source import PublishedSource

if TYPE_CHECKING:
    from pro_context_engine.corpus.corpus import Corpus


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
    folder = RegistryFolder(settings.cache_directory)
    in_use = find_registry(folder)
    registry = CurrentRegistry(Catalogue(()))
    project = [settings.project_directory] if settings.detect else []
    dependencies, modules = ProjectDependencies(project), NodeModules(project)
    shelf = Shelf(registry, environment, published=settings.packages, dependencies=dependencies, node_modules=modules)
    use = partial(_use, shelf, registry, settings)
    settings = replace(settings, overrides=use(in_use.known))
    fetcher = HttpFetcher(
        settings.fetch,
        guard=Guard(follows=Redirects(shelf.registry)),
        trust_environment_proxies=settings.trust_environment_proxies,
        ca_file=settings.ca_file,
        sites=(GITHUB_SITE, gitlab_site(one.location for one in settings.custom if one.type == "gitlab")),
        clock=clock,
    )
    store = open_store(settings.cache_directory, settings.max_cache_bytes, clock)
    sources = _sources(settings, environment, shelf, fetcher, clock)
    python = open_python_packages(settings, fetcher, clock, environment.python_version)
    npm = open_npm_packages(settings, fetcher, clock)
    if settings.packages:
        for supply, kind in ((python, PYTHON), (npm, NPM)):
            sources.append(PublishedSource(supply.releases, supply.packages, supply.origin, shelf.nearest, kind))
    crawled = CrawledSites(fetcher, settings.crawl)
    sources.append(crawled)
    packages = AllKeptPackages(python.folder, npm.folder)
    updates = RegistryUpdates(in_use, folder, settings.registry, fetcher, use, clock)
    corpus = None if settings.corpus is None else partial(_corpus, settings.corpus)
    return DocsEngine(
        shelf, sources, store, store, store, store, fetcher, settings, clock, packages, updates, crawled, corpus
    )


def _use(
    shelf: Shelf, registry: CurrentRegistry, settings: Settings, known: KnownLibraries
) -> tuple[LibraryOverride, ...]:
    """Answer from this list, with what the configuration adds and changes; return overrides by their libraries' ids."""
    catalogue = Catalogue.of(known)
    lacking = dict.fromkeys(one.library_id for one in settings.custom if catalogue.get(one.library_id) is None)
    if lacking:
        catalogue = catalogue.extended(map(overrides.unregistered, lacking))
    found = list(overrides.named(settings.overrides, replace(shelf, registry=catalogue).find))
    registry.take(catalogue.extended(library for _, library in found) if found else catalogue)
    return tuple(override for override, _ in found)


def _sources(
    settings: Settings, environment: ProjectEnvironment, shelf: Shelf, fetcher: Fetcher, clock: Clock
) -> list[Source]:
    """Return the sources in the order they are asked (docs/decisions/0004-order-of-sources.md)."""
    sources: list[Source] = [_custom(custom, fetcher, settings, clock) for custom in settings.custom]
    sources += [InstalledSource(environment), InstalledSource(shelf.node_modules, NPM)]
    if settings.llms_txt:
        sources.append(LlmsTxtSource(fetcher, prefer_full_text=settings.prefer_full_text))
    if settings.github.enabled:
        sources.append(github.registry_source(shelf.registry, settings.github, fetcher, clock))
    if settings.docs_sites:
        sources.append(DocsSiteSource(fetcher))
    if settings.url_allowlist:
        sources.append(AllowedHosts(_allows(settings.url_allowlist), fetcher))
    return sources


def _corpus(index: Path) -> Corpus:
    # Most servers have none.
    from pro_context_engine.corpus.corpus import open_corpus  # noqa: PLC0415

    return open_corpus(index)


def _custom(custom: CustomSource, fetcher: Fetcher, settings: Settings, clock: Clock) -> Source:
    if custom.type == "github":
        return github.configured_source(custom, settings.github, fetcher, clock)
    if custom.type == "gitlab":
        return gitlab.configured_source(custom, settings.gitlab, fetcher, clock)
    if custom.type == "url":
        return CustomUrlSource(custom, fetcher, prefer_full_text=settings.prefer_full_text)
    return CustomFileSource(custom, fetcher)


def _allows(hosts: Sequence[str]) -> Callable[[str], bool]:
    """Return what tells whether a URL lies on one of these hosts; `*.` stands for one label."""
    exact = [host for host in hosts if not host.startswith("*.")]
    listed = AllowList(exact, [host for host in hosts if host not in exact])

    def allows(url: str) -> bool:
        try:
            return listed(parse_url(url))
        except UrlRefused:
            return False

    return allows
