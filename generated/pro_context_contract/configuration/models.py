"""Models of a complete configuration.

Generated from spec/configuration.yaml; do not edit.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import MISSING, BaseModel, ConfigDict, Field


class ConfigurationCorpus(BaseModel):
    """The corpus that a contract for one searches."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    index: Annotated[str | None, Field(min_length=1)] = None
    """Folder that `pro-context corpus build` made; null for none."""


class ConfigurationServerTransport(StrEnum):
    """
    How messages arrive.
    """

    stdio = "stdio"
    http = "http"


class ConfigurationServerTls(BaseModel):
    """Serve https, where no proxy does."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    certificate_file: Annotated[str | None, Field(alias="certificateFile", min_length=1)] = None
    """Certificate and its chain, in PEM form."""
    key_file: Annotated[str | None, Field(alias="keyFile", min_length=1)] = None
    """Private key of the certificate, in PEM form, where it is not in the same file."""


class ConfigurationServer(BaseModel):
    """How clients reach the server."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    transport: ConfigurationServerTransport = ConfigurationServerTransport.stdio
    """How messages arrive."""
    host: Annotated[str, Field(max_length=253, min_length=1)] = "127.0.0.1"
    """Address that HTTP is served on."""
    port: Annotated[int, Field(ge=0, le=65535)] = 3100
    """Port that HTTP is served on; 0 takes a free one, which the start-up line names."""
    tls: ConfigurationServerTls
    """Serve https, where no proxy does."""
    max_body_kb: Annotated[int, Field(alias="maxBodyKB", ge=1, le=16384)] = 64
    """Largest body of a request, in units of 1,024 bytes; more is refused with status 413."""
    max_sessions: Annotated[int, Field(alias="maxSessions", ge=1, le=1000000)] = 10000
    """Sessions at once; where there is no room, the one that was idle longest goes."""
    session_idle_minutes: Annotated[int | float, Field(alias="sessionIdleMinutes", gt=0.0, le=10080.0)] = 30
    """Minutes after which a session that nobody uses ends."""
    auth_key: Annotated[str, Field(alias="authKey", max_length=500, pattern="^[!-~]*$")] = ""
    """Key that HTTP requests may carry besides those of `pro-context keys`; where there is none of either kind, each start makes a new one."""
    trusted_proxies: Annotated[list[str], Field(alias="trustedProxies", max_length=200)] = []
    """Addresses and networks of reverse proxies, which may say in `Forwarded` or `X-Forwarded-For` who asks: 10.0.0.7, 10.1.0.0/16."""


class ConfigurationProjectLibraryOverridesSource(StrEnum):
    """
    The only source that is asked for it.
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
    """Its documentation site; `llms.txt` is looked for there, unless the address itself ends in `.txt`."""
    ttl_hours: Annotated[int | float | MISSING, Field(alias="ttlHours", gt=0.0, le=87648.0)] = MISSING
    """Age up to which its documentation is fresh, in hours."""
    source: ConfigurationProjectLibraryOverridesSource | MISSING = MISSING
    """The only source that is asked for it."""


class ConfigurationProject(BaseModel):
    """The project whose libraries are meant first."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    auto_detect: Annotated[bool, Field(alias="autoDetect")] = True
    """Whether the project's manifests, lock files and environment are looked at."""
    working_directory: Annotated[str, Field(alias="workingDirectory", min_length=1)] = "."
    """Folder of the project, where the client names none."""
    environment: Annotated[str, Field(min_length=1)] = "auto"
    """Python environment of the project: `auto` looks for it (`VIRTUAL_ENV`, `.venv`, the one Pro-Context runs in), `none` does without, anything else is its folder."""
    library_overrides: Annotated[
        dict[str, ConfigurationProjectLibraryOverrides], Field(alias="libraryOverrides", validate_default=True)
    ] = {}
    """What holds for single libraries, by library ID, slug or package name."""


class ConfigurationCache(BaseModel):
    """Where fetched documentation is kept, how long, and how much of it."""

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
    """Age after which documentation is not served any more, in hours."""
    max_size_mb: Annotated[int, Field(alias="maxSizeMB", ge=10, le=1000000)] = 500
    """Size of the store in MB, and of the unpacked packages beside it; what was used longest ago goes first."""
    max_memory_mb: Annotated[int, Field(alias="maxMemoryMB", ge=1, le=1000000)] = 100
    """Memory for documentation in MB."""
    max_memory_entries: Annotated[int, Field(alias="maxMemoryEntries", ge=1, le=1000000)] = 500
    """Number of documents kept in memory."""
    cleanup_interval_minutes: Annotated[int, Field(alias="cleanupIntervalMinutes", ge=1, le=5259600)] = 60
    """Minutes between two looks for what is too old."""


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
    """Whether llms-full.txt is indexed first where a library has one; large, but complete."""


class ConfigurationSourcesPackage(BaseModel):
    """Packages of the index that pip or uv, and of the registry that npm is configured for; none is run."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    enabled: bool = True
    """Whether packages are fetched."""
    max_download_mb: Annotated[int, Field(alias="maxDownloadMB", ge=1, le=1000)] = 60
    """Bound on one file in MB; of a package that is larger only the README is read, where the index offers it."""


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
    """The GitHub that the token is for, an Enterprise Server perhaps."""


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
    """How errors and health name it."""
    type: ConfigurationSourcesCustomItemType
    """`url` is an llms.txt or a page on the web, `file` an llms.txt, a Markdown file or a folder of them on disk, `github` a repository, `gitlab` a project on GitLab."""
    url: Annotated[str | MISSING, Field(max_length=2048, pattern="^https?://[^\\s/]")] = MISSING
    """Address of a source of type `url`, `github` or `gitlab`; of a repository, with or without `/tree/STATE/FOLDER`, of a project with or without `/-/tree/STATE/FOLDER`."""
    path: Annotated[str | MISSING, Field(min_length=1)] = MISSING
    """Path of a source of type `file`."""
    library_id: Annotated[str, Field(alias="libraryId", max_length=200, pattern="^[a-zA-Z0-9._/-]+$")]
    """The library it documents; one that the registry lacks is added."""


class ConfigurationSources(BaseModel):
    """Where documentation comes from."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    llms_txt: Annotated[ConfigurationSourcesLlmsTxt, Field(alias="llmsTxt")]
    """The llms.txt files that libraries publish."""
    package: ConfigurationSourcesPackage
    """Packages of the index that pip or uv, and of the registry that npm is configured for; none is run."""
    docs_sites: Annotated[ConfigurationSourcesDocsSites, Field(alias="docsSites")]
    """The documentation sites of libraries, listed by their inventory (`objects.inv`) or their start page."""
    github: ConfigurationSourcesGithub
    """Documentation in GitHub repositories."""
    gitlab: ConfigurationSourcesGitlab
    """Documentation in projects on GitLab that `custom` names."""
    custom: Annotated[list[ConfigurationSourcesCustomItem], Field(max_length=200, validate_default=True)] = []
    """Sources of your own, asked before all others."""


class ConfigurationRegistry(BaseModel):
    """Where newer lists of libraries come from."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    url: Annotated[str, Field(max_length=2048, pattern="^(https?://[^\\s/@]+(/[^\\s]*)?)?$")] = ""
    """Address of the manifest of the newest list (`generated/bundles/registry-manifest.schema.json` says what that is); empty for none."""
    check_at_start: Annotated[bool, Field(alias="checkAtStart")] = True
    """Whether a server looks there when it starts, behind the answers."""
    check_interval_hours: Annotated[int | float, Field(alias="checkIntervalHours", gt=0.0, le=87648.0)] = 24
    """Hours between two such looks."""


class ConfigurationCrawl(BaseModel):
    """How sites are crawled, by the contract `crawl`."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    max_pages: Annotated[int, Field(alias="maxPages", ge=1, le=2000)] = 100
    """Pages of one crawl at most, however many are asked for."""
    delay_seconds: Annotated[int | float, Field(alias="delaySeconds", ge=0.0, le=60.0)] = 0.5
    """Seconds between two requests to a site; its robots.txt may ask for up to 10."""
    max_seconds: Annotated[int | float, Field(alias="maxSeconds", gt=0.0, le=3600.0)] = 45
    """Seconds after which a crawl gives what it has; many clients wait for 60."""


class ConfigurationNetwork(BaseModel):
    """How documentation is fetched."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    trust_environment_proxies: Annotated[bool, Field(alias="trustEnvironmentProxies")] = False
    """Whether `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` are honoured."""
    ca_file: Annotated[str | None, Field(alias="caFile", min_length=1)] = None
    """Certificates in PEM form that are trusted besides the operating system's."""


class ConfigurationRateLimit(BaseModel):
    """How many HTTP requests a key may make."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    max_requests_per_minute: Annotated[int, Field(alias="maxRequestsPerMinute", ge=1, le=1000000)] = 60
    """Requests a minute, of a key that has no limit of its own."""
    burst_size: Annotated[int, Field(alias="burstSize", ge=1, le=1000000)] = 10
    """Requests at once."""


class ConfigurationLoggingLevel(StrEnum):
    """
    The least severe of the lines that are written.
    """

    debug = "debug"
    info = "info"
    warn = "warn"
    error = "error"


class ConfigurationLoggingFormat(StrEnum):
    """
    For people, or one JSON object a line.
    """

    pretty = "pretty"
    json = "json"


class ConfigurationLogging(BaseModel):
    """What is written to stderr."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    level: ConfigurationLoggingLevel = ConfigurationLoggingLevel.warn
    """The least severe of the lines that are written."""
    format: ConfigurationLoggingFormat = ConfigurationLoggingFormat.pretty
    """For people, or one JSON object a line."""


class ConfigurationMetrics(BaseModel):
    """Counts for Prometheus, of a server over HTTP."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    enabled: bool = False
    """Whether they are served at `/metrics`."""
    host: Annotated[str, Field(max_length=253, min_length=1)] = "127.0.0.1"
    """Address of the port of their own."""
    port: Annotated[int, Field(ge=0, le=65535)] = 0
    """Port of their own, where no key is asked for; 0 serves them at the server's address, to keys made with `--admin`."""


class ConfigurationTelemetry(BaseModel):
    """What is told of each request to a collector of OpenTelemetry; never what was asked."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    endpoint: Annotated[str, Field(max_length=2048, pattern="^(https?://[^\\s/@]+(/[^\\s]*)?)?$")] = ""
    """Where spans are sent by OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces; empty for nowhere. It needs `pro-context[telemetry]`."""


class ConfigurationSecurityCors(BaseModel):
    """Cross-origin requests over HTTP."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    origins: Annotated[list[str], Field(max_length=200)] = []
    """Origins whose scripts may call besides those of this machine: https://docs.example.com. An asterisk means every one but `null`, which must be named."""


class ConfigurationSecurity(BaseModel):
    """Who may ask, and what may be read."""

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
    """Names by which clients reach the server over HTTP, besides those of this machine: docs.example.com, with a port if only that one is meant; an asterisk means every one."""
    cors: ConfigurationSecurityCors
    """Cross-origin requests over HTTP."""
    url_allowlist: Annotated[list[str], Field(alias="urlAllowlist", max_length=200)] = []
    """Hosts that read-page may read besides those of known documentation: exact, or with an asterisk for the first label. They must be public and speak https, like all."""


class Configuration(BaseModel):
    """Every key may be written in camelCase or snake_case. Flags go before variables, variables before the project's file, the project's file before the user's own."""

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    contract: Annotated[str, Field(max_length=50, min_length=1)] = "full"
    """The contract to serve; over HTTP the one at `/mcp`, which without this is the first of `contracts`."""
    contracts: Annotated[list[str], Field(max_length=20)] = []
    """Contracts to serve over HTTP, each at `/NAME/mcp`; the one that `contract` names, else the first of these, at `/mcp` too."""
    corpus: ConfigurationCorpus
    """The corpus that a contract for one searches."""
    server: ConfigurationServer
    """How clients reach the server."""
    project: ConfigurationProject
    """The project whose libraries are meant first."""
    cache: ConfigurationCache
    """Where fetched documentation is kept, how long, and how much of it."""
    sources: ConfigurationSources
    """Where documentation comes from."""
    registry: ConfigurationRegistry
    """Where newer lists of libraries come from."""
    crawl: ConfigurationCrawl
    """How sites are crawled, by the contract `crawl`."""
    network: ConfigurationNetwork
    """How documentation is fetched."""
    rate_limit: Annotated[ConfigurationRateLimit, Field(alias="rateLimit")]
    """How many HTTP requests a key may make."""
    logging: ConfigurationLogging
    """What is written to stderr."""
    metrics: ConfigurationMetrics
    """Counts for Prometheus, of a server over HTTP."""
    telemetry: ConfigurationTelemetry
    """What is told of each request to a collector of OpenTelemetry; never what was asked."""
    security: ConfigurationSecurity
    """Who may ask, and what may be read."""
