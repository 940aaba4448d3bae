"""The source of one repository that the configuration names."""

from __future__ import annotations

from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.model import Library, SourceName
from pro_context_engine.domain.page_address import origin_of
from pro_context_engine.domain.settings import CustomSource
from pro_context_engine.domain.source_traits import CONFIGURED_ADDRESS, SourceTraits
from pro_context_engine.sources.repositories.api_requests import Access
from pro_context_engine.sources.repositories.repository import Repository
from pro_context_engine.sources.repositories.source import Host, LibraryRepositories, RepositorySource


def configured_access(
    custom: CustomSource, public: str, token: str, token_url: str, fetcher: Fetcher, clock: Clock
) -> Access:
    """Return how the service of a custom source is reached.

    The token goes along only if it is for this server and the operator, not a project's file, names the repository.
    The server of an operator may be on a private network; a server that a project's file names may not.

    Args:
        custom: the operator's configuration.
        public: the address of the public service.
        token: of the operator, "" for none.
        token_url: the address of the server that the token is for.
        fetcher: how bytes arrive.
        clock: gives the current time in UTC.
    """
    web = origin_of(custom.location)
    is_for_this_server = not custom.public_only and web == origin_of(token_url)
    origins = () if custom.public_only or web == public else (web,)
    return Access(fetcher, clock, token if is_for_this_server else "", origins)


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
