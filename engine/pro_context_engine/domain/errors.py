"""The errors of the engine: facts, never advice.

A contract maps each error to one of its codes (`raised_from` in spec/…/errors.yaml) and adds the advice. Fields are
plain values of our own or the caller's. Third-party text occurs only in fields that an error lists in `quoted`, which
never become part of a message, of advice or of a log.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar


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
    """No source has documentation; `tried` names the sources, `transient` tells whether a later try may succeed."""

    library_id: str
    tried: list[str] = field(default_factory=list)
    transient: bool = False


@dataclass(eq=False)
class TocMissing(DocsError):
    """The address of the library's TOC answers 404."""

    library_id: str
    url: str


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
    """The response is not a document: a picture, an archive, a login page, an empty body."""

    url: str
    reason: str


@dataclass(eq=False)
class FetchFailed(DocsError):
    """The network or the other side failed; `reason` is a short phrase of our own.

    `retry_after` is the number of seconds after which the other side accepts requests again, None if unknown.
    """

    TOOK_TOO_LONG: ClassVar[str] = "took too long"
    NO_CONNECTION: ClassVar[str] = "no connection"
    NO_ADDRESS: ClassVar[str] = "the name has no address"
    UNTRUSTED: ClassVar[str] = "its certificate is not trusted"
    LIMIT_REACHED: ClassVar[str] = "the site's limit of requests is reached"

    url: str
    reason: str
    retry_after: int | None = None

    @property
    def answered(self) -> bool:
        """Tell whether the site answered and refused the request."""
        return self.reason.startswith(("status 4", self.LIMIT_REACHED))

    @property
    def unreachable(self) -> bool:
        """Tell whether the site did not answer, so that another address of the same host would not either."""
        return self.reason in (self.TOOK_TOO_LONG, self.NO_CONNECTION, self.UNTRUSTED)


@dataclass(eq=False)
class PackageIndexUnreachable(DocsError):
    """The package index of the user's configuration does not answer in time."""

    library_id: str


@dataclass(eq=False)
class SnapshotExpired(DocsError):
    """The only snapshot is older than the maximum age, and fetching again failed."""

    library_id: str


@dataclass(eq=False)
class IndexingUnderway(DocsError):
    """The library is being fetched and indexed; try again after `retry_after` seconds."""

    library_id: str
    retry_after: int
