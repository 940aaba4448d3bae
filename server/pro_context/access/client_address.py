"""Whose address a request comes from, behind proxies too; only those that are trusted are believed (RFC 7239)."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.datastructures import Headers

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

MAX_HOPS = 20
"""Proxies that one request may come through."""

MAX_LENGTH = 100
"""Characters of an address with its port."""

REMEMBERED = 1_024
"""Addresses that are not parsed again: that takes longer than all else that is done with them."""

UNKNOWN = "unknown"
_FOR = re.compile(r'(?:^|;)\s*for\s*=\s*"?([^";\s]*)', re.IGNORECASE)
_PORT = re.compile(r"^(\[[^\]]*\]|[0-9.]+)(?::[0-9]*)?$")


class ClientAddresses:
    """Finds the address of whoever asks."""

    def __init__(self, trusted: Iterable[str]) -> None:
        """Believe what these proxies say of who asks.

        Args:
            trusted: `server.trustedProxies`.

        Raises:
            ValueError: one is neither an address nor a network.
        """
        self._trusted: Sequence[Network] = [ipaddress.ip_network(text, strict=False) for text in trusted]

    def of(self, peer: tuple[str, int] | None, headers: Headers) -> str:
        """Return the client's address; of IPv6 the network of 64 bits, which one client has whole.

        Args:
            peer: who opened the connection, as ASGI says it; None where that is not known.
            headers: of the request.
        """
        address = _parsed(peer[0] if peer else "")
        if not self._trusted:
            return _named(address)
        # From the nearest proxy outwards: what an untrusted one said about others is anybody's word.
        for said in reversed(_forwarded(headers)) if self._trusts(address) else ():
            before = _parsed(said[:MAX_LENGTH])
            if before is None:
                break
            address = before
            if not self._trusts(address):
                break
        return _named(address)

    def _trusts(self, address: Address | None) -> bool:
        return address is not None and any(address in network for network in self._trusted)


@lru_cache(REMEMBERED)
def _named(address: Address | None) -> str:
    """Return what stands for a client."""
    if address is None:
        return UNKNOWN
    return str(address if address.version == 4 else ipaddress.ip_network((address, 64), strict=False))


def _forwarded(headers: Headers) -> list[str]:
    """Return what the proxies say, the nearest last."""
    standard = ",".join(headers.getlist("forwarded"))
    if standard:
        hops = [_FOR.search(hop) for hop in standard.split(",")[-MAX_HOPS:]]
        return [found[1] if found else "" for found in hops]
    return [hop.strip() for hop in ",".join(headers.getlist("x-forwarded-for")).split(",")[-MAX_HOPS:]]


@lru_cache(REMEMBERED)
def _parsed(text: str) -> Address | None:
    found = _PORT.match(text)
    try:
        address = ipaddress.ip_address((found[1] if found else text).strip("[]"))
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
