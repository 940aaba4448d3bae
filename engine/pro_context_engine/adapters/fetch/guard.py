"""The address guard: it checks every address that a fetch connects to."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from ipaddress import ip_address
from typing import NamedTuple

from pro_context_engine.adapters.fetch.ip_addresses import Address, AddressRange, is_local, range_of
from pro_context_engine.adapters.fetch.urls import DEFAULT_PORTS, ParsedUrl, parse_url
from pro_context_engine.concurrency.blocking_calls import BlockingCalls
from pro_context_engine.domain.errors import FetchFailed, UrlRefused
from pro_context_engine.domain.results import JudgedAddress
from pro_context_engine.domain.value_class import value_class

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""A function that resolves a name for a port: its addresses as text, best first; [] or OSError if it has none."""

Follows = Callable[[str, str], bool]
"""A function that tells whether a redirect stays within documentation; both addresses are checked separately."""

# These hosts answer with credentials of the machine; refused by name too, in case a resolver hides the address.
_METADATA_NAMES = frozenset(
    {"metadata", "metadata.goog", "metadata.google.internal", "instance-data", "instance-data.ec2.internal"}
)


_LOOK_UP_SECONDS = 5.0

NAMELESS_SECONDS = 10.0
"""Seconds for which a name without an address is not looked up again: a site is asked for several files at a time."""

_MOST_NAMELESS = 1_000

AT_ONCE = 8
"""The maximum number of simultaneous look-ups; one that hangs takes up to a minute."""

# Not on the event loop's threads: an unresponsive name server would block all other work there, and the exit.
_look_ups = BlockingCalls("name-look-ups", AT_ONCE)


async def resolve(host: str, port: int) -> Sequence[str]:
    """Resolve a name with the operating system's resolver.

    Args:
        host: A-labels.
        port: the port of the address.

    Returns:
        Its addresses in the system's order, each once.

    Raises:
        OSError: the host name cannot be found.
    """
    found = await _look_ups.call(lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    return list(dict.fromkeys(str(info[4][0]) for info in found))


@value_class
class Target:
    """A URL that passed, with the addresses to connect to, best first; none behind a proxy."""

    url: ParsedUrl
    addresses: tuple[str, ...]


class _Verdict(NamedTuple):
    """The decision on one address: its range, and whether a fetch may connect to it."""

    address: Address
    address_range: AddressRange
    allowed: bool


class Guard:
    """The rules for the targets of fetches.

    Public addresses over https on port 443 pass. An origin that the operator's configuration names may also be plain
    http, on any port, and on the operator's own network; a proven origin may be https in an unrouted range. Link-local
    and metadata addresses never pass.

    Args:
        resolver: resolves names.
        follows: tells which redirects are followed; None for all whose target passes. Redirects to origins that the
            operator names are followed without it.
        plain_http: whether http, and the port of either scheme, passes for public addresses too.
        timer: returns monotonic seconds.
    """

    def __init__(
        self,
        resolver: Resolver = resolve,
        *,
        follows: Follows | None = None,
        plain_http: bool = False,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._resolver = resolver
        self._timer = timer
        # When to look up a name again that had no address.
        self._nameless_until: dict[str, float] = {}
        self._follows = follows
        self._ports = frozenset(DEFAULT_PORTS.values()) if plain_http else frozenset({DEFAULT_PORTS["https"]})
        self._schemes = frozenset(DEFAULT_PORTS) if plain_http else frozenset({"https"})

    async def check(
        self, url: ParsedUrl, origins: Collection[str] = (), proven: Collection[str] = (), *, look_up: bool = True
    ) -> Target:
        """Check one hop; every redirect target is a hop of its own.

        Args:
            url: the URL of the hop.
            origins: normalised origins (`ParsedUrl.origin`) that the operator's configuration names.
            proven: normalised origins whose names may resolve to an unrouted address; only https counts.
            look_up: False if the operator's proxy resolves the name and connects.

        Returns:
            The URL with the addresses that a fetch may connect to.

        Raises:
            UrlRefused: the URL or one of its addresses is not allowed.
            FetchFailed: the host name cannot be found.
        """
        verdicts = await self._verdicts(url, origins, proven, look_up=look_up)
        refused = [verdict.address_range for verdict in verdicts if not verdict.allowed]
        if refused:
            unrouted = all(address_range.unrouted for address_range in refused)
            raise UrlRefused(str(url), UrlRefused.UNROUTED if unrouted else UrlRefused.NOT_PUBLIC)
        return Target(url, tuple(str(verdict.address) for verdict in verdicts))

    async def judge(self, url: ParsedUrl, origins: Collection[str], *, look_up: bool) -> list[JudgedAddress]:
        """Judge every address of a hop; a fetch may connect only if all of them are allowed.

        Args:
            url: see `check`.
            origins: see `check`.
            look_up: False to leave a name unresolved; [] is returned for it.

        Raises:
            UrlRefused: the URL is not allowed at any address.
            FetchFailed: the host name cannot be found.
        """
        return [
            JudgedAddress(
                str(verdict.address), verdict.address_range.text, verdict.address_range.purpose, verdict.allowed
            )
            for verdict in await self._verdicts(url, origins, (), look_up=look_up)
        ]

    def check_redirect(self, url: ParsedUrl, target: ParsedUrl, origins: Collection[str] = ()) -> None:
        """Check that a redirect stays within documentation; its target is checked later like every hop.

        Args:
            url: the hop that redirects.
            target: the target of the redirect.
            origins: see `check`.

        Raises:
            UrlRefused: the redirect is not allowed.
        """
        if target.origin in origins or self._follows is None or self._follows(str(url), str(target)):
            return
        raise UrlRefused(str(url), "redirect to a site of somebody else")

    async def _verdicts(
        self, url: ParsedUrl, origins: Collection[str], proven: Collection[str], *, look_up: bool
    ) -> list[_Verdict]:
        origin = url.origin
        named = origin in origins
        self._check_form(url, named=named)
        if url.address is not None:
            return [_verdict(url.address, named=named)]
        texts = await self._look_up(url) if look_up else []
        # In an unrouted range, only a certificate proves the identity of the host.
        vouched = url.scheme == "https" and origin in proven
        return [_verdict(ip_address(text), named=named, vouched=vouched) for text in texts]

    def _check_form(self, url: ParsedUrl, *, named: bool) -> None:
        if url.host in _METADATA_NAMES:
            raise UrlRefused(str(url), "metadata service")
        if named:
            return
        if url.scheme not in self._schemes:
            raise UrlRefused(str(url), "plain http")
        if url.port not in self._ports:
            raise UrlRefused(str(url), "port is not a web port")

    async def _look_up(self, url: ParsedUrl) -> list[str]:
        texts: list[str] = []
        if self._nameless_until.get(url.host, 0.0) <= self._timer():
            with suppress(OSError):  # includes TimeoutError
                async with asyncio.timeout(_LOOK_UP_SECONDS):
                    texts = list(await self._resolver(url.host, url.port))
            self._remember(url.host, has_address=bool(texts))
        if not texts:
            raise FetchFailed(str(url), FetchFailed.NO_ADDRESS)
        return texts

    def _remember(self, host: str, *, has_address: bool) -> None:
        if has_address:
            self._nameless_until.pop(host, None)
            return
        if len(self._nameless_until) >= _MOST_NAMELESS:
            self._nameless_until.clear()
        self._nameless_until[host] = self._timer() + NAMELESS_SECONDS


def _verdict(address: Address, *, named: bool, vouched: bool = False) -> _Verdict:
    address_range = range_of(address)
    return _Verdict(
        address,
        address_range,
        address_range.public or (named and is_local(address)) or (vouched and address_range.unrouted),
    )


def origins_of(urls: Sequence[str]) -> frozenset[str]:
    """Return the normalised origins of URLs; an origin by itself is a URL too."""
    return frozenset(parse_url(url).origin for url in urls)
