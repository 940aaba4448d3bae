"""URLs read strictly: a URL that two programs could read differently is refused and not repaired."""

from __future__ import annotations

import re
import unicodedata
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from urllib.parse import quote, urljoin

from pro_context_engine.domain.errors import UrlRefused
from pro_context_engine.domain.value_class import value_class

MAX_LENGTH = 2048
DEFAULT_PORTS = {"http": 80, "https": 443}

_ABSOLUTE = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(.*)")
_REST = re.compile(r"//([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#.*)?")
_PORT = re.compile(r"[0-9]{1,5}")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_NAME = re.compile(r"[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*+")
# Reserved and already percent-encoded characters stay as they are; everything else is encoded.
_SAFE_IN_PATH = "/:@!$&'()*+,;=-._~%"
_SAFE_IN_QUERY = _SAFE_IN_PATH + "?"


@value_class
class ParsedUrl:
    """An http(s) URL in its normal form.

    Attributes:
        scheme: "http" or "https".
        host: lower-case A-labels, or the canonical text of an IP address (IPv6 without brackets).
        port: always a number.
        path: percent-encoded, begins with "/".
        query: percent-encoded, without "?"; None if the URL has none.
        address: the host as an address, None if it is a name.
    """

    scheme: str
    host: str
    port: int
    path: str
    query: str | None = None
    address: IPv4Address | IPv6Address | None = None

    @property
    def authority(self) -> str:
        """Return host and port for a Host header, without the scheme's default port."""
        host = f"[{self.host}]" if isinstance(self.address, IPv6Address) else self.host
        return host if self.port == DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """Return `scheme://host[:port]`, without the scheme's default port."""
        return f"{self.scheme}://{self.authority}"

    @property
    def target(self) -> str:
        """Return path and query for a request line."""
        return self.path if self.query is None else f"{self.path}?{self.query}"

    def __str__(self) -> str:
        return self.origin + self.target


def parse_url(text: str) -> ParsedUrl:
    """Read an absolute http(s) URL; a fragment is dropped.

    Args:
        text: the URL, at most 2,048 characters.

    Returns:
        The URL in its normal form.

    Raises:
        UrlRefused: it is malformed or ambiguous: user information, backslashes, control or space characters, another
            scheme, an IPv4 address that is not in canonical form.
    """
    if len(text) > MAX_LENGTH:
        raise UrlRefused(text[:MAX_LENGTH], "too long")
    if not _only_visible(text):
        raise UrlRefused(text, "control or space character")
    absolute = _ABSOLUTE.fullmatch(text)
    if absolute is None:
        raise UrlRefused(text, "not an absolute URL")
    scheme = absolute[1].lower()
    if scheme not in DEFAULT_PORTS:
        raise UrlRefused(text, "scheme other than http and https")
    rest = _REST.fullmatch(absolute[2])
    if rest is None:
        raise UrlRefused(text, "not an absolute URL")
    authority, path, query = rest[1], rest[2], rest[3]
    if "\\" in authority + path:
        raise UrlRefused(text, "backslash")
    if "@" in authority:
        raise UrlRefused(text, "user information")
    host, port, address = _authority(text, authority, DEFAULT_PORTS[scheme])
    encoded_query = None if query is None else quote(query, safe=_SAFE_IN_QUERY)
    return ParsedUrl(scheme, host, port, quote(path, safe=_SAFE_IN_PATH) or "/", encoded_query, address)


def join_url(base: ParsedUrl, reference: str) -> ParsedUrl:
    """Resolve a reference, such as a redirect's, against a base URL.

    Args:
        base: the URL of the document with the reference.
        reference: absolute or relative URL.

    Returns:
        The target in its normal form.

    Raises:
        UrlRefused: the target is malformed; see `parse_url`.
    """
    if not _only_visible(reference):
        # The standard library would silently drop some of these characters.
        raise UrlRefused(str(base), "control or space character")
    try:
        return parse_url(urljoin(str(base), reference))
    except ValueError as error:
        raise UrlRefused(str(base), "malformed reference") from error


def _only_visible(text: str) -> bool:
    """Tell whether the text has no control, format, surrogate or space characters."""
    if text.isascii():
        return text.isprintable() and " " not in text
    return all(unicodedata.category(character)[0] not in "CZ" for character in text)


def _authority(url: str, authority: str, default_port: int) -> tuple[str, int, IPv4Address | IPv6Address | None]:
    """Split host and port; an IPv6 host is in brackets."""
    if authority.startswith("["):
        literal, bracket, port = authority[1:].partition("]")
        if not bracket or (port and not port.startswith(":")):
            raise UrlRefused(url, "malformed host")
        address: IPv4Address | IPv6Address | None = _ipv6(url, literal)
        return str(address), _port(url, port[1:], default_port), address
    name, _, port = authority.partition(":")
    host = _name(url, name)
    return host, _port(url, port, default_port), _ipv4(url, host, name)


def _port(url: str, text: str, default: int) -> int:
    if not text:
        return default
    if not _PORT.fullmatch(text) or not 0 < int(text) < 65536:
        raise UrlRefused(url, "malformed port")
    return int(text)


def _ipv6(url: str, literal: str) -> IPv6Address:
    try:
        address = IPv6Address(literal)
    except AddressValueError as error:
        raise UrlRefused(url, "malformed address") from error
    if address.scope_id is not None:
        raise UrlRefused(url, "address with a zone")
    return address


def _ipv4(url: str, host: str, written: str) -> IPv4Address | None:
    """Return a host as an IPv4 address if a C library might read it as one; only the canonical form is allowed."""
    if not _NUMBER.fullmatch(host.rpartition(".")[2]):
        return None
    try:
        address = IPv4Address(host)
    except AddressValueError as error:
        raise UrlRefused(url, "address in an odd spelling") from error
    if str(address) != written:
        raise UrlRefused(url, "address in an odd spelling")
    return address


def _name(url: str, written: str) -> str:
    """Return the host in lower-case A-labels without a final dot."""
    name = written.lower() if written.isascii() else _a_labels(url, written)
    name = name.removesuffix(".")
    if len(name) > 253 or not _NAME.fullmatch(name):
        raise UrlRefused(url, "malformed host")
    return name


def _a_labels(url: str, name: str) -> str:
    import idna  # noqa: PLC0415 - its tables take 20 ms, and few hosts need them

    try:
        return idna.encode(name, uts46=True, std3_rules=True).decode("ascii")
    except idna.IDNAError as error:
        raise UrlRefused(url, "malformed host") from error
