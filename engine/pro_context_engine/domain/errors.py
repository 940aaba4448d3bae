"""The errors of the engine: facts, never advice.

A contract maps each error to one of its codes (`raised_from` in spec/…/errors.yaml) and adds the advice. Fields are
plain values of our own or the caller's. Third-party text occurs only in fields that an error lists in `quoted`, which
never become part of a message, of advice or of a log.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Self

from pro_context_engine.domain.causes import Cause


class DocsError(Exception):
    """Base of every error; `details()` gives its fields for a contract's templates, `quoted` those of third parties."""

    quoted: ClassVar[frozenset[str]] = frozenset()

    def details(self) -> dict[str, Any]:
        """Return the error's fields by name."""
        return asdict(self)  # type: ignore[call-overload, no-any-return]

    def __str__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.details().items() if name not in self.quoted)
        return f"{type(self).__name__}({fields})"


# Not frozen: Python sets __traceback__ on a raised exception.
@dataclass(eq=False)
class LibraryUnknown(DocsError):
    """No library has this id; `closest` is the nearest known id, "" if none is near."""

    library_id: str
    closest: str = ""


@dataclass(eq=False)
class VersionUnknown(DocsError):
    """The library is known, but this version is not available; `available` lists the others, newest first."""

    library_id: str
    version: str
    available: list[str] = field(default_factory=list)


@dataclass(eq=False)
class TopicUnmatched(DocsError):
    """Nothing in these libraries' documentation matches the topic.

    Attributes:
        library_ids: the libraries that were searched.
        topic: the requested topic.
        searched: for each library version, source and number of indexed pages, in one line of ours.
        pages_indexed: number of pages that were searched; `pages_known` is the number in the tables of contents.
        pages_known: see `pages_indexed`.
        oldest: UTC time when the oldest of the snapshots was last found current, in ISO 8601.
        nearest_headings: headings spelt like the topic's words, best first, in the documentation's words.
        nearest_pages: the URL of each heading.
        missing: a sentence of ours for each name in the form of code that a library lacks.
        language: the language of the topic, "" for English.
    """

    quoted: ClassVar[frozenset[str]] = frozenset({"nearest_headings", "nearest_pages"})

    library_ids: list[str]
    topic: str
    searched: list[str] = field(default_factory=list)
    pages_indexed: int = 0
    pages_known: int = 0
    oldest: str = ""
    nearest_headings: list[str] = field(default_factory=list)
    nearest_pages: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    language: str = ""


@dataclass(eq=False)
class CodeUnreadable(DocsError):
    """Code cannot be checked; `reason` completes a sentence that begins with it."""

    reason: str


@dataclass(eq=False)
class QueryUnusable(DocsError):
    """A search cannot look for a query; `reason` is a phrase of our own that begins with the argument."""

    reason: str


@dataclass(eq=False)
class CursorUnusable(DocsError):
    """The cursor is of another search, or its results have changed."""


@dataclass(eq=False)
class CursorOutdated(DocsError):
    """The cursor is of an earlier build of the corpus."""


@dataclass(eq=False)
class ChunkUnknown(DocsError):
    """No chunk of the corpus has this id."""

    chunk_id: str


@dataclass(eq=False)
class ChunkIdMalformed(DocsError):
    """No chunk can have this id."""

    chunk_id: str


@dataclass(eq=False)
class CorpusUnusable(DocsError):
    """There is no corpus to search; `reason` is a short phrase of our own."""

    reason: str


@dataclass(eq=False)
class SourceUnavailable(DocsError):
    """No source has documentation.

    Attributes:
        library_id: the library.
        tried: the names of the sources that were asked.
        transient: whether a later try may succeed.
        cause: the value of the `Cause` that explains best why, "" for none of them.
        reason: the same in a phrase of our own, "" for unknown.
        attempts: what came of each source, in one line of ours: its name and the reason.
        size_mb: size of the file that is larger than the limit, in MB; None if it is unknown or not the cause.
        limit_mb: the limit, in MB.
        setting: the settings of the configuration that decide, separated by commas; "" for none.
        retry_after: seconds after which a source accepts requests again, None if unknown.
    """

    library_id: str
    tried: list[str] = field(default_factory=list)
    transient: bool = False
    cause: str = ""
    reason: str = ""
    attempts: list[str] = field(default_factory=list)
    size_mb: int | None = None
    limit_mb: int | None = None
    setting: str = ""
    retry_after: int | None = None


@dataclass(eq=False)
class TocMissing(DocsError):
    """The address of the library's TOC answers 404.

    Where there is no address, `url` is "", `reason` is a short phrase of our own, and `cause` the value of a `Cause`.
    """

    library_id: str
    url: str
    reason: str = ""
    cause: str = ""


@dataclass(eq=False)
class PageMissing(DocsError):
    """The page's address answers 404, or the source has no such page."""

    url: str


@dataclass(eq=False)
class UrlRefused(DocsError):
    """The URL must not be read as documentation; `reason` is a short phrase of our own."""

    NOT_PUBLIC: ClassVar[str] = "address is not public"
    UNROUTED: ClassVar[str] = "address is one that no network routes"

    url: str
    reason: str


@dataclass(eq=False)
class NotDocumentation(DocsError):
    """The response is not a document: a picture, an archive, a login page, an empty body.

    Of a package's file, `cause` is the value of a `Cause`, and of one that is larger than the limit, `size` and `limit`
    are bytes, 0 for unknown.
    """

    url: str
    reason: str
    cause: str = ""
    size: int = 0
    limit: int = 0


@dataclass(eq=False)
class FetchFailed(DocsError):
    """The network or the other side failed; `reason` is a short phrase of our own.

    `retry_after` is the number of seconds after which the other side accepts requests again, None if unknown.
    """

    TOOK_TOO_LONG: ClassVar[str] = "took too long"
    NO_CONNECTION: ClassVar[str] = "no connection"
    NO_ADDRESS: ClassVar[str] = "its host name cannot be found"
    BAD_PROXY: ClassVar[str] = "the proxy of this machine cannot be used"
    UNTRUSTED: ClassVar[str] = "its certificate is not trusted"
    NOT_WRITABLE: ClassVar[str] = "the cache directory cannot be written"
    LIMIT_REACHED: ClassVar[str] = "the site's limit of requests is reached"
    NO_PARTS: ClassVar[str] = "the server gives no parts of files"

    url: str
    reason: str
    retry_after: int | None = None

    @property
    def answered(self) -> bool:
        """Tell whether the site answered and refused the request."""
        return self.reason.startswith(("status 4", self.LIMIT_REACHED))

    @property
    def cause(self) -> Cause:
        """Return the cause of the failure."""
        reason = self.reason.removeprefix("redirect: ")
        if reason in (self.NO_CONNECTION, self.NO_ADDRESS, self.BAD_PROXY, self.TOOK_TOO_LONG):
            return Cause.NO_NETWORK
        if reason == self.UNTRUSTED:
            return Cause.UNTRUSTED
        if reason.startswith(("status 401", "status 403", "status 407")):
            return Cause.CREDENTIALS
        passing = reason.startswith(("status 408", "status 425", "status 429", self.LIMIT_REACHED))
        lasting = reason == self.NOT_WRITABLE or reason.startswith(("status ", "redirect", "too many redirects"))
        return Cause.BUSY if passing or reason.startswith("status 5") or not lasting else Cause.UNKNOWN

    @property
    def unreachable(self) -> bool:
        """Tell whether the site did not answer, so that another address of the same host would not either."""
        return self.reason in (self.TOOK_TOO_LONG, self.NO_CONNECTION, self.BAD_PROXY, self.UNTRUSTED)


@dataclass(eq=False)
class PackageIndexUnreachable(DocsError):
    """The package index of the user's configuration does not answer in time.

    `reason` is a short phrase of our own, `cause` the value of a `Cause`; `retry_after` is the number of seconds after
    which the index accepts requests again, None if unknown.
    """

    library_id: str
    reason: str = ""
    cause: str = ""
    retry_after: int | None = None

    @classmethod
    def because_of(cls, library_id: str, fact: Exception) -> Self:
        """Return the fact about a library for the failure of a request."""
        if isinstance(fact, FetchFailed):
            return cls(library_id, fact.reason, fact.cause.value, fact.retry_after)
        if isinstance(fact, PackageIndexUnreachable):
            return cls(library_id, fact.reason, fact.cause, fact.retry_after)
        if isinstance(fact, PageMissing):
            return cls(library_id, "its file is gone")
        return cls(library_id, fact.reason if isinstance(fact, UrlRefused | NotDocumentation) else "no readable answer")


@dataclass(eq=False)
class SnapshotExpired(DocsError):
    """The only snapshot is older than the maximum age, and fetching again failed."""

    library_id: str


@dataclass(eq=False)
class IndexingUnderway(DocsError):
    """The library is being fetched and indexed; try again after `retry_after` seconds."""

    library_id: str
    retry_after: int


@dataclass(eq=False)
class StoreUnavailable(DocsError):
    """The database of the store does not answer, or refuses; try again after `retry_after` seconds.

    `reason` says the same for contracts that have no field for the seconds.
    """

    retry_after: int
    reason: str = field(init=False)

    def __post_init__(self) -> None:
        self.reason = f"the documentation store does not answer; ask again in {self.retry_after} seconds"
