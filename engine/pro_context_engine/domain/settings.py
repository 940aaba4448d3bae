"""What the engine can be told, as plain values; reading files and variables is the server's work."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Literal

from pro_context_engine.domain.model import SourceName

GITHUB = "https://github.com"
"""Where repositories are, unless the operator names an Enterprise Server."""

GITLAB = "https://gitlab.com"
"""Where GitLab's projects are, unless the operator names a server of his own."""

CustomSourceType = Literal["url", "file", "github", "gitlab"]
"""The types of the sources that the configuration names."""

MAX_CACHE_BYTES = 500_000_000
"""Bound on the store where none is configured: some hundred libraries."""

MAX_PACKAGE_BYTES = 60_000_000
"""Bound on one file of a package index where none is configured: all but a few large packages are smaller."""


@dataclass(frozen=True, slots=True)
class CustomSource:
    """Documentation the operator names (seed 003 section 8.4).

    Attributes:
        name: shown in errors and health.
        type: "url" (an llms.txt or a page, fetched), "file" (an llms.txt or Markdown file on disk), "github" (a
            repository, perhaps with a state and a folder: `…/tree/main/docs`) or "gitlab" (a project, likewise:
            `…/-/tree/main/docs`).
        location: the URL or the absolute path.
        library_id: the library it documents; one that the registry lacks is added.
        public_only: whether its address must be public https like everyone's; the operator's own need not.
    """

    name: str
    type: CustomSourceType
    location: str
    library_id: str
    public_only: bool = False


@dataclass(frozen=True, slots=True)
class LibraryOverride:
    """What holds for one library (seed 003 section 12.1).

    Attributes:
        library: its id, slug or package name; one that the registry lacks is added where `docs_url` is given.
        docs_url: its documentation site, or its llms.txt; None for what the registry knows.
        fresh_for: age up to which its documentation is fresh, None as for every library.
        source: the only source that is asked, None for all.
    """

    library: str
    docs_url: str | None = None
    fresh_for: timedelta | None = None
    source: SourceName | None = None


@dataclass(frozen=True, slots=True)
class GitHub:
    """How repositories are read (seed 003 section 8.3).

    Attributes:
        enabled: whether the repositories of the registry are.
        token: proves who asks, "" for nobody in particular; never shown.
        url: the GitHub that the token is for.
    """

    enabled: bool = True
    token: str = field(default="", repr=False)
    url: str = GITHUB


@dataclass(frozen=True, slots=True)
class GitLab:
    """How projects on GitLab are read.

    Attributes:
        token: proves who asks, "" for nobody in particular; never shown.
        url: the GitLab that the token is for.
    """

    token: str = field(default="", repr=False)
    url: str = GITLAB


@dataclass(frozen=True, slots=True)
class RegistryFeed:
    """Where newer lists of libraries come from (seed 001, registry version).

    Attributes:
        url: address of the manifest of the newest one, "" for nowhere.
        check_at_start: whether a server looks there when it starts.
        check_every: time between two such looks.
    """

    url: str = ""
    check_at_start: bool = True
    check_every: timedelta = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """Bounds of one fetch: seconds and bytes."""

    total_seconds: float = 30.0
    connect_seconds: float = 5.0
    first_byte_seconds: float = 10.0
    max_bytes: int = 5_000_000
    max_decoded_bytes: int = 20_000_000
    download_seconds: float = 120.0
    max_redirects: int = 5
    per_host: int = 8


@dataclass(frozen=True, slots=True)
class CrawlLimits:
    """Bounds of one crawl of a site.

    Attributes:
        max_pages: pages at most, however many are asked for.
        delay_seconds: between two requests to a site; a robots.txt may ask for more.
        total_seconds: after which a crawl gives what it has.
    """

    max_pages: int = 100
    delay_seconds: float = 0.5
    total_seconds: float = 45.0


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the engine can be told.

    Attributes:
        cache_directory: folder of the store; None keeps everything in memory.
        project_directory: folder whose `.venv` is looked for.
        environment: the project environment: "auto", "none", or the path of an environment.
        detect: whether the project's manifests and lock files are read.
        llms_txt: whether the registry's llms.txt addresses are used.
        packages: whether packages are fetched from the package index that the user installs from.
        max_package_bytes: bound on one file from there.
        github: whether and how repositories are read.
        gitlab: how projects on GitLab are read.
        docs_sites: whether the documentation sites of the registry are read.
        custom: sources the operator names.
        fresh_for: age up to which a snapshot is fresh.
        kept_for: age after which a snapshot is expired.
        fetch: bounds of one fetch.
        trust_environment_proxies: whether HTTP(S)_PROXY and the like are honoured.
        ca_file: certificates in PEM form that are trusted besides the operating system's.
        max_cache_bytes: bound on the store; the documentation that was used longest ago is deleted to keep it.
        prefer_full_text: whether an llms-full.txt is indexed first where a library has one.
        overrides: what holds for single libraries.
        url_allowlist: hosts whose pages may be read besides documentation; `*.` stands for one label.
        registry: where newer lists of libraries come from.
        crawl: bounds of one crawl.
        corpus: folder of the built corpus that is searched by the contract for one; None for none.
    """

    cache_directory: Path | None = None
    project_directory: Path = field(default_factory=Path.cwd)
    environment: str = "auto"
    detect: bool = True
    llms_txt: bool = True
    packages: bool = True
    max_package_bytes: int = MAX_PACKAGE_BYTES
    github: GitHub = field(default_factory=GitHub)
    gitlab: GitLab = field(default_factory=GitLab)
    docs_sites: bool = True
    custom: tuple[CustomSource, ...] = ()
    fresh_for: timedelta = timedelta(hours=24)
    kept_for: timedelta = timedelta(days=7)
    fetch: FetchLimits = field(default_factory=FetchLimits)
    trust_environment_proxies: bool = False
    max_cache_bytes: int = MAX_CACHE_BYTES
    ca_file: Path | None = None
    prefer_full_text: bool = False
    overrides: tuple[LibraryOverride, ...] = ()
    url_allowlist: tuple[str, ...] = ()
    registry: RegistryFeed = field(default_factory=RegistryFeed)
    crawl: CrawlLimits = field(default_factory=CrawlLimits)
    corpus: Path | None = None

    def asks(self, library_id: str, source: SourceName) -> bool:
        """Tell whether a source may be asked for a library: where one is forced, only that one."""
        forced = [override.source for override in self.overrides if override.library == library_id and override.source]
        return not forced or source in forced
