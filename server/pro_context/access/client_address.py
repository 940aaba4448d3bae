"""The address of a request's client, also behind trusted proxies (RFC 7239)."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pro_context.access.asgi_scope import RequestHeaders

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

MAX_HOPS = 20
"""The most proxies of one request."""

MAX_LENGTH = 100
"""The most characters of an address with its port."""

CACHED_ADDRESSES = 1_024
"""The number of parsed addresses that are cached; parsing takes longer than every other step."""

UNKNOWN = "unknown"
_FOR = re.compile(r'(?:^|;)\s*for\s*=\s*"?([^";\s]*)', re.IGNORECASE)
_PORT = re.compile(r"^(\[[^\]]*\]|[0-9.]+)(?::[0-9]*)?$")


class ClientAddresses:
    """The addresses of clients behind trusted proxies."""

    def __init__(self, trusted: Iterable[str]) -> None:
        """Trust the forwarding headers of some proxies.

        Args:
            trusted: `server.trustedProxies`.

        Raises:
            ValueError: an entry is neither an address nor a network.
        """
        self._trusted: Sequence[Network] = [ipaddress.ip_network(text, strict=False) for text in trusted]

    def of(self, peer: tuple[str, int] | None, headers: RequestHeaders) -> str:
        """Return the client's address; for IPv6 its /64 network, which belongs to one client.

        Args:
            peer: the other end of the connection from the ASGI scope; None if it is unknown.
            headers: headers of the request.
        """
        text = peer[0] if peer else ""
        if not self._trusted:
            return _name_of(text)
        address = _parse_address(text)
        # From the nearest proxy outwards; the header of an untrusted proxy could name any address.
        for hop in reversed(_forwarded_addresses(headers)) if self._trusts(address) else ():
            before = _parse_address(hop[:MAX_LENGTH])
            if before is None:
                break
            address = before
            if not self._trusts(address):
                break
        return _client_name(address)

    def _trusts(self, address: Address | None) -> bool:
        return address is not None and any(address in network for network in self._trusted)


@lru_cache(CACHED_ADDRESSES)
def _name_of(text: str) -> str:
    return _client_name(_parse_address(text))


def _client_name(address: Address | None) -> str:
    """Return the name of a client for limits and logs."""
    if address is None:
        return UNKNOWN
    return str(address if address.version == 4 else ipaddress.ip_network((address, 64), strict=False))


def _forwarded_addresses(headers: RequestHeaders) -> list[str]:
    """Return the addresses in the forwarding headers, that of the nearest proxy last."""
    standard = headers.get("forwarded", "")
    if standard:
        hops = [_FOR.search(hop) for hop in standard.split(",")[-MAX_HOPS:]]
        return [found[1] if found else "" for found in hops]
    return [hop.strip() for hop in headers.get("x-forwarded-for", "").split(",")[-MAX_HOPS:]]


@lru_cache(CACHED_ADDRESSES)
def _parse_address(text: str) -> Address | None:
    found = _PORT.match(text)
    try:
        address = ipaddress.ip_address((found[1] if found else text).strip("[]"))
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
