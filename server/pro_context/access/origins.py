"""The host names of the server and the permitted origins: protection from DNS rebinding and foreign scripts.

Names and ports are parsed and compared in full, never by prefix (MCP, Streamable HTTP: security).
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

ANY = "*"
NO_ORIGIN = "null"
LOOPBACK_NAMES = ("localhost",)
MAX_LENGTH = 300
"""The most characters of a name with its port; DNS permits fewer."""

CACHED_NAMES = 256
"""The number of parsed names that are cached; most requests have the same name."""

_AUTHORITY = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?")
_ORIGIN = re.compile(r"([a-z][a-z0-9+.-]*)://([^\s/@?#]+)", re.IGNORECASE)
_PORTS = {"http": 80, "https": 443}


class Authority(NamedTuple):
    """A host in lower case, IPv6 in brackets, and its port, None without one."""

    host: str
    port: int | None


def authority(text: str) -> Authority | None:
    """Return host and port of a Host header or a similar text, None if it is malformed."""
    return _authority(text) if len(text) <= MAX_LENGTH else None


@lru_cache(CACHED_NAMES)
def _authority(text: str) -> Authority | None:
    found = _AUTHORITY.fullmatch(text)
    if found is None:
        return None
    port = int(found[2]) if found[2] else None
    if port is not None and not 0 < port < 65_536:
        return None
    return Authority(found[1].lower().removesuffix("."), port)


@lru_cache(CACHED_NAMES)
def is_loopback(host: str) -> bool:
    """Tell whether a host is a name or an address of the loopback interface, which only this machine reaches."""
    address = _address(host)
    return host.lower() in LOOPBACK_NAMES if address is None else address.is_loopback


class Origin(NamedTuple):
    """The scheme, the host and the explicit or default port of a web origin."""

    scheme: str
    host: str
    port: int | None


def origin(text: str) -> Origin | None:
    """Return the parts of a web origin, None if it is malformed or `null`."""
    found = _ORIGIN.fullmatch(text)
    at = authority(found[2]) if found else None
    if found is None or at is None:
        return None
    scheme = found[1].lower()
    return Origin(scheme, at.host, at.port or _PORTS.get(scheme))


@dataclass(frozen=True, slots=True)
class Hosts:
    """The host names of the server.

    Attributes:
        known: the names of the configuration and of this machine, with a port if only that port is permitted.
        addresses: whether every IP address is permitted; DNS rebinding needs a name.
        any: whether every name is permitted.
    """

    known: frozenset[Authority]
    addresses: bool = False
    any: bool = False

    def knows(self, name: Authority) -> bool:
        """Tell whether a name is certainly the server's own."""
        return (
            is_loopback(name.host)
            or name in self.known
            or Authority(name.host, None) in self.known
            or (self.addresses and _address(name.host) is not None)
        )

    def takes(self, header: str | None) -> bool:
        """Tell whether a Host header is permitted."""
        name = authority(header or "")
        return name is not None and (self.any or self.knows(name))


def own_hosts(bound: str, configured: Iterable[str]) -> Hosts:
    """Return the host names of a server.

    Args:
        bound: the address that it listens on; on any other than loopback, every IP address and the name of this
            machine are its own too.
        configured: `security.hosts`.
    """
    named = {at for text in configured if (at := authority(text))}
    if is_loopback(bound):
        return Hosts(frozenset(named), any=ANY in configured)
    own = {Authority(name.lower(), None) for name in (bound, socket.gethostname())}
    return Hosts(frozenset(named | own), addresses=True, any=ANY in configured)


class Origins:
    """The permitted origins of pages."""

    def __init__(self, configured: Iterable[str], hosts: Hosts) -> None:
        """Permit loopback origins, those of the server itself, and those of `security.cors.origins`."""
        self._any = ANY in configured
        self._none = NO_ORIGIN in configured
        self._listed = {found for text in configured if (found := origin(text))}
        self._hosts = hosts

    def takes(self, header: str, host: str | None) -> bool:
        """Tell whether an Origin header is permitted.

        Args:
            header: the Origin header.
            host: the Host header, for pages of the server itself.
        """
        if header == NO_ORIGIN:
            return self._none
        page = origin(header)
        if page is None:
            return False
        if self._any or page in self._listed:
            return True
        return page.scheme in _PORTS and (is_loopback(page.host) or self._is_own(page, host))

    def _is_own(self, page: Origin, host: str | None) -> bool:
        at = authority(host or "")
        if at is None or at.host != page.host or not self._hosts.knows(at):
            return False
        return (at.port or _PORTS[page.scheme]) == page.port


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return None
