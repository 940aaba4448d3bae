"""Which IP addresses a fetch may dial.

The tables follow the IANA special-purpose address registries, read strictly: an IPv6 address that only wraps an IPv4
one (mapped, NAT64, 6to4, Teredo, …) is never public, whatever it wraps, since no documentation site needs one. They are
our own, since what the standard library takes for global differs between Python releases.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

Address = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class Block:
    """A range of addresses.

    Attributes:
        network: the range.
        purpose: what it is for.
        public: whether documentation may be fetched from anywhere in it.
        unrouted: whether no network routes it, so that a name server that answers with it stands for something else: a
            proxy in between, or a sink. A fetch may dial it for the name of a package index
            (docs/decisions/0019-names-in-unrouted-ranges.md).
    """

    network: IPv4Network | IPv6Network
    purpose: str
    public: bool = False
    unrouted: bool = False


# The first block that has an address is the one that counts.
_BLOCKS_V4 = (
    Block(IPv4Network("0.0.0.0/8"), "this network"),
    Block(IPv4Network("10.0.0.0/8"), "private use"),
    Block(IPv4Network("100.64.0.0/10"), "carrier-grade NAT"),
    Block(IPv4Network("127.0.0.0/8"), "loopback"),
    Block(IPv4Network("168.63.129.16/32"), "host agent of a cloud, on a public-looking address"),
    Block(IPv4Network("169.254.0.0/16"), "link-local, cloud metadata among it"),
    Block(IPv4Network("172.16.0.0/12"), "private use"),
    Block(IPv4Network("192.0.0.0/24"), "protocol assignments"),
    Block(IPv4Network("192.0.2.0/24"), "documentation, routed nowhere", unrouted=True),
    Block(IPv4Network("192.88.99.0/24"), "6to4 relays"),
    Block(IPv4Network("192.168.0.0/16"), "private use"),
    Block(IPv4Network("198.18.0.0/15"), "benchmarking, routed nowhere", unrouted=True),
    Block(IPv4Network("198.51.100.0/24"), "documentation, routed nowhere", unrouted=True),
    Block(IPv4Network("203.0.113.0/24"), "documentation, routed nowhere", unrouted=True),
    Block(IPv4Network("224.0.0.0/3"), "multicast and reserved"),
    Block(IPv4Network("0.0.0.0/0"), "public", public=True),
)
_BLOCKS_V6 = (
    Block(IPv6Network("2001::/23"), "protocol assignments, Teredo and ORCHID among them"),
    Block(IPv6Network("2001:db8::/32"), "documentation, routed nowhere", unrouted=True),
    Block(IPv6Network("2002::/16"), "6to4, wraps an IPv4 address"),
    Block(IPv6Network("3fff::/20"), "documentation, routed nowhere", unrouted=True),
    Block(IPv6Network("2000::/3"), "public", public=True),
    # Named for whoever asks why; the last one would refuse them all.
    Block(IPv6Network("::/128"), "unspecified"),
    Block(IPv6Network("::1/128"), "loopback"),
    Block(IPv6Network("::ffff:0:0/96"), "wraps an IPv4 address"),
    Block(IPv6Network("64:ff9b::/96"), "NAT64, wraps an IPv4 address"),
    Block(IPv6Network("fc00::/7"), "private use"),
    Block(IPv6Network("fe80::/10"), "link-local"),
    Block(IPv6Network("ff00::/8"), "multicast"),
    Block(IPv6Network("::/0"), "not global unicast"),
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
    """The blocks cut where one of them begins or ends, so that an address is found in them without trying each."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        bounds = [(int(one.network.network_address), int(one.network.broadcast_address)) for one in blocks]
        self._starts = sorted({0, *(first for first, _ in bounds), *(last + 1 for _, last in bounds)})
        self._starts.pop()  # behind the last address
        self._blocks = [
            next(block for block, (first, last) in zip(blocks, bounds, strict=True) if first <= start <= last)
            for start in self._starts
        ]

    def of(self, address: Address) -> Block:
        return self._blocks[bisect_right(self._starts, int(address)) - 1]


_RANGES_V4, _RANGES_V6 = _Ranges(_BLOCKS_V4), _Ranges(_BLOCKS_V6)


def block_of(address: Address) -> Block:
    """Return the range an address lies in, which says whether it is globally reachable unicast, in no wrapping.

    Args:
        address: an IPv4 or IPv6 address.
    """
    if isinstance(address, IPv4Address):
        return _RANGES_V4.of(address)
    if address.scope_id is not None:
        return Block(_ANYWHERE, "an address with a zone")
    if (int(address) >> 32) & 0xFFFF_FFFF in _ISATAP:
        return Block(_ANYWHERE, "ISATAP, wraps an IPv4 address")
    return _RANGES_V6.of(address)


def is_public(address: Address) -> bool:
    """Tell whether any documentation site may be fetched from an address; see `block_of`."""
    return block_of(address).public


def is_local(address: Address) -> bool:
    """Tell whether an address is one that an operator's own network may have: loopback, private or carrier-grade NAT.

    Link-local, multicast, unspecified and cloud metadata addresses are not: nobody keeps documentation there.

    Args:
        address: an IPv4 or IPv6 address.

    Returns:
        True if a fetch may dial it for an origin that the operator's configuration names.
    """
    zoned = isinstance(address, IPv6Address) and address.scope_id is not None
    return not zoned and _within(address, _LOCAL) and not _within(address, _METADATA)


def _within(address: Address, networks: tuple[IPv4Network | IPv6Network, ...]) -> bool:
    return any(address in network for network in networks)
