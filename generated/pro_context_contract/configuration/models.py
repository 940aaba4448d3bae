"""Models of a complete configuration.

Generated from spec/configuration.yaml; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from pro_context_contract.model import MISSING, Missing, Model, by_name, each


class ConfigurationCorpus(Model):
    """The corpus that the contract `corpus` searches."""

    index: str | None = None
    """Folder that `pro-context corpus build` wrote; null for none."""


class ConfigurationServerTransport(StrEnum):
    """The transport of messages."""

    stdio = "stdio"
    http = "http"


class ConfigurationServerTls(Model):
    """Certificates for https, for a server without a proxy that provides it."""

    certificate_file: str | None = None
    """Certificate and its chain, in PEM form."""
    key_file: str | None = None
    """Private key of the certificate, in PEM form, if it is not in the same file."""
    _wire_names = {"certificate_file": "certificateFile", "key_file": "keyFile"}


class ConfigurationServer(Model):
    """Access of clients to the server."""

    transport: ConfigurationServerTransport = ConfigurationServerTransport.stdio
    """The transport of messages."""
    host: str = "127.0.0.1"
    """Address on which the server accepts HTTP requests."""
    port: int = 3100
    """Port on which the server accepts HTTP requests; 0 chooses a free one, which the start-up line names."""
    tls: ConfigurationServerTls
    """Certificates for https, for a server without a proxy that provides it."""
    max_body_kb: int = 64
    """Largest body of a request, in units of 1,024 bytes; a larger one is refused with status 413."""
    max_sessions: int = 10000
    """Largest number of sessions; a further session ends the one that was idle longest."""
    session_idle_minutes: int | float = 30
    """Minutes after which an idle session ends."""
    auth_key: str = ""
    """Key that HTTP requests may carry besides the keys of `pro-context keys`. Without any key of either kind, each start creates a new one."""
    trusted_proxies: Sequence[str] = ()
    """Addresses and networks of reverse proxies whose `Forwarded` or `X-Forwarded-For` header names the client: 10.0.0.7, 10.1.0.0/16."""
    _wire_names = {
        "max_body_kb": "maxBodyKB",
        "max_sessions": "maxSessions",
        "session_idle_minutes": "sessionIdleMinutes",
        "auth_key": "authKey",
        "trusted_proxies": "trustedProxies",
    }
    _readers = {
        "transport": ConfigurationServerTransport,
        "port": int,
        "tls": ConfigurationServerTls.from_json,
        "max_body_kb": int,
        "max_sessions": int,
    }


class ConfigurationProjectLibraryOverridesSource(StrEnum):
    """The only source for the library's documentation."""

    custom = "custom"
    installed = "installed"
    llms_txt = "llms.txt"
    github = "github"
    docs_site = "docs-site"
    package = "package"


class ConfigurationProjectLibraryOverrides(Model):
    docs_url: str | Missing = MISSING
    """Address of the library's documentation site, where its `llms.txt` is expected, or an address that ends in `.txt`."""
    ttl_hours: int | float | Missing = MISSING
    """Age up to which the library's documentation is fresh, in hours."""
    source: ConfigurationProjectLibraryOverridesSource | Missing = MISSING
    """The only source for the library's documentation."""
    _wire_names = {"docs_url": "docsUrl", "ttl_hours": "ttlHours"}
    _readers = {"source": ConfigurationProjectLibraryOverridesSource}


class ConfigurationProject(Model):
    """The project whose libraries are preferred."""

    auto_detect: bool = True
    """Whether the project's manifests, lock files and environment are read."""
    working_directory: str = "."
    """Folder of the project, if the client names none."""
    environment: str = "auto"
    """Python environment of the project: `auto` searches for it (`VIRTUAL_ENV`, `.venv` and others in the project, those that poetry, pipenv and hatch keep for it, an active one of conda), `none` uses no environment, and any other text is its folder."""
    library_overrides: Mapping[str, ConfigurationProjectLibraryOverrides] = {}
    """Settings of single libraries, by library ID, slug or package name."""
    _wire_names = {
        "auto_detect": "autoDetect",
        "working_directory": "workingDirectory",
        "library_overrides": "libraryOverrides",
    }
    _readers = {"library_overrides": by_name(ConfigurationProjectLibraryOverrides.from_json)}


class ConfigurationCache(Model):
    """Place, age and size of stored documentation."""

    directory: str | None = "~/.pro-context/cache"
    """Folder of the store; null keeps everything in memory."""
    default_ttl_hours: int | float = 24
    """Age up to which documentation is fresh, in hours."""
    max_age_hours: int | float = 168
    """Age after which documentation is no longer served, in hours."""
    max_size_mb: int = 500
    """Largest size of the store, and of the unpacked packages beside it, in MB each; the least recently used documentation is removed first."""
    max_memory_mb: int = 100
    """Memory for documentation in MB."""
    max_memory_entries: int = 500
    """Number of documents kept in memory."""
    cleanup_interval_minutes: int = 60
    """Minutes between two removals of outdated documentation."""
    _wire_names = {
        "default_ttl_hours": "defaultTTLHours",
        "max_age_hours": "maxAgeHours",
        "max_size_mb": "maxSizeMB",
        "max_memory_mb": "maxMemoryMB",
        "max_memory_entries": "maxMemoryEntries",
        "cleanup_interval_minutes": "cleanupIntervalMinutes",
    }
    _readers = {"max_size_mb": int, "max_memory_mb": int, "max_memory_entries": int, "cleanup_interval_minutes": int}


class ConfigurationStore(Model):
    """The database of several servers, in place of the file in `cache.directory`."""

    url: str = ""
    """Address of a PostgreSQL database (`postgresql://user@host/database`) that keeps documentation and API keys; empty for the file. The password may stand here, in the variable PGPASSWORD, or in a password file of PostgreSQL."""
    connections: int = 4
    """Largest number of connections for documentation; API keys take one more."""
    leave_to_workers: bool = False
    """Leave work that no request waits for (the other pages of a library, refreshes) to `pro-context worker`. Needs a `url`, and a worker that runs."""
    _wire_names = {"leave_to_workers": "leaveToWorkers"}
    _readers = {"connections": int}


class ConfigurationSourcesLlmsTxt(Model):
    """The llms.txt files that libraries publish."""

    enabled: bool = True
    """Whether the llms.txt addresses of the registry are used."""
    prefer_full_txt: bool = False
    """Whether a library's llms-full.txt is indexed first, which is large but complete."""
    _wire_names = {"prefer_full_txt": "preferFullTxt"}


class ConfigurationSourcesPackage(Model):
    """Packages from the index that pip or uv is configured for, and from the registry that npm is configured for. Their code is never executed."""

    enabled: bool = True
    """Whether packages are fetched, and the guides of installed ones."""
    max_download_mb: int = 60
    """Largest size of one file in MB. Of a larger package only the README is read, if the index offers it."""
    _wire_names = {"max_download_mb": "maxDownloadMB"}
    _readers = {"max_download_mb": int}


class ConfigurationSourcesDocsSites(Model):
    """The documentation sites of libraries, listed by their inventory (`objects.inv`) or their start page."""

    enabled: bool = True
    """Whether the sites that the registry names are read."""


class ConfigurationSourcesGithub(Model):
    """Documentation in GitHub repositories."""

    enabled: bool = True
    """Whether the repositories of the registry's libraries are read."""
    token: str = ""
    """Personal access token; it raises GitHub's limit from 60 to 5,000 requests an hour."""
    url: str = "https://github.com"
    """The GitHub server that the token belongs to, for example an Enterprise Server."""


class ConfigurationSourcesGitlab(Model):
    """Documentation in projects on GitLab that `custom` names."""

    token: str = ""
    """Access token with the scope `read_api`, for private projects and a higher limit of requests."""
    url: str = "https://gitlab.com"
    """The GitLab that the token is for, perhaps a server of your own."""


class ConfigurationSourcesCustomItemType(StrEnum):
    """`url` is an llms.txt or a page on the web, `file` an llms.txt, a Markdown file or a folder of them on disk, `github` a repository, `gitlab` a project on GitLab."""

    url = "url"
    file = "file"
    github = "github"
    gitlab = "gitlab"


class ConfigurationSourcesCustomItem(Model):
    name: str
    """Name of the source in errors and in the health resource."""
    type: ConfigurationSourcesCustomItemType
    """`url` is an llms.txt or a page on the web, `file` an llms.txt, a Markdown file or a folder of them on disk, `github` a repository, `gitlab` a project on GitLab."""
    url: str | Missing = MISSING
    """Address of a source of type `url`, `github` or `gitlab`; of a repository, with or without `/tree/STATE/FOLDER`, of a project with or without `/-/tree/STATE/FOLDER`."""
    path: str | Missing = MISSING
    """Path of a source of type `file`."""
    library_id: str
    """The library that the source documents; a library that is not in the registry is added."""
    _wire_names = {"library_id": "libraryId"}
    _readers = {"type": ConfigurationSourcesCustomItemType}


class ConfigurationSources(Model):
    """The sources of documentation."""

    llms_txt: ConfigurationSourcesLlmsTxt
    """The llms.txt files that libraries publish."""
    package: ConfigurationSourcesPackage
    """Packages from the index that pip or uv is configured for, and from the registry that npm is configured for. Their code is never executed."""
    docs_sites: ConfigurationSourcesDocsSites
    """The documentation sites of libraries, listed by their inventory (`objects.inv`) or their start page."""
    github: ConfigurationSourcesGithub
    """Documentation in GitHub repositories."""
    gitlab: ConfigurationSourcesGitlab
    """Documentation in projects on GitLab that `custom` names."""
    custom: Sequence[ConfigurationSourcesCustomItem] = ()
    """Sources of your own, asked before all others."""
    _wire_names = {"llms_txt": "llmsTxt", "docs_sites": "docsSites"}
    _readers = {
        "llms_txt": ConfigurationSourcesLlmsTxt.from_json,
        "package": ConfigurationSourcesPackage.from_json,
        "docs_sites": ConfigurationSourcesDocsSites.from_json,
        "github": ConfigurationSourcesGithub.from_json,
        "gitlab": ConfigurationSourcesGitlab.from_json,
        "custom": each(ConfigurationSourcesCustomItem.from_json),
    }


class ConfigurationRegistry(Model):
    """The origin of newer lists of libraries."""

    url: str = ""
    """Address of the manifest of the newest list (its schema is `generated/registry/registry-manifest.schema.json`); empty for none."""
    check_at_start: bool = True
    """Whether a server fetches the manifest after its start, while it answers calls."""
    check_interval_hours: int | float = 24
    """Hours between two fetches of the manifest."""
    _wire_names = {"check_at_start": "checkAtStart", "check_interval_hours": "checkIntervalHours"}


class ConfigurationCrawl(Model):
    """Limits of the contract `crawl`."""

    max_pages: int = 100
    """Largest number of pages of one crawl, even if a call asks for more."""
    delay_seconds: int | float = 0.5
    """Seconds between two requests to a site; its robots.txt may ask for up to 10."""
    max_seconds: int | float = 45
    """Seconds after which a crawl returns the pages that it has; many clients wait for 60."""
    _wire_names = {"max_pages": "maxPages", "delay_seconds": "delaySeconds", "max_seconds": "maxSeconds"}
    _readers = {"max_pages": int}


class ConfigurationPatience(Model):
    """Seconds to wait for documentation that is being fetched; the rest follows behind the answer."""

    answers: int | float = 4
    """Seconds that get-docs waits for the pages of a library that is not indexed yet."""
    searches: int | float = 2
    """Seconds that search-docs waits for the pages of a library that is not indexed yet."""
    versions: int | float = 3
    """Seconds to wait for a list of versions that only completes an answer."""
    store: int | float = 1.95
    """Seconds that a read of documentation waits for the database of `store.url` while it answers nobody."""
    sources: int | float = 1
    """Seconds that a stored library waits for sources that come before the one which gave it."""
    checks: int | float = 5
    """Seconds that each check of `pro-context doctor` may take."""


class ConfigurationNetwork(Model):
    """Network settings of all fetches."""

    trust_environment_proxies: bool = False
    """Whether fetches use `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`."""
    ca_file: str | None = None
    """Certificates in PEM form that are trusted besides the operating system's."""
    _wire_names = {"trust_environment_proxies": "trustEnvironmentProxies", "ca_file": "caFile"}


class ConfigurationRateLimit(Model):
    """Limits of the HTTP requests of one key."""

    max_requests_per_minute: int = 60
    """Requests per minute of a key without a limit of its own."""
    burst_size: int = 10
    """Requests that a key may make at once."""
    _wire_names = {"max_requests_per_minute": "maxRequestsPerMinute", "burst_size": "burstSize"}
    _readers = {"max_requests_per_minute": int, "burst_size": int}


class ConfigurationLoggingLevel(StrEnum):
    """The lowest severity of the lines that are written."""

    debug = "debug"
    info = "info"
    warn = "warn"
    error = "error"


class ConfigurationLoggingFormat(StrEnum):
    """`pretty` is for people, `json` is one JSON object a line."""

    pretty = "pretty"
    json = "json"


class ConfigurationLogging(Model):
    """Log lines on stderr."""

    level: ConfigurationLoggingLevel = ConfigurationLoggingLevel.warn
    """The lowest severity of the lines that are written."""
    format: ConfigurationLoggingFormat = ConfigurationLoggingFormat.pretty
    """`pretty` is for people, `json` is one JSON object a line."""
    _readers = {"level": ConfigurationLoggingLevel, "format": ConfigurationLoggingFormat}


class ConfigurationMetrics(Model):
    """Metrics of an HTTP server for Prometheus."""

    enabled: bool = False
    """Whether the server offers metrics at `/metrics`."""
    host: str = "127.0.0.1"
    """Address of the separate port for metrics."""
    port: int = 0
    """Separate port for metrics, which asks for no key; 0 serves them at the server's address, for keys that were made with `--admin`."""
    _readers = {"port": int}


class ConfigurationTelemetry(Model):
    """Spans of each request for an OpenTelemetry collector; they never contain the text of a request."""

    endpoint: str = ""
    """Address that receives spans by OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces; empty for none. It needs `pro-context[telemetry]`."""


class ConfigurationSecurityCors(Model):
    """Cross-origin requests over HTTP."""

    origins: Sequence[str] = ()
    """Origins whose scripts may call the server besides those of this machine: https://docs.example.com. An asterisk allows every origin except `null`, which must be named."""


class ConfigurationSecurity(Model):
    """Access to the server, and hosts that it may read."""

    require_key: bool = True
    """Whether HTTP requests must carry a key; may be false on a loopback address only."""
    anonymous_initialize: bool = False
    """Whether `initialize` and `server/discover` are answered without a key."""
    hosts: Sequence[str] = ()
    """Host names of the server over HTTP besides those of this machine: docs.example.com, with a port to allow only that port; an asterisk allows every name."""
    cors: ConfigurationSecurityCors
    """Cross-origin requests over HTTP."""
    url_allowlist: Sequence[str] = ()
    """Hosts that read-page may read besides those of known documentation: exact names, or names with an asterisk for the first label. Like all hosts, they must be public and support https."""
    _wire_names = {
        "require_key": "requireKey",
        "anonymous_initialize": "anonymousInitialize",
        "url_allowlist": "urlAllowlist",
    }
    _readers = {"cors": ConfigurationSecurityCors.from_json}


class Configuration(Model):
    """Every key may be written in camelCase or snake_case. Flags override environment variables, variables override the project's file, and the project's file overrides the user's own file."""

    contract: str = "full"
    """The contract to serve. Over HTTP this is the contract at `/mcp`; without this key it is the first of `contracts`."""
    contracts: Sequence[str] = ()
    """Contracts to serve over HTTP, each at `/NAME/mcp`. The contract that `contract` names, else the first of these, is also at `/mcp`."""
    corpus: ConfigurationCorpus
    """The corpus that the contract `corpus` searches."""
    server: ConfigurationServer
    """Access of clients to the server."""
    project: ConfigurationProject
    """The project whose libraries are preferred."""
    cache: ConfigurationCache
    """Place, age and size of stored documentation."""
    store: ConfigurationStore
    """The database of several servers, in place of the file in `cache.directory`."""
    sources: ConfigurationSources
    """The sources of documentation."""
    registry: ConfigurationRegistry
    """The origin of newer lists of libraries."""
    crawl: ConfigurationCrawl
    """Limits of the contract `crawl`."""
    patience: ConfigurationPatience
    """Seconds to wait for documentation that is being fetched; the rest follows behind the answer."""
    network: ConfigurationNetwork
    """Network settings of all fetches."""
    rate_limit: ConfigurationRateLimit
    """Limits of the HTTP requests of one key."""
    logging: ConfigurationLogging
    """Log lines on stderr."""
    metrics: ConfigurationMetrics
    """Metrics of an HTTP server for Prometheus."""
    telemetry: ConfigurationTelemetry
    """Spans of each request for an OpenTelemetry collector; they never contain the text of a request."""
    security: ConfigurationSecurity
    """Access to the server, and hosts that it may read."""
    _wire_names = {"rate_limit": "rateLimit"}
    _readers = {
        "corpus": ConfigurationCorpus.from_json,
        "server": ConfigurationServer.from_json,
        "project": ConfigurationProject.from_json,
        "cache": ConfigurationCache.from_json,
        "store": ConfigurationStore.from_json,
        "sources": ConfigurationSources.from_json,
        "registry": ConfigurationRegistry.from_json,
        "crawl": ConfigurationCrawl.from_json,
        "patience": ConfigurationPatience.from_json,
        "network": ConfigurationNetwork.from_json,
        "rate_limit": ConfigurationRateLimit.from_json,
        "logging": ConfigurationLogging.from_json,
        "metrics": ConfigurationMetrics.from_json,
        "telemetry": ConfigurationTelemetry.from_json,
        "security": ConfigurationSecurity.from_json,
    }
