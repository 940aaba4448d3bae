"""The meaning of a response: a document, the next hop, or an error."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pro_context_engine.adapters.fetch.media import text_of
from pro_context_engine.adapters.fetch.urls import ParsedUrl, join_url, parse_url
from pro_context_engine.domain.errors import FetchFailed, PageMissing, UrlRefused
from pro_context_engine.domain.fetching import Admit, Credentials, Response
from pro_context_engine.domain.model import Validators
from pro_context_engine.domain.value_class import value_class

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_MISSING = frozenset({404, 410})
_LONGEST_VALIDATOR = 256


@value_class
class Download:
    """The receiver of a file's pieces, the bound on its bytes, and whether a longer file is an error.

    `span` has the first and the last byte of the part that is asked for, None for the file from its beginning.
    """

    into: Callable[[bytes], object]
    max_bytes: int
    whole: bool = True
    span: tuple[int, int] | None = None


@value_class
class FetchRequest:
    """One fetch, through all its hops and retries.

    Errors carry `asked` and never a redirect's target, which is third-party text.
    """

    asked: str
    url: ParsedUrl
    origins: frozenset[str]
    deadline: float
    proven: frozenset[str] = frozenset()
    known: Validators | None = None
    accept: str = ""
    credentials: Credentials | None = None
    download: Download | None = None
    admit: Admit | None = None

    @property
    def conditions(self) -> dict[str, str]:
        """Return the headers that request a document only if it has changed."""
        if self.known is None:
            return {}
        conditions = {"If-None-Match": self.known.etag, "If-Modified-Since": self.known.last_modified}
        return {name: value for name, value in conditions.items() if value}

    def headers(self, hop: ParsedUrl) -> dict[str, str]:
        """Return the additional headers of one hop, with credentials only for their origin."""
        headers = self.conditions
        if self.download:
            headers |= {"Accept": "*/*", "Accept-Encoding": "identity"}
        if self.download and self.download.span:
            headers["Range"] = "bytes={}-{}".format(*self.download.span)
        if self.accept:
            headers["Accept"] = self.accept
        if self.credentials and parse_url(self.credentials.origin).origin == hop.origin:
            headers[self.credentials.header] = self.credentials.authorization
        return headers


def next_hop(request: FetchRequest, hop: ParsedUrl, status: int, headers: Mapping[str, str]) -> ParsedUrl | None:
    """Return the next hop for a response with a status other than 200.

    Args:
        request: the fetch.
        hop: the URL that answered.
        status: status of the response.
        headers: headers of the response, with case-insensitive look-up.

    Returns:
        The next hop, or None for an unchanged document.

    Raises:
        PageMissing: there is no document.
        UrlRefused: the next hop is malformed, or would leave https.
        FetchFailed: any other status, also status 304 to an unconditional request.
    """
    if status in _MISSING:
        raise PageMissing(request.asked)
    if status == 304 and request.conditions:
        return None
    if status not in _REDIRECTS:
        raise FetchFailed(request.asked, f"status {status}")
    location = headers.get("location", "")
    if not location:
        raise FetchFailed(request.asked, "redirect without a target")
    target = join_url(hop, location)
    if hop.scheme == "https" and target.scheme == "http":
        raise UrlRefused(request.asked, "redirect from https to http")
    return target


def document_of(request: FetchRequest, hop: ParsedUrl, headers: Mapping[str, str], body: bytes | bytearray) -> Response:
    """Return the document of a response with status 200.

    Args:
        request: the fetch.
        hop: the URL that answered.
        headers: headers of the response, with case-insensitive look-up.
        body: the whole decoded body.

    Raises:
        NotDocumentation: the body is not text, or empty.
    """
    media_type, text = text_of(request.asked, headers.get("content-type", ""), body)
    return Response(
        url=str(hop),
        status=200,
        media_type=media_type,
        text=text,
        etag=_validator(headers, "etag"),
        last_modified=_validator(headers, "last-modified"),
        storable="no-store" not in headers.get("cache-control", "").lower(),
    )


def gives_part(download: Download | None, status: int, headers: Mapping[str, str]) -> bool:
    """Tell whether a response has the requested bytes: the whole file, or exactly the part (RFC 9110, 14)."""
    if download is None or download.span is None:
        return status == 200
    first, last = download.span
    return status == 206 and headers.get("content-range", "").startswith(f"bytes {first}-{last}/")


def file_of(hop: ParsedUrl) -> Response:
    """Return the response to a download, whose bytes went to its receiver."""
    return Response(url=str(hop), status=200, media_type="", text="")


def _validator(headers: Mapping[str, str], name: str) -> str:
    """Return a header that can be sent back unchanged, "" for one that cannot."""
    value = headers.get(name, "").strip()
    return value if value.isascii() and value.isprintable() and len(value) <= _LONGEST_VALIDATOR else ""
