"""The narrow protocol of the network, and what it speaks in; implemented in fetch/."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from pro_context_engine.domain.delivery import Delivery, Validators
from pro_context_engine.domain.results import Route, SiteKind, SiteTrouble

Admit = Callable[[str], Awaitable[object]]
"""Wait until an address may be asked for; raises the fact why it may not."""


@dataclass(frozen=True, slots=True)
class Response:
    """What a fetch brought: the final URL after redirects, media type without parameters, the decoded text."""

    url: str
    status: int
    media_type: str
    text: str
    etag: str = ""
    last_modified: str = ""
    storable: bool = True

    @property
    def validators(self) -> Validators:
        """Return what to ask `Fetcher.refetch` with, later."""
        return Validators(self.etag, self.last_modified)

    def delivery(self, url: str) -> Delivery:
        """Return how the document came that was asked for under a URL."""
        return Delivery(url, self.validators, self.storable, landed="" if self.url == url else self.url)


@dataclass(frozen=True, slots=True)
class Credentials:
    """A secret that identifies the caller to one origin: sent there and nowhere else, not even along a redirect.

    Attributes:
        origin: `scheme://host[:port]`.
        authorization: value of the header; never to be shown.
        header: name of the header.
    """

    origin: str
    authorization: str = field(repr=False)
    header: str = "Authorization"


@dataclass(frozen=True, slots=True)
class LimitHeaders:
    """The headers of a response that tell how many requests a site still takes; most sites use these names.

    Attributes:
        remaining: name of the header with the number of requests that are left.
        reset: name of the header with the end of the limit, in seconds since 1970.
    """

    remaining: str = "x-ratelimit-remaining"
    reset: str = "x-ratelimit-reset"


@dataclass(frozen=True, slots=True)
class ApiSite:
    """A site with an API that a source declares, so that its fetches are counted apart and its limits are understood.

    Attributes:
        kind: the kind of site under which its fetches are counted.
        hosts: names of all hosts of the site.
        api_hosts: names of the hosts whose responses say how many requests are left.
        limit_headers: how the responses say so.
    """

    kind: SiteKind
    hosts: frozenset[str]
    api_hosts: frozenset[str] = frozenset()
    limit_headers: LimitHeaders = LimitHeaders()


class Fetcher(Protocol):
    """How bytes arrive safely (implemented in fetch/)."""

    async def fetch(
        self,
        url: str,
        *,
        origins: Sequence[str] = (),
        proven: Sequence[str] = (),
        accept: str = "",
        credentials: Credentials | None = None,
        admit: Admit | None = None,
    ) -> Response:
        """Get one document behind the address guard.

        Args:
            url: absolute http(s) URL.
            origins: exact origins (`scheme://host:port`) the operator's configuration names; only these may be
                plain http or resolve to a private address.
            proven: exact https origins whose names may resolve to an address that nobody routes, as on networks where
                a proxy answers for them: package indexes and, where a hash decides what is accepted, their files.
            accept: media types to ask for, as the Accept header has them; "" for documentation.
            credentials: for one origin; None for none.
            admit: told where a redirect leads before it is asked there; None to go wherever the guard lets pass.

        Returns:
            A response with status 200.

        Raises:
            PageMissing: the address answers 404 or 410.
            UrlRefused: the address guard, or `admit`, refuses the URL or a redirect target.
            NotDocumentation: the body is no text, is empty, or is over its bound.
            FetchFailed: anything else that went wrong on the way.
        """
        ...

    async def refetch(
        self,
        url: str,
        known: Validators,
        *,
        origins: Sequence[str] = (),
        accept: str = "",
        credentials: Credentials | None = None,
    ) -> Response | None:
        """Get one document if it is not what it was.

        Args:
            url: see `fetch`.
            known: of the state that is at hand.
            origins: see `fetch`.
            accept: see `fetch`.
            credentials: see `fetch`.

        Returns:
            A response with status 200, or None where the server says that the document is still the same.

        Raises:
            DocsError: any fact of `fetch`.
        """
        ...

    async def download(
        self,
        url: str,
        into: Callable[[bytes], object],
        *,
        max_bytes: int,
        origins: Sequence[str] = (),
        proven: Sequence[str] = (),
        credentials: Credentials | None = None,
    ) -> None:
        """Get one file of whatever kind as it is, piece by piece; no content encoding is undone.

        Unlike a document it may be redirected to any site that passes the address guard: whoever asks knows by other
        means that it is the right file.

        Args:
            url: see `fetch`.
            into: takes each piece as it comes; of a download that fails it may have had some.
            max_bytes: bound on the file.
            origins: see `fetch`.
            proven: see `fetch`.
            credentials: see `fetch`.

        Raises:
            PageMissing: the address answers 404 or 410.
            UrlRefused: the address guard refuses the URL or a redirect target.
            NotDocumentation: the file is over its bound.
            FetchFailed: anything else that went wrong on the way.
        """
        ...

    async def beginning(self, url: str, *, max_bytes: int, origins: Sequence[str] = ()) -> bytes:
        """Get the beginning of a file of whatever kind, its content encoding undone.

        It may be redirected like a download.

        Args:
            url: see `fetch`.
            max_bytes: so much of it; what is beyond is left where it is.
            origins: see `fetch`.

        Raises:
            PageMissing: the address answers 404 or 410.
            UrlRefused: the address guard refuses the URL or a redirect target.
            NotDocumentation: it is over the bound before its encoding is undone, and not after.
            FetchFailed: anything else that went wrong on the way; a content encoding that we did not ask for is.
        """
        ...

    async def route(self, url: str, *, origins: Sequence[str] = (), look_up: bool = True) -> Route:
        """Tell where a fetch would go, and fetch nothing.

        Args:
            url: see `fetch`.
            origins: see `fetch`.
            look_up: False to leave a name as it is.

        Raises:
            UrlRefused: the URL itself is refused, whatever its addresses.
            FetchFailed: the name has no address.
        """
        ...

    def health(self) -> FetchHealth:
        """Return what the fetches so far tell about the network."""
        ...

    async def close(self) -> None:
        """Close every connection."""
        ...


@dataclass(frozen=True, slots=True)
class FetchHealth:
    """What the fetches since start tell.

    Attributes:
        successes: fetches that brought a document.
        failures: of ours or theirs; 404 is none.
        last_success: UTC time.
        by_kind: successes and failures by the kind of the site.
        troubled: the sites that fail now.
        last_by_kind: UTC time of the last success by the kind of the site.
        requests_left: see `EngineStatus`.
    """

    successes: int = 0
    failures: int = 0
    last_success: datetime | None = None
    by_kind: Mapping[SiteKind, tuple[int, int]] = field(default_factory=dict)
    troubled: tuple[SiteTrouble, ...] = ()
    last_by_kind: Mapping[SiteKind, datetime] = field(default_factory=dict)
    requests_left: Mapping[SiteKind, int] = field(default_factory=dict)
