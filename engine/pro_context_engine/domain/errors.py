"""Facts the engine reports when it cannot answer: what happened, never advice.

A contract links each fact to one of its codes (`raised_from` in spec/…/errors.yaml) and adds the advice. Fields are
plain values of our own or the caller's. Text of third parties enters no fields but those that a fact names as `quoted`,
which never become part of a message, of advice or of a log.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar


class DocsError(Exception):
    """Base of every fact; `details()` gives its fields for a contract's templates, `quoted` names those of others."""

    quoted: ClassVar[frozenset[str]] = frozenset()

    def details(self) -> dict[str, Any]:
        """Return the fact's fields by name."""
        return asdict(self)  # type: ignore[call-overload, no-any-return]

    def __str__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.details().items() if name not in self.quoted)
        return f"{type(self).__name__}({fields})"


# Not frozen: Python sets __traceback__ on a raised exception.
@dataclass(eq=False)
class LibraryUnknown(DocsError):
    """No library has this id; `closest` is the nearest known id, "" when nothing is near."""

    library_id: str
    closest: str = ""


@dataclass(eq=False)
class VersionUnknown(DocsError):
    """The library is known, this version of it is not to be had; `available` lists what is, newest first."""

    library_id: str
    version: str
    available: list[str] = field(default_factory=list)


@dataclass(eq=False)
class TopicUnmatched(DocsError):
    """Nothing in these libraries' documentation matches the topic.

    Attributes:
        library_ids: the libraries that were searched.
        topic: what was asked for.
        searched: each library with version, source and how many of its pages are indexed, in one line of ours.
        pages_indexed: how many pages were searched; `pages_known` are named by the tables of contents.
        pages_known: see there.
        oldest: UTC time the oldest of what was searched was last found right, as ISO 8601 writes it.
        nearest_headings: headings whose words are spelt like those asked for, best first, in the documentation's words.
        nearest_pages: the URL of each.
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
    """The cursor is none of this search, or its results are not what they were."""


@dataclass(eq=False)
class CursorOutdated(DocsError):
    """The cursor is of an earlier build of the corpus."""


@dataclass(eq=False)
class ChunkUnknown(DocsError):
    """No chunk of the corpus has this id."""

    chunk_id: str


@dataclass(eq=False)
class ChunkIdMalformed(DocsError):
    """This is no id that a chunk could have."""

    chunk_id: str


@dataclass(eq=False)
class CorpusUnusable(DocsError):
    """There is no corpus to search; `reason` is one of our own short phrases."""

    reason: str


@dataclass(eq=False)
class SourceUnavailable(DocsError):
    """No source could give documentation; `tried` names the sources asked, `transient` says if later may help."""

    library_id: str
    tried: list[str] = field(default_factory=list)
    transient: bool = False


@dataclass(eq=False)
class TocMissing(DocsError):
    """The address that should hold the library's TOC answers 404."""

    library_id: str
    url: str


@dataclass(eq=False)
class PageMissing(DocsError):
    """The page's address answers 404, or the source has no such page."""

    url: str


@dataclass(eq=False)
class UrlRefused(DocsError):
    """The URL is not documentation we may read; `reason` is one of our own short phrases."""

    NOT_PUBLIC: ClassVar[str] = "address is not public"
    UNROUTED: ClassVar[str] = "address is one that no network routes"

    url: str
    reason: str


@dataclass(eq=False)
class NotDocumentation(DocsError):
    """Something answered, but not a document: a picture, an archive, a login page, nothing at all."""

    url: str
    reason: str


@dataclass(eq=False)
class FetchFailed(DocsError):
    """The network or the other side failed; `reason` is one of our own short phrases.

    `retry_after` is the number of seconds after which the other side takes requests again, None if it did not say.
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
        """Tell whether somebody answered and only refused us."""
        return self.reason.startswith(("status 4", self.LIMIT_REACHED))

    @property
    def unreachable(self) -> bool:
        """Tell whether nobody answered, so that another address of the same host would fare no better."""
        return self.reason in (self.TOOK_TOO_LONG, self.NO_CONNECTION, self.UNTRUSTED)


@dataclass(eq=False)
class PackageIndexUnreachable(DocsError):
    """The package index of the user's configuration does not answer in time."""

    library_id: str


@dataclass(eq=False)
class SnapshotExpired(DocsError):
    """Only a snapshot older than the maximum age is left, and fetching anew failed."""

    library_id: str


@dataclass(eq=False)
class IndexingUnderway(DocsError):
    """The library is being fetched and indexed; ask again after `retry_after` seconds."""

    library_id: str
    retry_after: int
