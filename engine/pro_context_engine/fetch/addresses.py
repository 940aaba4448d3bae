"""Which IP addresses a fetch may dial.

The tables follow the IANA special-purpose address registries, read strictly: an IPv6 address that only wraps an IPv4
one (mapped, NAT64, 6to4, Teredo, …) is never public, whatever it wraps, since no documentation site needs one. They are
our own, since what the standard library takes for global differs between Python releases.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

Address = IPv4Address | IPv6Address

_NEVER_PUBLIC_V4 = tuple(
    IPv4Network(block)
    for block in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private use
        "100.64.0.0/10",  # carrier-grade NAT
        "127.0.0.0/8",  # loopback
        "168.63.129.16/32",  # a cloud's host agent on a public-looking address
        "169.254.0.0/16",  # link-local, cloud metadata among it
        "172.16.0.0/12",  # private use
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private use
        "198.18.0.0/15",  # benchmarking
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/3",  # multicast and reserved
    )
)
_UNICAST_V6 = IPv6Network("2000::/3")
_NEVER_PUBLIC_V6 = tuple(
    IPv6Network(block)
    for block in (
        "2001::/23",  # protocol assignments, Teredo and ORCHID among them
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4
        "3fff::/20",  # documentation
    )
)
_ISATAP = (0x0000_5EFE, 0x0200_5EFE)

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


def is_public(address: Address) -> bool:
    """Tell whether an address is globally reachable unicast, in no wrapping.

    Args:
        address: an IPv4 or IPv6 address.

    Returns:
        True if any documentation site may be fetched from it.
    """
    if isinstance(address, IPv4Address):
        return not _within(address, _NEVER_PUBLIC_V4)
    if address.scope_id is not None or address not in _UNICAST_V6:
        return False
    wraps_ipv4 = (int(address) >> 32) & 0xFFFF_FFFF in _ISATAP
    return not wraps_ipv4 and not _within(address, _NEVER_PUBLIC_V6)


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
