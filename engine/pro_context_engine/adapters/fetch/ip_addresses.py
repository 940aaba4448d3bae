"""The IP addresses that a fetch may connect to.

The tables follow the IANA special-purpose address registries, read strictly: an IPv6 address that only wraps an IPv4
one (mapped, NAT64, 6to4, Teredo, …) is never public, because no documentation site needs one. The tables are our own,
because the standard library's classification differs between Python releases.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

from pro_context_engine.domain.value_class import value_class

Address = IPv4Address | IPv6Address


@value_class
class AddressRange:
    """A range of addresses.

    Attributes:
        network: the range.
        purpose: its purpose.
        public: whether documentation may be fetched from all of it.
        unrouted: whether no network routes it, so that a name server that answers with it stands for something else: a
            proxy in between, or a sink. A fetch may connect to it for the name of a package index
            (docs/decisions/0019-names-in-unrouted-ranges.md).
    """

    network: IPv4Network | IPv6Network
    purpose: str
    public: bool = False
    unrouted: bool = False

    @property
    def text(self) -> str:
        """Return the range in CIDR notation, the same on every version of Python."""
        return str(self.network).replace("::ffff:0.0.0.0/", "::ffff:0:0/")


# The first range that contains an address applies.
_TABLE_V4 = (
    AddressRange(IPv4Network("0.0.0.0/8"), "this network"),
    AddressRange(IPv4Network("10.0.0.0/8"), "private use"),
    AddressRange(IPv4Network("100.64.0.0/10"), "carrier-grade NAT"),
    AddressRange(IPv4Network("127.0.0.0/8"), "loopback"),
    AddressRange(IPv4Network("168.63.129.16/32"), "host agent of a cloud, on a public-looking address"),
    AddressRange(IPv4Network("169.254.0.0/16"), "link-local, cloud metadata among it"),
    AddressRange(IPv4Network("172.16.0.0/12"), "private use"),
    AddressRange(IPv4Network("192.0.0.0/24"), "protocol assignments"),
    AddressRange(IPv4Network("192.0.2.0/24"), "documentation, routed nowhere", unrouted=True),
    AddressRange(IPv4Network("192.88.99.0/24"), "6to4 relays"),
    AddressRange(IPv4Network("192.168.0.0/16"), "private use"),
    AddressRange(IPv4Network("198.18.0.0/15"), "benchmarking, routed nowhere", unrouted=True),
    AddressRange(IPv4Network("198.51.100.0/24"), "documentation, routed nowhere", unrouted=True),
    AddressRange(IPv4Network("203.0.113.0/24"), "documentation, routed nowhere", unrouted=True),
    AddressRange(IPv4Network("224.0.0.0/3"), "multicast and reserved"),
    AddressRange(IPv4Network("0.0.0.0/0"), "public", public=True),
)
_TABLE_V6 = (
    AddressRange(IPv6Network("2001::/23"), "protocol assignments, Teredo and ORCHID among them"),
    AddressRange(IPv6Network("2001:db8::/32"), "documentation, routed nowhere", unrouted=True),
    AddressRange(IPv6Network("2002::/16"), "6to4, wraps an IPv4 address"),
    AddressRange(IPv6Network("3fff::/20"), "documentation, routed nowhere", unrouted=True),
    AddressRange(IPv6Network("2000::/3"), "public", public=True),
    # These ranges only give the purpose in explanations; the last one would refuse them all.
    AddressRange(IPv6Network("::/128"), "unspecified"),
    AddressRange(IPv6Network("::1/128"), "loopback"),
    AddressRange(IPv6Network("::ffff:0:0/96"), "wraps an IPv4 address"),
    AddressRange(IPv6Network("64:ff9b::/96"), "NAT64, wraps an IPv4 address"),
    AddressRange(IPv6Network("fc00::/7"), "private use"),
    AddressRange(IPv6Network("fe80::/10"), "link-local"),
    AddressRange(IPv6Network("ff00::/8"), "multicast"),
    AddressRange(IPv6Network("::/0"), "not global unicast"),
)
_ISATAP = (0x0000_5EFE, 0x0200_5EFE)
_ANYWHERE = IPv6Network("::/0")

_LOCAL = (
    IPv4Network("10.0.0.0/8"),
    IPv4Network("100.64.0.0/10"),
    IPv4Network("127.0.0.0/8"),
    IPv4Network("172.16.0.0/12"),
    IPv4Network("192.168.0.0/16"),
    IPv6Network("::1/128"),
    IPv6Network("fc00::/7"),
)
_METADATA = (
    IPv4Network("100.100.100.200/32"),
    IPv6Network("fd00:ec2::/32"),
    IPv6Network("fd20:ce::254/128"),
)


class _Ranges:
    """The ranges split at all their bounds, so that the range of an address is found by bisection."""

    def __init__(self, ranges: Sequence[AddressRange]) -> None:
        bounds = [(int(one.network.network_address), int(one.network.broadcast_address)) for one in ranges]
        self._starts = sorted({0, *(first for first, _ in bounds), *(last + 1 for _, last in bounds)})
        self._starts.pop()  # after the last address
        self._by_start = [
            next(
                address_range
                for address_range, (first, last) in zip(ranges, bounds, strict=True)
                if first <= start <= last
            )
            for start in self._starts
        ]

    def of(self, address: Address) -> AddressRange:
        return self._by_start[bisect_right(self._starts, int(address)) - 1]


_RANGES_V4, _RANGES_V6 = _Ranges(_TABLE_V4), _Ranges(_TABLE_V6)


def range_of(address: Address) -> AddressRange:
    """Return the range of an address, which says whether it is globally reachable unicast and wraps no other address.

    Args:
        address: an IPv4 or IPv6 address.
    """
    if isinstance(address, IPv4Address):
        return _RANGES_V4.of(address)
    if address.scope_id is not None:
        return AddressRange(_ANYWHERE, "an address with a zone")
    if (int(address) >> 32) & 0xFFFF_FFFF in _ISATAP:
        return AddressRange(_ANYWHERE, "ISATAP, wraps an IPv4 address")
    return _RANGES_V6.of(address)


def is_public(address: Address) -> bool:
    """Tell whether documentation may be fetched from an address; see `range_of`."""
    return range_of(address).public


def is_local(address: Address) -> bool:
    """Tell whether an address may be in an operator's own network: loopback, private or carrier-grade NAT.

    Link-local, multicast, unspecified and cloud metadata addresses are excluded: they never serve documentation.

    Args:
        address: an IPv4 or IPv6 address.

    Returns:
        True if a fetch may connect to it for an origin that the operator's configuration names.
    """
    zoned = isinstance(address, IPv6Address) and address.scope_id is not None
    return not zoned and _within(address, _LOCAL) and not _within(address, _METADATA)


def _within(address: Address, networks: tuple[IPv4Network | IPv6Network, ...]) -> bool:
    return any(address in network for network in networks)
