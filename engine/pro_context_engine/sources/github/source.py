"""The sources that read repositories on GitHub: those of the registry, and those that the configuration names."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.interfaces import Clock, Registry
from pro_context_engine.domain.model import Library, SourceName
from pro_context_engine.domain.results import UrlRule
from pro_context_engine.domain.settings import GITHUB, CustomSource, GitHub
from pro_context_engine.domain.source_traits import AddressRule, SourceTraits
from pro_context_engine.libraries.registry.current_registry import Derived
from pro_context_engine.sources.github.addresses import GitHubForge, forge_at
from pro_context_engine.sources.github.api import GitHubApi
from pro_context_engine.sources.repositories.api_requests import Access
from pro_context_engine.sources.repositories.configured import configured_access, configured_repository
from pro_context_engine.sources.repositories.repository import Repository
from pro_context_engine.sources.repositories.source import Host, LibraryRepositories, RepositorySource

TRAITS = SourceTraits(
    "github",
    reads_registry=True,
    address_rule=AddressRule(UrlRule.REPOSITORY, "it lies in the repository of {library}"),
)
"""The properties of the source that reads the registry's repositories."""


def registry_source(registry: Registry, settings: GitHub, fetcher: Fetcher, clock: Clock) -> RepositorySource:
    """Return the source that reads the repositories of the registry's libraries, all on GitHub itself."""
    forge = forge_at(GITHUB)

    def repository(library: Library) -> Repository | None:
        return forge.repository(library.repo_url or "")

    def owners(libraries: Sequence[Library]) -> dict[str, str]:
        # Of several libraries in one repository, the most popular one comes first.
        found = [(repository(library), library.library_id) for library in reversed(libraries)]
        return {one.key: library_id for one, library_id in found if one}

    host = _host(forge, Access(fetcher, clock, settings.token if settings.url == GITHUB else ""))
    repositories = LibraryRepositories(repository, Derived(registry, owners))
    return RepositorySource(host, repositories, SourceName.GITHUB, TRAITS)


def configured_source(custom: CustomSource, settings: GitHub, fetcher: Fetcher, clock: Clock) -> RepositorySource:
    """Return the source that reads one repository that the configuration names."""
    access = configured_access(custom, GITHUB, settings.token, settings.url, fetcher, clock)
    return configured_repository(custom, _host(forge_at(custom.location), access))


def _host(forge: GitHubForge, access: Access) -> Host:
    return Host(forge, GitHubApi(access, forge.api, forge.raw), access.origins)
