"""Models of a complete configuration.

Generated from spec/configuration.yaml; do not edit.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import MISSING, BaseModel, ConfigDict, Field


class ConfigurationCorpus(BaseModel):
    """The corpus that the contract `corpus` searches."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    index: Annotated[str | None, Field(min_length=1)] = None
    """Folder that `pro-context corpus build` wrote; null for none."""


class ConfigurationServerTransport(StrEnum):
    """
    The transport of messages.
    """

    stdio = "stdio"
    http = "http"


class ConfigurationServerTls(BaseModel):
    """Certificates for https, for a server without a proxy that provides it."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    certificate_file: Annotated[str | None, Field(alias="certificateFile", min_length=1)] = None
    """Certificate and its chain, in PEM form."""
    key_file: Annotated[str | None, Field(alias="keyFile", min_length=1)] = None
    """Private key of the certificate, in PEM form, if it is not in the same file."""


class ConfigurationServer(BaseModel):
    """Access of clients to the server."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    transport: ConfigurationServerTransport = ConfigurationServerTransport.stdio
    """The transport of messages."""
    host: Annotated[str, Field(max_length=253, min_length=1)] = "127.0.0.1"
    """Address on which the server accepts HTTP requests."""
    port: Annotated[int, Field(ge=0, le=65535)] = 3100
    """Port on which the server accepts HTTP requests; 0 chooses a free one, which the start-up line names."""
    tls: ConfigurationServerTls
    """Certificates for https, for a server without a proxy that provides it."""
    max_body_kb: Annotated[int, Field(alias="maxBodyKB", ge=1, le=16384)] = 64
    """Largest body of a request, in units of 1,024 bytes; a larger one is refused with status 413."""
    max_sessions: Annotated[int, Field(alias="maxSessions", ge=1, le=1000000)] = 10000
    """Largest number of sessions; a further session ends the one that was idle longest."""
    session_idle_minutes: Annotated[int | float, Field(alias="sessionIdleMinutes", gt=0.0, le=10080.0)] = 30
    """Minutes after which an idle session ends."""
    auth_key: Annotated[str, Field(alias="authKey", max_length=500, pattern="^[!-~]*$")] = ""
    """Key that HTTP requests may carry besides the keys of `pro-context keys`. Without any key of either kind, each start creates a new one."""
    trusted_proxies: Annotated[list[str], Field(alias="trustedProxies", max_length=200)] = []
    """Addresses and networks of reverse proxies whose `Forwarded` or `X-Forwarded-For` header names the client: 10.0.0.7, 10.1.0.0/16."""


class ConfigurationProjectLibraryOverridesSource(StrEnum):
    """
    The only source for the library's documentation.
    """

    custom = "custom"
    installed = "installed"
    llms_txt = "llms.txt"
    github = "github"
    docs_site = "docs-site"
    package = "package"


class ConfigurationProjectLibraryOverrides(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    docs_url: Annotated[
        str | MISSING, Field(alias="docsUrl", max_length=2048, pattern="^https://[^\\s/@]+(/[^\\s]*)?$")
    ] = MISSING
    """Address of the library's documentation site, where its `llms.txt` is expected, or an address that ends in `.txt`."""
    ttl_hours: Annotated[int | float | MISSING, Field(alias="ttlHours", gt=0.0, le=87648.0)] = MISSING
    """Age up to which the library's documentation is fresh, in hours."""
    source: ConfigurationProjectLibraryOverridesSource | MISSING = MISSING
    """The only source for the library's documentation."""


class ConfigurationProject(BaseModel):
    """The project whose libraries are preferred."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    auto_detect: Annotated[bool, Field(alias="autoDetect")] = True
    """Whether the project's manifests, lock files and environment are read."""
    working_directory: Annotated[str, Field(alias="workingDirectory", min_length=1)] = "."
    """Folder of the project, if the client names none."""
    environment: Annotated[str, Field(min_length=1)] = "auto"
    """Python environment of the project: `auto` searches for it (`VIRTUAL_ENV`, `.venv`, the environment of Pro-Context), `none` uses no environment, and any other text is its folder."""
    library_overrides: Annotated[
        dict[str, ConfigurationProjectLibraryOverrides], Field(alias="libraryOverrides", validate_default=True)
    ] = {}
    """Settings of single libraries, by library ID, slug or package name."""


class ConfigurationCache(BaseModel):
    """Place, age and size of stored documentation."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    directory: Annotated[str | None, Field(min_length=1)] = "~/.pro-context/cache"
    """Folder of the store; null keeps everything in memory."""
    default_ttl_hours: Annotated[int | float, Field(alias="defaultTTLHours", gt=0.0, le=87648.0)] = 24
    """Age up to which documentation is fresh, in hours."""
    max_age_hours: Annotated[int | float, Field(alias="maxAgeHours", gt=0.0, le=87648.0)] = 168
    """Age after which documentation is no longer served, in hours."""
    max_size_mb: Annotated[int, Field(alias="maxSizeMB", ge=10, le=1000000)] = 500
    """Largest size of the store, and of the unpacked packages beside it, in MB each; the least recently used documentation is removed first."""
    max_memory_mb: Annotated[int, Field(alias="maxMemoryMB", ge=1, le=1000000)] = 100
    """Memory for documentation in MB."""
    max_memory_entries: Annotated[int, Field(alias="maxMemoryEntries", ge=1, le=1000000)] = 500
    """Number of documents kept in memory."""
    cleanup_interval_minutes: Annotated[int, Field(alias="cleanupIntervalMinutes", ge=1, le=5259600)] = 60
    """Minutes between two removals of outdated documentation."""


class ConfigurationSourcesLlmsTxt(BaseModel):
    """The llms.txt files that libraries publish."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    enabled: bool = True
    """Whether the llms.txt addresses of the registry are used."""
    prefer_full_txt: Annotated[bool, Field(alias="preferFullTxt")] = False
    """Whether a library's llms-full.txt is indexed first, which is large but complete."""


class ConfigurationSourcesPackage(BaseModel):
    """Packages from the index that pip or uv is configured for, and from the registry that npm is configured for. Their code is never executed."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    enabled: bool = True
    """Whether packages are fetched, and the guides of installed ones."""
    max_download_mb: Annotated[int, Field(alias="maxDownloadMB", ge=1, le=1000)] = 60
    """Largest size of one file in MB. Of a larger package only the README is read, if the index offers it."""


class ConfigurationSourcesDocsSites(BaseModel):
    """The documentation sites of libraries, listed by their inventory (`objects.inv`) or their start page."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    enabled: bool = True
    """Whether the sites that the registry names are read."""


class ConfigurationSourcesGithub(BaseModel):
    """Documentation in GitHub repositories."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    enabled: bool = True
    """Whether the repositories of the registry's libraries are read."""
    token: Annotated[str, Field(max_length=500, pattern="^[!-~]*$")] = ""
    """Personal access token; it raises GitHub's limit from 60 to 5,000 requests an hour."""
    url: Annotated[str, Field(max_length=2048, pattern="^https?://[^\\s/@]+$")] = "https://github.com"
    """The GitHub server that the token belongs to, for example an Enterprise Server."""


class ConfigurationSourcesGitlab(BaseModel):
    """Documentation in projects on GitLab that `custom` names."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    token: Annotated[str, Field(max_length=500, pattern="^[!-~]*$")] = ""
    """Access token with the scope `read_api`, for private projects and a higher limit of requests."""
    url: Annotated[str, Field(max_length=2048, pattern="^https?://[^\\s/@]+$")] = "https://gitlab.com"
    """The GitLab that the token is for, perhaps a server of your own."""


class ConfigurationSourcesCustomItemType(StrEnum):
    """
    `url` is an llms.txt or a page on the web, `file` an llms.txt, a Markdown file or a folder of them on disk, `github` a repository, `gitlab` a project on GitLab.
    """

    url = "url"
    file = "file"
    github = "github"
    gitlab = "gitlab"


class ConfigurationSourcesCustomItem(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    name: Annotated[str, Field(max_length=200, min_length=1)]
    """Name of the source in errors and in the health resource."""
    type: ConfigurationSourcesCustomItemType
    """`url` is an llms.txt or a page on the web, `file` an llms.txt, a Markdown file or a folder of them on disk, `github` a repository, `gitlab` a project on GitLab."""
    url: Annotated[str | MISSING, Field(max_length=2048, pattern="^https?://[^\\s/]")] = MISSING
    """Address of a source of type `url`, `github` or `gitlab`; of a repository, with or without `/tree/STATE/FOLDER`, of a project with or without `/-/tree/STATE/FOLDER`."""
    path: Annotated[str | MISSING, Field(min_length=1)] = MISSING
    """Path of a source of type `file`."""
    library_id: Annotated[str, Field(alias="libraryId", max_length=200, pattern="^[a-zA-Z0-9._/-]+$")]
    """The library that the source documents; a library that is not in the registry is added."""


class ConfigurationSources(BaseModel):
    """The sources of documentation."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    llms_txt: Annotated[ConfigurationSourcesLlmsTxt, Field(alias="llmsTxt")]
    """The llms.txt files that libraries publish."""
    package: ConfigurationSourcesPackage
    """Packages from the index that pip or uv is configured for, and from the registry that npm is configured for. Their code is never executed."""
    docs_sites: Annotated[ConfigurationSourcesDocsSites, Field(alias="docsSites")]
    """The documentation sites of libraries, listed by their inventory (`objects.inv`) or their start page."""
    github: ConfigurationSourcesGithub
    """Documentation in GitHub repositories."""
    gitlab: ConfigurationSourcesGitlab
    """Documentation in projects on GitLab that `custom` names."""
    custom: Annotated[list[ConfigurationSourcesCustomItem], Field(max_length=200, validate_default=True)] = []
    """Sources of your own, asked before all others."""


class ConfigurationRegistry(BaseModel):
    """The origin of newer lists of libraries."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    url: Annotated[str, Field(max_length=2048, pattern="^(https?://[^\\s/@]+(/[^\\s]*)?)?$")] = ""
    """Address of the manifest of the newest list (its schema is `generated/registry/registry-manifest.schema.json`); empty for none."""
    check_at_start: Annotated[bool, Field(alias="checkAtStart")] = True
    """Whether a server fetches the manifest after its start, while it answers calls."""
    check_interval_hours: Annotated[int | float, Field(alias="checkIntervalHours", gt=0.0, le=87648.0)] = 24
    """Hours between two fetches of the manifest."""


class ConfigurationCrawl(BaseModel):
    """Limits of the contract `crawl`."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    max_pages: Annotated[int, Field(alias="maxPages", ge=1, le=2000)] = 100
    """Largest number of pages of one crawl, even if a call asks for more."""
    delay_seconds: Annotated[int | float, Field(alias="delaySeconds", ge=0.0, le=60.0)] = 0.5
    """Seconds between two requests to a site; its robots.txt may ask for up to 10."""
    max_seconds: Annotated[int | float, Field(alias="maxSeconds", gt=0.0, le=3600.0)] = 45
    """Seconds after which a crawl returns the pages that it has; many clients wait for 60."""


class ConfigurationPatience(BaseModel):
    """Seconds to wait for documentation that is being fetched; the rest follows behind the answer."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    answers: Annotated[int | float, Field(ge=0.0, le=600.0)] = 4
    """Seconds that get-docs waits for the pages of a library that is not indexed yet."""
    searches: Annotated[int | float, Field(ge=0.0, le=600.0)] = 2
    """Seconds that search-docs waits for the pages of a library that is not indexed yet."""
    versions: Annotated[int | float, Field(gt=0.0, le=600.0)] = 3
    """Seconds to wait for a list of versions that only completes an answer."""
    checks: Annotated[int | float, Field(gt=0.0, le=600.0)] = 5
    """Seconds that each check of `pro-context doctor` may take."""


class ConfigurationNetwork(BaseModel):
    """Network settings of all fetches."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    trust_environment_proxies: Annotated[bool, Field(alias="trustEnvironmentProxies")] = False
    """Whether fetches use `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`."""
    ca_file: Annotated[str | None, Field(alias="caFile", min_length=1)] = None
    """Certificates in PEM form that are trusted besides the operating system's."""


class ConfigurationRateLimit(BaseModel):
    """Limits of the HTTP requests of one key."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    max_requests_per_minute: Annotated[int, Field(alias="maxRequestsPerMinute", ge=1, le=1000000)] = 60
    """Requests per minute of a key without a limit of its own."""
    burst_size: Annotated[int, Field(alias="burstSize", ge=1, le=1000000)] = 10
    """Requests that a key may make at once."""


class ConfigurationLoggingLevel(StrEnum):
    """
    The lowest severity of the lines that are written.
    """

    debug = "debug"
    info = "info"
    warn = "warn"
    error = "error"


class ConfigurationLoggingFormat(StrEnum):
    """
    `pretty` is for people, `json` is one JSON object a line.
    """

    pretty = "pretty"
    json = "json"


class ConfigurationLogging(BaseModel):
    """Log lines on stderr."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    level: ConfigurationLoggingLevel = ConfigurationLoggingLevel.warn
    """The lowest severity of the lines that are written."""
    format: ConfigurationLoggingFormat = ConfigurationLoggingFormat.pretty
    """`pretty` is for people, `json` is one JSON object a line."""


class ConfigurationMetrics(BaseModel):
    """Metrics of an HTTP server for Prometheus."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    enabled: bool = False
    """Whether the server offers metrics at `/metrics`."""
    host: Annotated[str, Field(max_length=253, min_length=1)] = "127.0.0.1"
    """Address of the separate port for metrics."""
    port: Annotated[int, Field(ge=0, le=65535)] = 0
    """Separate port for metrics, which asks for no key; 0 serves them at the server's address, for keys that were made with `--admin`."""


class ConfigurationTelemetry(BaseModel):
    """Spans of each request for an OpenTelemetry collector; they never contain the text of a request."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    endpoint: Annotated[str, Field(max_length=2048, pattern="^(https?://[^\\s/@]+(/[^\\s]*)?)?$")] = ""
    """Address that receives spans by OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces; empty for none. It needs `pro-context[telemetry]`."""


class ConfigurationSecurityCors(BaseModel):
    """Cross-origin requests over HTTP."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    origins: Annotated[list[str], Field(max_length=200)] = []
    """Origins whose scripts may call the server besides those of this machine: https://docs.example.com. An asterisk allows every origin except `null`, which must be named."""


class ConfigurationSecurity(BaseModel):
    """Access to the server, and hosts that it may read."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    require_key: Annotated[bool, Field(alias="requireKey")] = True
    """Whether HTTP requests must carry a key; may be false on a loopback address only."""
    anonymous_initialize: Annotated[bool, Field(alias="anonymousInitialize")] = False
    """Whether `initialize` and `server/discover` are answered without a key."""
    hosts: Annotated[list[str], Field(max_length=200)] = []
    """Host names of the server over HTTP besides those of this machine: docs.example.com, with a port to allow only that port; an asterisk allows every name."""
    cors: ConfigurationSecurityCors
    """Cross-origin requests over HTTP."""
    url_allowlist: Annotated[list[str], Field(alias="urlAllowlist", max_length=200)] = []
    """Hosts that read-page may read besides those of known documentation: exact names, or names with an asterisk for the first label. Like all hosts, they must be public and support https."""


class Configuration(BaseModel):
    """Every key may be written in camelCase or snake_case. Flags override environment variables, variables override the project's file, and the project's file overrides the user's own file."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    contract: Annotated[str, Field(max_length=50, min_length=1)] = "full"
    """The contract to serve. Over HTTP this is the contract at `/mcp`; without this key it is the first of `contracts`."""
    contracts: Annotated[list[str], Field(max_length=20)] = []
    """Contracts to serve over HTTP, each at `/NAME/mcp`. The contract that `contract` names, else the first of these, is also at `/mcp`."""
    corpus: ConfigurationCorpus
    """The corpus that the contract `corpus` searches."""
    server: ConfigurationServer
    """Access of clients to the server."""
    project: ConfigurationProject
    """The project whose libraries are preferred."""
    cache: ConfigurationCache
    """Place, age and size of stored documentation."""
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
    rate_limit: Annotated[ConfigurationRateLimit, Field(alias="rateLimit")]
    """Limits of the HTTP requests of one key."""
    logging: ConfigurationLogging
    """Log lines on stderr."""
    metrics: ConfigurationMetrics
    """Metrics of an HTTP server for Prometheus."""
    telemetry: ConfigurationTelemetry
    """Spans of each request for an OpenTelemetry collector; they never contain the text of a request."""
    security: ConfigurationSecurity
    """Access to the server, and hosts that it may read."""
