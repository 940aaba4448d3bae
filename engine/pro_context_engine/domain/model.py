"""The frozen values of the engine (one word per thing, see ARCHITECTURE.md).

They share one module, because every other module uses them and readers look them up here.
Times are UTC datetimes, `score` is raw and unbounded, `relevance` and `confidence` are 0..1, sizes are tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from pro_context_engine.domain.value_class import value_class

OUTLINE_DEPTH = 4
"""The number of levels of headings in a page's outline."""


@value_class
class Validators:
    """The server's validators for one state of a document, "" if it sent none."""

    etag: str = ""
    last_modified: str = ""


@value_class
class Delivery:
    """The delivery of a document, by which its source can check later whether it has changed.

    Attributes:
        url: the address that gave the text (of a page, perhaps its Markdown twin), "" if it is of no use.
        validators: the server's validators.
        storable: False if the server forbids storing the document (Cache-Control: no-store).
        landed: the target of redirects, "" if there were none.
    """

    url: str = ""
    validators: Validators = field(default_factory=Validators)
    storable: bool = True
    landed: str = ""

    @property
    def recognisable(self) -> bool:
        """Tell whether the server can be asked if the document has changed."""
        return self.validators != Validators()


class MatchedVia(StrEnum):
    """The way in which a library was found for a name (contract `full`, tool resolve-library)."""

    PACKAGE_NAME = "package_name"
    LIBRARY_ID = "library_id"
    ALIAS = "alias"
    FUZZY = "fuzzy"
    API_NAME = "api_name"


class SourceName(StrEnum):
    """The origin of a library's documentation, the value of `sources` in contracts."""

    INSTALLED = "installed"
    LLMS_TXT = "llms.txt"
    GITHUB = "github"
    DOCS_SITE = "docs-site"
    PACKAGE = "package"
    CUSTOM = "custom"
    CRAWL = "crawl"


class Freshness(StrEnum):
    """Age class of a snapshot: fresh ones are served, stale ones served and refreshed, expired ones fetched again."""

    FRESH = "fresh"
    STALE = "stale"
    EXPIRED = "expired"


@value_class
class Library:
    """A library of the registry, or one package by its name (`pypi/NAME`).

    `purposes` tell what people use it for, in the words they search with; they are not shown. `part_of` is the id of
    the registry's library that publishes the package together with others; "" for any other.
    """

    library_id: str
    slug: str
    name: str
    description: str = ""
    languages: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    python_packages: tuple[str, ...] = ()
    npm_packages: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    docs_url: str | None = None
    repo_url: str | None = None
    llms_txt_url: str | None = None
    llms_full_txt_url: str | None = None
    docs_path: str | None = None
    version_pattern: str | None = None
    popularity: Mapping[str, int] = field(default_factory=dict)
    part_of: str = ""
    purposes: tuple[str, ...] = ()


@value_class
class Match:
    """A library found for a name, with the way of matching, its relevance (0..1) and perhaps the reason."""

    library: Library
    relevance: float
    matched_via: MatchedVia
    reason: str = ""


class TocEntry(NamedTuple):
    """An entry of a table of contents; `url` is an argument of read-page, `crawled` marks an entry found by a crawl."""

    title: str
    url: str
    description: str = ""
    section: str = ""
    crawled: bool = False


@value_class
class Symbol:
    """The place where a dotted name is documented: `orm.Session.execute` on `…/orm.html#orm.Session.execute`."""

    name: str
    url: str


@value_class
class Toc:
    """A library's table of contents from one source.

    Attributes:
        entries: the pages, or headings of pages (`URL#anchor`), in the source's order, each URL once.
        source: the source that answered.
        origin: the address or folder that the TOC was read from.
        version: the exact version it documents, None if the source does not say.
        delivery: its delivery.
        symbols: the names in the source's own inventory; stored separately from the TOC (`ChunkIndex.symbols`).
        text: the llms.txt it was read from, cleaned and with absolute links, "" if there is none or it is too large;
            stored separately from the TOC (`SnapshotStore.toc_text`).
    """

    entries: tuple[TocEntry, ...]
    source: SourceName
    origin: str
    version: str | None = None
    delivery: Delivery = field(default_factory=Delivery)
    symbols: tuple[Symbol, ...] = ()
    text: str = ""

    @property
    def pages(self) -> list[TocEntry]:
        """Return one entry per page; a page that is listed by its headings (`URL#anchor`) gets an entry of its own."""
        found: dict[str, TocEntry] = {}
        for entry in self.entries:
            address = entry.url.partition("#")[0]
            found.setdefault(address, entry if address == entry.url else TocEntry("", address))
        return list(found.values())


class Heading(NamedTuple):
    """A heading of a page: level 1..6, 1-based line, anchor unique within the page (`-2`, `-3`, … suffixes)."""

    title: str
    level: int
    anchor: str
    line: int


@value_class
class Page:
    """One document as Markdown, with its delivery."""

    url: str
    title: str
    markdown: str
    headings: tuple[Heading, ...] = ()
    description: str = ""
    section: str = ""
    delivery: Delivery = field(default_factory=Delivery)

    @property
    def final_url(self) -> str:
        """Return the target of redirects, the page's own URL if there were none; never the address of a twin."""
        landed = self.delivery.landed
        has_twin = self.delivery.url not in ("", self.url)
        return (landed.removesuffix(".md") if has_twin else landed) or self.url

    @property
    def outline(self) -> list[Heading]:
        """Return the headings of the page's outline: H1 to H4 (contract `full`, tool read-page)."""
        return [heading for heading in self.headings if heading.level <= OUTLINE_DEPTH]


@value_class
class Chunk:
    """A stored piece of a page, the unit of indexing.

    Attributes:
        chunk_id: stable for the same page URL and heading path.
        page_url: URL of its page.
        page_title: title of its page.
        section: TOC section of its page, "" if none.
        description: TOC description of its page, "" if none.
        heading_path: titles from the page's first heading down to this chunk.
        anchor: anchor of the innermost heading, "" before the first one.
        text: the Markdown, heading line included.
        tokens: size by the one counter (`chunks.tokens`).
        first_line: 1-based line of the page where the chunk starts.
        ordinal: 0-based position within the page.
        headings: the headings in it, in order; small sections share a chunk.
        pieces: for each heading how the terms of the text below it are divided (`search.index.section_parts`), where a
            store has them; () otherwise.
    """

    chunk_id: str
    page_url: str
    page_title: str
    section: str
    description: str
    heading_path: tuple[str, ...]
    anchor: str
    text: str
    tokens: int
    first_line: int
    ordinal: int
    headings: tuple[Heading, ...] = ()
    pieces: tuple[tuple[int, ...], ...] = field(default=(), repr=False, compare=False)


FoundWords = tuple[Mapping[str, int], int]
"""The bit that stands for each word of a search, and the bits of the words that a chunk has."""


@value_class
class Hit:
    """A chunk found for a query, and the library it belongs to.

    Attributes:
        chunk: the chunk.
        score: raw, higher is better.
        library_id: id of the library.
        version: the exact version, None if the source does not say.
        own_score: the score without the fields that all chunks of the page share.
        reach: the score divided by the weight of all asked words, 0 to about 3, comparable between questions.
        terms: the indexed terms of the chunk, a space before and after each; "" if not loaded.
        words: which searched words are among its terms.
    """

    chunk: Chunk
    score: float
    library_id: str
    version: str | None
    own_score: float = 0.0
    reach: float = 0.0
    terms: str = field(default="", repr=False, compare=False)
    words: FoundWords = field(default=({}, 0), repr=False, compare=False)

    def with_score(self, score: float) -> Hit:
        """Return the hit with another score; `dataclasses.replace` takes several times as long."""
        own, library_id, version = self.own_score, self.library_id, self.version
        return Hit(self.chunk, score, library_id, version, own, self.reach, self.terms, self.words)

    def scaled(self, score: float, own_score: float) -> Hit:
        """Return the hit with its scores times these factors."""
        total, own, library_id, version = score * self.score, own_score * self.own_score, self.library_id, self.version
        return Hit(self.chunk, total, library_id, version, own, self.reach, self.terms, self.words)


@value_class
class Passage:
    """A passage of an answer: neighbouring chunks of one page, joined.

    Attributes:
        library_id: the library it documents.
        version: the exact version, None if the source does not say.
        url: the page's URL with `#anchor` of the first chunk if there is one.
        title: page title and heading path, joined with " › ".
        text: the Markdown.
        tokens: size by the one counter.
        relevance: 0..1.
    """

    library_id: str
    version: str | None
    url: str
    title: str
    text: str
    tokens: int
    relevance: float


@value_class
class Snapshot:
    """A library's pages fetched at one time for one version.

    Attributes:
        library_id: id of the library.
        version: the exact version; "" if the source has no versions.
        source: the source of the pages.
        origin: the address or folder of the TOC.
        fetched_at: UTC time when the TOC was last read, or found unchanged.
        read_at: UTC time when the TOC itself was last read.
        pages: number of pages that are stored and indexed.
        total_pages: number of pages in the stored TOC.
    """

    library_id: str
    version: str
    source: SourceName
    origin: str
    fetched_at: datetime
    read_at: datetime
    pages: int = 0
    total_pages: int = 0


@value_class
class StoredPage:
    """A page in the store, with its library and its age.

    Attributes:
        page: its text.
        library_id: id of its library.
        version: version of its snapshot.
        source: its source.
        fetched_at: UTC time when it was last read, or found unchanged.
        read_at: UTC time when its text was last read.
    """

    page: Page
    library_id: str
    version: str
    source: SourceName
    fetched_at: datetime
    read_at: datetime

    @property
    def key(self) -> tuple[str, str]:
        """Return the key of its snapshot: (libraryId, version or "")."""
        return (self.library_id, self.version)


@value_class
class Dates:
    """The times when a document was last read or found unchanged, and when its text was last read (UTC)."""

    fetched_at: datetime
    read_at: datetime


@value_class
class InstalledPackage:
    """A distribution found in the project environment, or a package of npm in its `node_modules`.

    Attributes:
        name: normalised by the rules of its ecosystem (PEP 503 for Python).
        version: exact version of the installed metadata.
        summary: one-line summary of its metadata, third-party text, "" if none.
        location: folder with the distribution's files.
        metadata_directory: its `*.dist-info` folder; for npm the folder of its `package.json`.
    """

    name: str
    version: str
    summary: str
    location: str
    metadata_directory: str


@value_class
class KeptPackage:
    """An unpacked package of a package index or registry, stored to make pages from.

    Attributes:
        name: PEP 503 normalised name, `npm/NAME` for one of npm.
        version: exact version.
        size: bytes of its files.
    """

    name: str
    version: str
    size: int


@value_class
class StoreStatus:
    """The contents of the store and its size.

    Attributes:
        file: path of the store; "" if it is in memory.
        size: bytes of the file, without its journal; `limit` bounds them.
        snapshots: the stored snapshots, newest first.
        trouble: the problem found on opening, in our own words; "" if there was none.
    """

    file: str
    size: int
    limit: int
    snapshots: tuple[Snapshot, ...]
    trouble: str
