"""The results of the engine: the frozen values that the façade returns to handlers.

They share one module, because handlers look them up together.
Times are UTC datetimes, `relevance` and `confidence` are 0..1, sizes are tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from datetime import datetime
from enum import StrEnum

from pro_context_engine.domain.model import Library, Page, Passage, SourceName, Toc, TocEntry
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.domain.versions.version_match import UNJUDGED, VersionVerdict
from pro_context_engine.domain.work_queue import FailedWork


@value_class
class KnownLibrary:
    """A library in the list of list-libraries.

    Attributes:
        library: the registry's entry, or one made from an installed package.
        version: the default version of answers, "" if no source gives one.
        sources: the sources that may have it, best first.
        project_detected: whether the project needs it or has it installed.
    """

    library: Library
    version: str
    sources: tuple[SourceName, ...]
    project_detected: bool


@value_class
class LibraryDocs:
    """A library's documentation in one version: its TOC and the sources."""

    library: Library
    toc: Toc
    sources: tuple[SourceName, ...]
    versions: tuple[str, ...]
    fetched_at: datetime
    cached: bool
    stale: bool
    verdict: VersionVerdict = UNJUDGED


@value_class
class LibraryOverview:
    """A library with its documentation and its versions.

    Attributes:
        library: the library.
        docs: its documentation, None if no source has any.
        latest: the latest stable version, "" if unknown.
        versions: the newest published versions, newest first.
    """

    library: Library
    docs: LibraryDocs | None
    latest: str
    versions: tuple[str, ...]


@value_class
class LibraryIndex:
    """A library's llms.txt, or its TOC in that format, with its age.

    Attributes:
        library: the library.
        text: Markdown.
        fetched_at: UTC time when it was last fetched or found unchanged.
        cached: whether nothing had to be fetched.
        stale: whether it is older than its time to live.
    """

    library: Library
    text: str
    fetched_at: datetime
    cached: bool
    stale: bool


@value_class
class Answer:
    """Passages for a topic, best first, within a token budget.

    Attributes:
        content: the quoted passages, each under a line that names its source; within the budget.
        tokens: size of the content, the same for every mark; see `excerpts.token_cost`.
        passages: at least one.
        confidence: 0..1, confidence that they answer the topic.
        related: further pages to read, best first.
        fetched_at: UTC time when the best passage's snapshot was fetched.
        cached: whether nothing had to be fetched for this answer.
        stale: whether any passage is older than its time to live.
        indexing: whether pages are being fetched that may answer better.
        verdict: the match of the best passage's version with the wanted one.
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


@value_class
class SearchResult:
    """One page found by search.

    Attributes:
        library_id: id of its library.
        version: the version that it documents, "" if the source does not say.
        title: title of the page.
        url: URL of the best matching section.
        section: section of the table of contents that lists the page, "" if none.
        headings: titles from the page's first heading below its title down to that section.
        snippet: the matching lines, in Markdown, the asked words in bold; about 100 tokens.
        relevance: 0..1.
        library_name: display name, "" if the registry has none.
        verdict: the match of the version with the wanted one.
        line: of an exact search, the 1-based line of the page that matches best; 0 for a search by words.
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
    line: int = 0


@value_class
class Unsearched:
    """A library that a search does not cover, or only in part.

    Attributes:
        library_id: its id.
        indexing: whether its pages are being fetched.
        pages: number of its pages that are indexed and searched.
        total_pages: number of its pages that are known, 0 if its table of contents is not stored.
        reason: why an exact search ended before it had read everything, in a phrase of our own; "" for another gap.
    """

    library_id: str
    indexing: bool = False
    pages: int = 0
    total_pages: int = 0
    reason: str = ""


@value_class
class SearchResults:
    """Search results, best first.

    Attributes:
        results: the matching pages from the cursor on, up to the limit.
        total: number of matching pages, up to the bound of the index for one query.
        searched: ids of the libraries that were searched.
        cursors: for each result the cursor of those that follow it, "" after the last of all.
        nearest: if nothing matches, headings spelt like the query, best first, in the documentation's words.
        unsearched: the named libraries that are not indexed, or of which indexing has begun; where none are named, the
            project's direct dependencies that are not indexed, at most ten.
        language: the language of the query, "" for English and for exact text.
    """

    results: tuple[SearchResult, ...]
    total: int
    searched: tuple[str, ...]
    cursors: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    unsearched: tuple[Unsearched, ...] = ()
    language: str = ""

    @property
    def cursor(self) -> str:
        """Return the cursor of the next results, "" at the end."""
        return self.cursors[-1] if self.cursors else ""

    def first(self, count: int) -> SearchResults:
        """Return the first results alone, with the cursor of those that follow them."""
        return replace(self, results=self.results[:count], cursors=self.cursors[:count])


@value_class
class PageReading:
    """A page for read-page: the page, its library, its age, and whether it came from the store.

    `opens_at` is the 0-based line of the heading or symbol that the URL's fragment names, 0 where it names none.
    """

    page: Page
    library_id: str
    version: str
    fetched_at: datetime
    cached: bool
    stale: bool
    verdict: VersionVerdict = UNJUDGED
    opens_at: int = 0


@value_class
class JudgedAddress:
    """An IP address with the address guard's verdict: its range, the range's purpose, and whether it is allowed."""

    text: str
    range: str
    purpose: str
    allowed: bool


@value_class
class Route:
    """The addresses that a fetch would use.

    Attributes:
        host: lower-case A-labels, or an IP address.
        addresses: addresses of the host; () if they were not looked up.
        by_proxy: whether the operator's proxy resolves the name and connects.
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


@value_class
class UrlVerdict:
    """The decision whether a URL may be read, with its reason.

    Attributes:
        url: the URL in question.
        allowed: whether read-page would read it.
        rule: the rule that decides.
        reason: the rule in our own words.
        library_id: the library that owns it, "" if none does.
        source: the source that reads it, "" if none does.
        addresses: addresses of its host; () if they were not looked up.
        by_proxy: whether the operator's proxy resolves the name and connects.
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
    """The kinds of sites by which fetches are counted.

    `packages` are package indexes and their files, `configured` the sites that the operator's configuration names.
    """

    CONFIGURED = "configured"
    PACKAGES = "packages"
    GITHUB = "github"
    DOCUMENTATION = "documentation"


@value_class
class SiteTrouble:
    """A site whose last exchanges failed.

    Attributes:
        origin: `scheme://host[:port]`.
        failures: number of failures in a row.
        resting: whether it is paused now.
    """

    origin: str
    failures: int
    resting: bool


@value_class
class EngineStatus:
    """The state of the engine for the health resource.

    Attributes:
        uptime: whole seconds since the engine was opened.
        stored_pages: number of pages in the store.
        lookups: page and topic look-ups so far; `hits` of them were answered from the store.
        store_failing: whether the stored data is lost or out of reach.
        fetch_successes: number of fetches that returned a document; `fetch_failures` of the others (without 404).
        last_fetch: UTC time of the last successful fetch.
        registry_version: date-based version of the registry.
        project_libraries: ids of the libraries that the project needs or has installed.
        sites: successes and failures of fetches by kind of site.
        troubled: the sites that fail now, the one with most failures first.
        filling: number of libraries whose pages are being fetched in the background.
        last_fetches: UTC time of the last successful fetch by kind of site.
        requests_left: number of requests that the API of a kind of site still accepts, where it has sent that number.
        failed_work: the work behind the answers that failed often, where several servers share it.
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
    failed_work: tuple[FailedWork, ...] = ()
