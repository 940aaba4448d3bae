"""The sources of repositories, as the configuration and the registry have them."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.interfaces import Clock, Registry
from pro_context_engine.domain.model import Library, SourceName
from pro_context_engine.domain.settings import GITHUB, CustomSource, GitHub
from pro_context_engine.domain.source_traits import CONFIGURED_ADDRESS, SourceTraits
from pro_context_engine.libraries.registry.current import Derived
from pro_context_engine.sources.github.forges import Repository, forge_at
from pro_context_engine.sources.github.source import Access, GitHubSource, Repositories


def of_registry(registry: Registry, settings: GitHub, fetcher: Fetcher, clock: Clock) -> GitHubSource:
    """Return the source that reads the repositories of the registry's libraries, all on GitHub itself."""
    forge = forge_at(GITHUB)

    def repository(library: Library) -> Repository | None:
        return forge.repository(library.repo_url or "")

    def owners(libraries: Sequence[Library]) -> dict[str, str]:
        # Of several libraries in one repository, the most popular one comes first.
        found = [(repository(library), library.library_id) for library in reversed(libraries)]
        return {one.key: library_id for one, library_id in found if one}

    access = Access(fetcher, clock, settings.token if settings.url == GITHUB else "")
    return GitHubSource(forge, Repositories(repository, Derived(registry, owners)), access)


def of_configuration(custom: CustomSource, settings: GitHub, fetcher: Fetcher, clock: Clock) -> GitHubSource:
    """Return the source that reads one repository the configuration names.

    The token goes along only if it is for this GitHub and the operator, not a project's file, names the repository.
    """
    forge = forge_at(custom.location)
    named = forge.repository(custom.location)

    def repository(library: Library) -> Repository | None:
        return named if library.library_id == custom.library_id else None

    owners = {named.key: custom.library_id} if named else {}
    token = settings.token if not custom.public_only and forge == forge_at(settings.url) else ""
    origins = () if custom.public_only or forge.web == GITHUB else (forge.web,)
    access = Access(fetcher, clock, token, origins)
    traits = SourceTraits(custom.name, is_configured=True, address_rule=CONFIGURED_ADDRESS)
    return GitHubSource(forge, Repositories(repository, lambda: owners), access, SourceName.CUSTOM, traits)
