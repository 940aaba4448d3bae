"""The source of one repository that the configuration names."""

from __future__ import annotations

from pro_context_engine.domain.model import Library, SourceName
from pro_context_engine.domain.settings import CustomSource
from pro_context_engine.domain.source_traits import CONFIGURED_ADDRESS, SourceTraits
from pro_context_engine.sources.repositories.repository import Repository
from pro_context_engine.sources.repositories.source import Host, LibraryRepositories, RepositorySource


def configured_repository(custom: CustomSource, host: Host) -> RepositorySource:
    """Return the source that reads the repository of a custom source.

    Args:
        custom: the operator's configuration.
        host: the service that hosts the repository.
    """
    named = host.forge.repository(custom.location)
    owners = {named.key: custom.library_id} if named else {}

    def repository(library: Library) -> Repository | None:
        return named if library.library_id == custom.library_id else None

    traits = SourceTraits(custom.name, is_configured=True, address_rule=CONFIGURED_ADDRESS)
    return RepositorySource(host, LibraryRepositories(repository, lambda: owners), SourceName.CUSTOM, traits)
