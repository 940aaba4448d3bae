"""The source that reads a project on GitLab that the configuration names."""

from __future__ import annotations

from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.settings import GITLAB, CustomSource, GitLab
from pro_context_engine.sources.gitlab.addresses import forge_at
from pro_context_engine.sources.gitlab.api import GitLabApi
from pro_context_engine.sources.repositories.configured import configured_access, configured_repository
from pro_context_engine.sources.repositories.source import Host, RepositorySource


def configured_source(custom: CustomSource, settings: GitLab, fetcher: Fetcher, clock: Clock) -> RepositorySource:
    """Return the source that reads one project that the configuration names."""
    access = configured_access(custom, GITLAB, settings.token, settings.url, fetcher, clock)
    forge = forge_at(custom.location)
    return configured_repository(custom, Host(forge, GitLabApi(access, forge.web), access.origins))
