"""Which names the server goes by, and whose pages may call it: against DNS rebinding and foreign scripts.

Names and ports are parsed and compared whole, never by how they begin (MCP, Streamable HTTP: security).
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
"""Characters of a name with its port; DNS allows fewer."""

REMEMBERED = 256
"""Names that are not parsed again: most requests are for the same."""

_AUTHORITY = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?")
_ORIGIN = re.compile(r"([a-z][a-z0-9+.-]*)://([^\s/@?#]+)", re.IGNORECASE)
_PORTS = {"http": 80, "https": 443}


class Authority(NamedTuple):
    """A host in lower case, IPv6 in brackets, and its port, None where none is said."""

    host: str
    port: int | None


def authority(text: str) -> Authority | None:
    """Return host and port of a Host header or the like, None where it is malformed."""
    return _authority(text) if len(text) <= MAX_LENGTH else None


@lru_cache(REMEMBERED)
def _authority(text: str) -> Authority | None:
    found = _AUTHORITY.fullmatch(text)
    if found is None:
        return None
    port = int(found[2]) if found[2] else None
    if port is not None and not 0 < port < 65_536:
        return None
    return Authority(found[1].lower().removesuffix("."), port)


@lru_cache(REMEMBERED)
def is_loopback(host: str) -> bool:
    """Tell whether a host is this machine for whoever says it."""
    address = _address(host)
    return host in LOOPBACK_NAMES if address is None else address.is_loopback


def is_loopback_address(bound: str) -> bool:
    """Tell whether only this machine reaches what listens on an address or name."""
    return is_loopback(bound.lower())


class Origin(NamedTuple):
    """Scheme, host, and the port that is meant, said or not."""

    scheme: str
    host: str
    port: int | None


def origin(text: str) -> Origin | None:
    """Return a web origin in its parts, None where it is malformed or `null`."""
    found = _ORIGIN.fullmatch(text)
    at = authority(found[2]) if found else None
    if found is None or at is None:
        return None
    scheme = found[1].lower()
    return Origin(scheme, at.host, at.port or _PORTS.get(scheme))


@dataclass(frozen=True, slots=True)
class Hosts:
    """The names the server goes by.

    Attributes:
        known: those of the configuration and of this machine, with a port where only that one is meant.
        addresses: whether every IP address is one: a page can only be rebound to a name, never to an address.
        any: whether every name is one.
    """

    known: frozenset[Authority]
    addresses: bool = False
    any: bool = False

    def knows(self, said: Authority) -> bool:
        """Tell whether a name is certainly the server's own."""
        return (
            is_loopback(said.host)
            or said in self.known
            or Authority(said.host, None) in self.known
            or (self.addresses and _address(said.host) is not None)
        )

    def takes(self, header: str | None) -> bool:
        """Tell whether a Host header may be served."""
        said = authority(header or "")
        return said is not None and (self.any or self.knows(said))


def own_hosts(bound: str, configured: Iterable[str]) -> Hosts:
    """Return the names of a server.

    Args:
        bound: the address it listens on; on anything but loopback, every IP address and this machine's
            name are its own too.
        configured: `security.hosts`.
    """
    named = {at for text in configured if (at := authority(text))}
    if is_loopback_address(bound):
        return Hosts(frozenset(named), any=ANY in configured)
    own = {Authority(name.lower(), None) for name in (bound, socket.gethostname())}
    return Hosts(frozenset(named | own), addresses=True, any=ANY in configured)


class Origins:
    """Whose pages may call."""

    def __init__(self, configured: Iterable[str], hosts: Hosts) -> None:
        """Take loopback pages, pages of the server itself, and those configured.

        Args:
            configured: `security.cors.origins`.
            hosts: the names the server goes by.
        """
        self._any = ANY in configured
        self._none = NO_ORIGIN in configured
        self._listed = {found for text in configured if (found := origin(text))}
        self._hosts = hosts

    def takes(self, header: str, host: str | None) -> bool:
        """Tell whether a request with this Origin header may be served.

        Args:
            header: the Origin header.
            host: the Host header, for pages of the server itself.
        """
        if header == NO_ORIGIN:
            return self._none
        said = origin(header)
        if said is None:
            return False
        if self._any or said in self._listed:
            return True
        return said.scheme in _PORTS and (is_loopback(said.host) or self._is_own(said, host))

    def _is_own(self, said: Origin, host: str | None) -> bool:
        at = authority(host or "")
        if at is None or at.host != said.host or not self._hosts.knows(at):
            return False
        return (at.port or _PORTS[said.scheme]) == said.port


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return None
