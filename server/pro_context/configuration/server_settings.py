"""The settings of the server, and the settings of the engine that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from pro_context_contract.configuration.models import (
    Configuration,
    ConfigurationProjectLibraryOverrides,
    ConfigurationSourcesCustomItem,
)
from pro_context_contract.model import MISSING
from pro_context_engine import SourceName
from pro_context_engine.domain.settings import (
    CrawlLimits,
    CustomSource,
    CustomSourceType,
    GitHub,
    GitLab,
    LibraryOverride,
    Patience,
    RegistryFeed,
)
from pro_context_engine.domain.settings import Settings as EngineSettings


class CannotStart(Exception):
    """A server cannot start with the configuration, or must not; the text has the reason and the correction."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """A complete configuration without mistakes.

    Attributes:
        values: the values, by the names of `spec/configuration.yaml`.
        custom_of_project: whether a project's file, and not the operator, names the custom sources.
    """

    values: Configuration
    custom_of_project: bool = False

    @property
    def contracts(self) -> tuple[str, ...]:
        """Return the contracts that are served over HTTP, each once, the one at `/mcp` first.

        The contract at `/mcp` is the one that `contract` names if it is set, else the first of `contracts`.
        """
        values = self.values
        is_named = "contract" in values.given or not values.contracts
        return tuple(dict.fromkeys((values.contract, *values.contracts) if is_named else values.contracts))

    def engine(self) -> EngineSettings:
        """Return the settings of the engine."""
        values = self.values
        cache, project, sources, store = values.cache, values.project, values.sources, values.store
        registry, crawl, patience = values.registry, values.crawl, values.patience
        return EngineSettings(
            cache_directory=_folder(cache.directory),
            project_directory=Path(project.working_directory).absolute(),
            environment=project.environment if project.auto_detect else "none",
            detect=project.auto_detect,
            llms_txt=sources.llms_txt.enabled,
            prefer_full_text=sources.llms_txt.prefer_full_txt,
            packages=sources.package.enabled,
            max_package_bytes=sources.package.max_download_mb * 1_000_000,
            docs_sites=sources.docs_sites.enabled,
            github=GitHub(sources.github.enabled, sources.github.token, sources.github.url),
            gitlab=GitLab(sources.gitlab.token, sources.gitlab.url),
            custom=tuple(self._custom(source) for source in sources.custom),
            overrides=tuple(_override(name, one) for name, one in project.library_overrides.items()),
            fresh_for=timedelta(hours=cache.default_ttl_hours),
            kept_for=timedelta(hours=cache.max_age_hours),
            max_cache_bytes=cache.max_size_mb * 1_000_000,
            store_url=store.url,
            store_connections=store.connections,
            leave_to_workers=bool(store.url) and store.leave_to_workers,
            trust_environment_proxies=values.network.trust_environment_proxies,
            ca_file=None if values.network.ca_file is None else Path(values.network.ca_file),
            url_allowlist=tuple(values.security.url_allowlist),
            corpus=None if values.corpus.index is None else Path(values.corpus.index),
            registry=RegistryFeed(
                registry.url, registry.check_at_start, timedelta(hours=registry.check_interval_hours)
            ),
            crawl=CrawlLimits(crawl.max_pages, crawl.delay_seconds, crawl.max_seconds),
            patience=Patience(patience.answers, patience.searches, patience.versions, patience.store, patience.sources),
        )

    def _custom(self, source: ConfigurationSourcesCustomItem) -> CustomSource:
        kind: CustomSourceType = source.type.value
        location = source.path if kind == "file" else source.url
        return CustomSource(source.name, kind, str(location), source.library_id, public_only=self.custom_of_project)


def _folder(directory: str | None) -> Path | None:
    """Return the folder of the store; None for a store in memory, and for a path in an unknown home directory."""
    try:
        return None if directory is None else Path(directory).expanduser()
    except RuntimeError:
        return None


def _override(library: str, values: ConfigurationProjectLibraryOverrides) -> LibraryOverride:
    return LibraryOverride(
        library,
        docs_url=None if values.docs_url is MISSING else values.docs_url,
        fresh_for=None if values.ttl_hours is MISSING else timedelta(hours=values.ttl_hours),
        source=None if values.source is MISSING else SourceName(values.source.value),
    )
