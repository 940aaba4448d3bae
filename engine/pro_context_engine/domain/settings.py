"""The settings of the engine, as plain values; the server reads files and variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import timedelta
from pathlib import Path
from typing import Literal

from pro_context_engine.domain.model import SourceName
from pro_context_engine.domain.value_class import value_class

GITHUB = "https://github.com"
"""The site of repositories, unless the operator names an Enterprise Server."""

GITLAB = "https://gitlab.com"
"""The site of GitLab projects, unless the operator names a server of their own."""

CustomSourceType = Literal["url", "file", "github", "gitlab"]
"""The types of the sources that the configuration names."""

MAX_CACHE_BYTES = 500_000_000
"""The default bound on the store: some hundred libraries."""

MAX_PACKAGE_BYTES = 60_000_000
"""The default bound on one file of a package index: all but a few large packages are smaller."""


@value_class
class CustomSource:
    """Documentation that the operator names (setting `sources.custom`).

    Attributes:
        name: its name in errors and health.
        type: "url" (an llms.txt or a page, fetched), "file" (an llms.txt or Markdown file on disk), "github" (a
            repository, perhaps with a state and a folder: `…/tree/main/docs`) or "gitlab" (a project, likewise:
            `…/-/tree/main/docs`).
        location: the URL or the absolute path.
        library_id: the library it documents; one that the registry lacks is added.
        public_only: whether its address must be public https; other addresses of the operator need not be.
    """

    name: str
    type: CustomSourceType
    location: str
    library_id: str
    public_only: bool = False


@value_class
class LibraryOverride:
    """The settings for one library (setting `project.libraryOverrides`).

    Attributes:
        library: its id, slug or package name; one that the registry lacks is added if `docs_url` is given.
        docs_url: its documentation site, or its llms.txt; None for that of the registry.
        fresh_for: age up to which its documentation is fresh, None for the default.
        source: the only source to use, None for all.
    """

    library: str
    docs_url: str | None = None
    fresh_for: timedelta | None = None
    source: SourceName | None = None


@value_class
class GitHub:
    """The settings for repositories (setting `sources.github`).

    Attributes:
        enabled: whether the repositories in the registry are read.
        token: token for the API, "" for anonymous requests; never shown.
        url: the GitHub that the token is for.
    """

    enabled: bool = True
    token: str = field(default="", repr=False)
    url: str = GITHUB


@value_class
class GitLab:
    """The settings of GitLab.

    Attributes:
        token: identifies the caller, "" for an anonymous one; never shown.
        url: the GitLab server that the token is for.
    """

    token: str = field(default="", repr=False)
    url: str = GITLAB


@value_class
class RegistryFeed:
    """The place of newer lists of libraries (setting `registry`).

    Attributes:
        url: address of the newest list's manifest, "" for none.
        check_at_start: whether a server checks it at start.
        check_every: time between two checks.
    """

    url: str = ""
    check_at_start: bool = True
    check_every: timedelta = timedelta(hours=24)


@value_class
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


@value_class
class CrawlLimits:
    """Bounds of one crawl of a site.

    Attributes:
        max_pages: maximum number of pages, also if more are requested.
        delay_seconds: pause between two requests to a site; a robots.txt may require a longer one.
        total_seconds: time after which a crawl returns the pages read so far.
    """

    max_pages: int = 100
    delay_seconds: float = 0.5
    total_seconds: float = 45.0


@value_class
class Patience:
    """Seconds that an answer waits for documentation that is being fetched; the rest follows behind the answer.

    Attributes:
        answers: for the pages of a cold library, of get-docs.
        searches: for the pages of a cold library, of search-docs.
        versions: for a list of versions that only completes an answer.
        store: for a database while it answers nobody.
        sources: for sources that come before the one that gave what is stored.
    """

    answers: float = 4.0
    searches: float = 2.0
    versions: float = 3.0
    store: float = 1.95
    sources: float = 1.0


@value_class
class Settings:
    """All settings of the engine.

    Attributes:
        cache_directory: folder of the store; None keeps everything in memory.
        store_url: address of the PostgreSQL database that is the store, which may hold a password; "" for a file.
        store_connections: bound on the connections to it.
        leave_to_workers: whether work that no request waits for is left to `pro-context worker`.
        project_directory: folder in which `.venv` is looked for.
        environment: the project environment: "auto", "none", or the path of an environment.
        detect: whether the project's manifests and lock files are read.
        llms_txt: whether the registry's llms.txt addresses are used.
        packages: whether packages are fetched from the package index that the user installs from.
        max_package_bytes: bound on one file from there.
        github: whether and how repositories are read.
        gitlab: how projects on GitLab are read.
        docs_sites: whether the documentation sites of the registry are read.
        custom: sources that the operator names.
        fresh_for: age up to which a snapshot is fresh.
        kept_for: age after which a snapshot is expired.
        fetch: bounds of one fetch.
        trust_environment_proxies: whether HTTP(S)_PROXY and the like are used.
        ca_file: certificates in PEM form that are trusted in addition to the operating system's.
        max_cache_bytes: bound on the store; the least recently used documentation is deleted to keep it.
        prefer_full_text: whether a library's llms-full.txt is indexed first if it has one.
        overrides: settings for single libraries.
        url_allowlist: hosts whose pages may be read in addition to documentation; `*.` stands for one label.
        registry: place of newer lists of libraries.
        crawl: bounds of one crawl.
        corpus: folder of the built corpus for the contract `corpus`; None for none.
        patience: how long answers wait for documentation that is being fetched.
        weights: weights of the features that rank chunks, in place of the fitted ones; for `hatch run bench fit`.
    """

    cache_directory: Path | None = None
    store_url: str = field(default="", repr=False)
    store_connections: int = 4
    leave_to_workers: bool = False
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
    patience: Patience = field(default_factory=Patience)
    weights: Mapping[str, float] = field(default_factory=dict)

    def asks(self, library_id: str, source: SourceName) -> bool:
        """Tell whether a source may be used for a library; if one is forced, no other may."""
        forced = [override.source for override in self.overrides if override.library == library_id and override.source]
        return not forced or source in forced
