"""What the engine answers with: the frozen values the façade gives to handlers.

Times are UTC datetimes, `relevance` and `confidence` are 0..1, sizes are tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from pro_context_engine.domain.model import Library, Page, Passage, SourceName, Toc, TocEntry
from pro_context_engine.domain.versions.version_match import UNJUDGED, VersionVerdict


@dataclass(frozen=True, slots=True)
class KnownLibrary:
    """A library as list-libraries shows it.

    Attributes:
        library: the registry's entry, or one made up from an installed package.
        version: the version answered for by default, "" where no source says.
        sources: the sources that may have it, best first.
        project_detected: whether the project needs it or has it installed.
    """

    library: Library
    version: str
    sources: tuple[SourceName, ...]
    project_detected: bool


@dataclass(frozen=True, slots=True)
class LibraryDocs:
    """A library's documentation at one version: its TOC and where that came from."""

    library: Library
    toc: Toc
    sources: tuple[SourceName, ...]
    versions: tuple[str, ...]
    fetched_at: datetime
    cached: bool
    stale: bool
    verdict: VersionVerdict = UNJUDGED


@dataclass(frozen=True, slots=True)
class LibraryOverview:
    """A library with what there is of it.

    Attributes:
        library: whose.
        docs: its documentation, None where no source has any.
        latest: the latest stable version, "" where nobody says.
        versions: the newest ones that are published, newest first.
    """

    library: Library
    docs: LibraryDocs | None
    latest: str
    versions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LibraryIndex:
    """A library's llms.txt, or its TOC in that format, and how old it is.

    Attributes:
        library: whose.
        text: Markdown.
        fetched_at: UTC time it was last fetched or found unchanged.
        cached: whether nothing had to be fetched.
        stale: whether it is past its time to live.
    """

    library: Library
    text: str
    fetched_at: datetime
    cached: bool
    stale: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """Passages for a topic, best first, within a token budget.

    Attributes:
        content: the passages quoted, each under a line that names its source; within the budget.
        tokens: size of the content, whatever its mark is; see `ranking.budget`.
        passages: at least one.
        confidence: 0..1, how surely they answer the topic.
        related: other pages worth reading, best first.
        fetched_at: UTC time the best passage's snapshot was fetched.
        cached: whether nothing had to be fetched for this answer.
        stale: whether any passage is past its time to live.
        indexing: whether pages are still on their way that may answer better.
        verdict: how the version of the best passage relates to the wanted one.
    """

    content: str
    tokens: int
    passages: tuple[Passage, ...]
    confidence: float
    related: tuple[TocEntry, ...]
    fetched_at: datetime
    cached: bool
    stale: bool
    indexing: bool
    verdict: VersionVerdict = UNJUDGED


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One page found by search.

    Attributes:
        library_id: whose it is.
        version: that it documents, "" where the source does not say.
        title: of the page.
        url: of the section that matches best.
        section: of the table of contents that lists the page, "" if none.
        headings: titles from the page's first heading below its title down to that section.
        snippet: what matches, in Markdown, the asked words in bold; about 100 tokens.
        relevance: 0..1.
        library_name: for people, "" where the registry has none.
        verdict: how the version relates to the wanted one.
    """

    library_id: str
    version: str
    title: str
    url: str
    section: str
    headings: tuple[str, ...]
    snippet: str
    relevance: float
    library_name: str = ""
    verdict: VersionVerdict = UNJUDGED


@dataclass(frozen=True, slots=True)
class SearchResults:
    """Search results, best first.

    Attributes:
        results: some of what matches, from the cursor on.
        total: how many pages match, as far as the index looks for one query.
        searched: ids of the libraries that were searched.
        cursor: where the search goes on, "" at its end.
        nearest: where nothing matches, headings spelt like the query, best first, in the documentation's words.
    """

    results: tuple[SearchResult, ...]
    total: int
    searched: tuple[str, ...]
    cursor: str = ""
    nearest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageReading:
    """A page as read-page gives it: the page, whose it is, how old, and whether it came from the store."""

    page: Page
    library_id: str
    version: str
    fetched_at: datetime
    cached: bool
    stale: bool
    verdict: VersionVerdict = UNJUDGED


@dataclass(frozen=True, slots=True)
class JudgedAddress:
    """An IP address as the address guard judges it: its range, what that is for, and whether it may be dialled."""

    text: str
    range: str
    purpose: str
    allowed: bool


@dataclass(frozen=True, slots=True)
class Route:
    """Where a fetch would go.

    Attributes:
        host: lower-case A-labels, or an IP address.
        addresses: of the host; () where they are not looked up.
        by_proxy: whether a proxy of the operator's looks the name up and dials.
    """

    host: str
    addresses: tuple[JudgedAddress, ...]
    by_proxy: bool


class UrlRule(StrEnum):
    """The rule that decides whether a URL may be read."""

    CUSTOM_SOURCE = "custom-source"
    INSTALLED_PACKAGE = "installed-package"
    STORED_TOC = "stored-toc"
    DOCUMENTATION_SITE = "documentation-site"
    REPOSITORY = "repository"
    ALLOWLIST = "allowlist"
    NO_LIBRARY = "no-library"
    URL_FORM = "url-form"
    NAME = "name"
    ADDRESS = "address"


@dataclass(frozen=True, slots=True)
class UrlVerdict:
    """Whether a URL may be read, and why.

    Attributes:
        url: as it was asked about.
        allowed: whether read-page would read it.
        rule: what decides.
        reason: the rule in our own words.
        library_id: whose documentation it is, "" if nobody's.
        source: what reads it, "" if nothing does.
        addresses: what its host resolves to; () where nothing was looked up.
        by_proxy: whether a proxy of the operator's looks the name up and dials.
    """

    url: str
    allowed: bool
    rule: UrlRule
    reason: str
    library_id: str = ""
    source: str = ""
    addresses: tuple[JudgedAddress, ...] = ()
    by_proxy: bool = False


class SiteKind(StrEnum):
    """The kinds of sites that fetches ask, few enough to be counted apart.

    `packages` are package indexes and their files, `configured` what the operator's configuration names.
    """

    CONFIGURED = "configured"
    PACKAGES = "packages"
    GITHUB = "github"
    DOCUMENTATION = "documentation"


@dataclass(frozen=True, slots=True)
class SiteTrouble:
    """A site whose last exchanges failed.

    Attributes:
        origin: `scheme://host[:port]`.
        failures: in a row.
        resting: whether it is asked nothing at the moment.
    """

    origin: str
    failures: int
    resting: bool


@dataclass(frozen=True, slots=True)
class EngineStatus:
    """What the health resource tells about the engine.

    Attributes:
        uptime: whole seconds since the engine was opened.
        stored_pages: pages in the store.
        lookups: page and topic look-ups so far; `hits` of them were answered from the store.
        store_failing: whether what is stored is lost or out of reach.
        fetch_successes: fetches that brought a document; `fetch_failures` of the others (404 is no failure).
        last_fetch: UTC time of the last successful fetch.
        registry_version: date-based version of the registry.
        project_libraries: ids of the libraries that the project needs or has installed.
        sites: successes and failures of fetches by the kind of the site.
        troubled: the sites that fail now, the worst first.
        filling: libraries whose pages are being fetched behind the answers.
        last_fetches: UTC time of the last successful fetch by the kind of the site.
        requests_left: how many requests the APIs of a kind of site take until their limit, without a kind that has not
            said so yet.
    """

    uptime: int
    stored_pages: int
    lookups: int
    hits: int
    store_failing: bool
    fetch_successes: int
    fetch_failures: int
    last_fetch: datetime | None
    registry_version: str
    project_libraries: tuple[str, ...]
    sites: Mapping[SiteKind, tuple[int, int]] = field(default_factory=dict)
    troubled: tuple[SiteTrouble, ...] = ()
    filling: int = 0
    last_fetches: Mapping[SiteKind, datetime] = field(default_factory=dict)
    requests_left: Mapping[SiteKind, int] = field(default_factory=dict)
