"""The port of the network, and its values; implemented in adapters/fetch/."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import field
from datetime import datetime
from typing import Protocol

from pro_context_engine.domain.model import Delivery, Validators
from pro_context_engine.domain.results import Route, SiteKind, SiteTrouble
from pro_context_engine.domain.value_class import value_class

Admit = Callable[[str], Awaitable[object]]
"""A function that waits until an address may be requested; raises an error if it may not."""


@value_class
class Response:
    """The result of a fetch: the final URL after redirects, media type without parameters, the decoded text."""

    url: str
    status: int
    media_type: str
    text: str
    etag: str = ""
    last_modified: str = ""
    storable: bool = True

    @property
    def validators(self) -> Validators:
        """Return the validators for a later `Fetcher.refetch`."""
        return Validators(self.etag, self.last_modified)

    def delivery(self, url: str) -> Delivery:
        """Return the delivery of the document that was requested by a URL."""
        return Delivery(url, self.validators, self.storable, landed="" if self.url == url else self.url)


@value_class
class Credentials:
    """The credentials for one origin, sent only there, and not to a redirect's target.

    Attributes:
        origin: `scheme://host[:port]`.
        authorization: value of the header; never to be shown.
        header: name of the header.
    """

    origin: str
    authorization: str = field(repr=False)
    header: str = "Authorization"


@value_class
class LimitHeaders:
    """The headers of a response that tell how many requests a site still takes; most sites use these names.

    Attributes:
        remaining: name of the header with the number of requests that are left.
        reset: name of the header with the end of the limit, in seconds since 1970.
    """

    remaining: str = "x-ratelimit-remaining"
    reset: str = "x-ratelimit-reset"


@value_class
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
    """The safe fetching of bytes (implemented in adapters/fetch/)."""

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
        """Fetch a document behind the address guard.

        Args:
            url: absolute http(s) URL.
            origins: exact origins (`scheme://host:port`) that the operator's configuration names; only these may be
                plain http or resolve to a private address.
            proven: exact https origins whose names may resolve to an unrouted address, as on networks where a proxy
                answers for them: package indexes and, if a hash proves them, their files.
            accept: media types for the Accept header; "" for those of documentation.
            credentials: credentials for one origin; None for none.
            admit: called with a redirect's target before the request; None to allow every target that passes the guard.

        Returns:
            A response with status 200.

        Raises:
            PageMissing: the address answers 404 or 410.
            UrlRefused: the address guard, or `admit`, refuses the URL or a redirect target.
            NotDocumentation: the body is not text, is empty, or exceeds its bound.
            FetchFailed: any other failure.
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
        """Fetch a document if it has changed.

        Args:
            url: see `fetch`.
            known: validators of the known state.
            origins: see `fetch`.
            accept: see `fetch`.
            credentials: see `fetch`.

        Returns:
            A response with status 200, or None if the server says that the document is unchanged.

        Raises:
            DocsError: any error of `fetch`.
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
        """Fetch a file of any type in pieces, without decoding a content encoding.

        Unlike a document it may be redirected to any site that passes the address guard: the caller verifies the file
        by other means.

        Args:
            url: see `fetch`.
            into: receives each piece; of a download that fails it may have received some.
            max_bytes: bound on the file.
            origins: see `fetch`.
            proven: see `fetch`.
            credentials: see `fetch`.

        Raises:
            PageMissing: the address answers 404 or 410.
            UrlRefused: the address guard refuses the URL or a redirect target.
            NotDocumentation: the file exceeds its bound.
            FetchFailed: any other failure.
        """
        ...

    async def part(
        self,
        url: str,
        first: int,
        last: int,
        *,
        origins: Sequence[str] = (),
        proven: Sequence[str] = (),
        credentials: Credentials | None = None,
    ) -> bytes:
        """Fetch a part of a file, without decoding a content encoding.

        Args:
            url: absolute http(s) URL.
            first: number of the first byte, from 0.
            last: number of the last byte.
            origins: see `fetch`.
            proven: see `fetch`; a digest of one of its parts proves the file.
            credentials: see `fetch`.

        Returns:
            Exactly these bytes.

        Raises:
            PageMissing: the address answers 404 or 410.
            UrlRefused: the address guard refuses the URL or a redirect target.
            FetchFailed: any other failure; `NO_PARTS` where the server gives whole files only.
        """
        ...

    async def beginning(self, url: str, *, max_bytes: int, origins: Sequence[str] = ()) -> bytes:
        """Fetch the beginning of a file of any type, with its content encoding decoded.

        It may be redirected like a download.

        Args:
            url: see `fetch`.
            max_bytes: number of bytes; the rest is not read.
            origins: see `fetch`.

        Raises:
            PageMissing: the address answers 404 or 410.
            UrlRefused: the address guard refuses the URL or a redirect target.
            NotDocumentation: its encoded bytes exceed the bound before the decoded ones reach it.
            FetchFailed: any other failure, also a content encoding that was not requested.
        """
        ...

    async def route(self, url: str, *, origins: Sequence[str] = (), look_up: bool = True) -> Route:
        """Return the addresses that a fetch would use, and fetch nothing.

        Args:
            url: see `fetch`.
            origins: see `fetch`.
            look_up: False to leave a name unresolved.

        Raises:
            UrlRefused: the URL is refused at any address.
            FetchFailed: the host name cannot be found.
        """
        ...

    def health(self) -> FetchHealth:
        """Return the statistics of the fetches so far."""
        ...

    async def close(self) -> None:
        """Close every connection."""
        ...


@value_class
class FetchHealth:
    """The statistics of the fetches since start.

    Attributes:
        successes: number of fetches that returned a document.
        failures: number of failures of the network, of sites or of ours, without 404.
        last_success: UTC time.
        by_kind: successes and failures by kind of site.
        troubled: the sites that fail now.
        last_by_kind: UTC time of the last success by kind of site.
        requests_left: see `EngineStatus`.
    """

    successes: int = 0
    failures: int = 0
    last_success: datetime | None = None
    by_kind: Mapping[SiteKind, tuple[int, int]] = field(default_factory=dict)
    troubled: tuple[SiteTrouble, ...] = ()
    last_by_kind: Mapping[SiteKind, datetime] = field(default_factory=dict)
    requests_left: Mapping[SiteKind, int] = field(default_factory=dict)
