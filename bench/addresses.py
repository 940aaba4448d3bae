"""Hold the address guard against a range table of its own: `python bench/addresses.py [ADDRESSES] [SEED]`.

Random IPv4 and IPv6 addresses, half of them on the edges of special ranges, are each written in twelve ways: as a host
in the spellings that programs disagree about, wrapped in IPv6, and behind a name. The guard's verdict must be the one
that the table below and a few rules give. Prints each difference and `N differences in M`; the exit code is 1 when
there is one.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections.abc import Iterator, Sequence
from ipaddress import IPv4Address, IPv6Address

from pro_context_engine.adapters.fetch.guard import Guard
from pro_context_engine.adapters.fetch.urls import parse_url
from pro_context_engine.domain.errors import UrlRefused

DEFAULT_ADDRESSES = 84_000  # a million cases
MOST_SHOWN = 20

# First and last address of what is special, as plain numbers: read off the IANA registries, not off the engine.
SPECIAL_V4 = [
    (0x00000000, 0x00FFFFFF), (0x0A000000, 0x0AFFFFFF), (0x64400000, 0x647FFFFF), (0x7F000000, 0x7FFFFFFF),
    (0xA83F8110, 0xA83F8110), (0xA9FE0000, 0xA9FEFFFF), (0xAC100000, 0xAC1FFFFF), (0xC0000000, 0xC00000FF),
    (0xC0000200, 0xC00002FF), (0xC0586300, 0xC05863FF), (0xC0A80000, 0xC0A8FFFF), (0xC6120000, 0xC613FFFF),
    (0xC6336400, 0xC63364FF), (0xCB007100, 0xCB0071FF), (0xE0000000, 0xFFFFFFFF),
]  # fmt: skip
# Everything outside 2000::/3 is special; so are, inside it, protocol assignments, documentation and 6to4.
SPECIAL_V6 = [
    (0, (0x2000 << 112) - 1),
    (0x2001_0000 << 96, (0x2001_0200 << 96) - 1),
    (0x2001_0DB8 << 96, (0x2001_0DB9 << 96) - 1),
    (0x2002 << 112, (0x2003 << 112) - 1),
    (0x3FFF << 112, (0x3FFF_1000 << 96) - 1),
    (0x4000 << 112, (1 << 128) - 1),
]


def public_v4(number: int) -> bool:
    return not any(first <= number <= last for first, last in SPECIAL_V4)


def public_v6(number: int) -> bool:
    interface = number >> 32 & 0xFFFFFFFF
    isatap = interface in (0x00005EFE, 0x02005EFE)
    return not isatap and not any(first <= number <= last for first, last in SPECIAL_V6)


def spellings_v4(number: int) -> Iterator[tuple[str, bool]]:
    """Yield eleven hosts, each with whether it may pass if the address is public."""
    a, b, c, d = number.to_bytes(4)
    dotted = f"{a}.{b}.{c}.{d}"
    yield dotted, True
    yield f"{dotted}.", False
    yield str(number), False
    yield hex(number), False
    yield f"0{a:o}.0{b:o}.0{c:o}.0{d:o}", False
    yield f"{a}.{number & 0xFFFFFF}", False
    yield f"{a}.{b}.{c}.{d + 256}", False
    yield f"{a:03}.{b:03}.{c:03}.0{d}", False
    yield "".join(chr(0xFF10 + int(digit)) if digit.isdigit() else digit for digit in dotted), False
    yield "".join(f"%{ord(character):02x}" for character in dotted), False
    yield f"[::ffff:{dotted}]", False


def spellings_v6(number: int) -> Iterator[tuple[str, bool]]:
    """Yield eleven hosts, each with whether it may pass if the address is public."""
    address = IPv6Address(number)
    tail = IPv4Address(number & 0xFFFFFFFF)
    groups = address.exploded.split(":")
    yield f"[{address}]", True
    yield f"[{str(address).upper()}]", True
    yield f"[{address.exploded}]", True
    yield f"[{':'.join(group.lstrip('0') or '0' for group in groups)}]", True
    yield f"[{':'.join(groups[:6])}:{tail}]", True
    yield f"[{address}%25eth0]", False
    yield f"[{address}%1]", False
    yield f"[{address}", False
    yield str(address), False
    yield f"[::ffff:{tail}]", False
    yield f"[64:ff9b::{tail}]", False


def numbers(source: random.Random, special: Sequence[tuple[int, int]], bits: int) -> Iterator[int]:
    """Yield random addresses, every other one in or next to a special range."""
    while True:
        yield source.getrandbits(bits)
        first, last = source.choice(special)
        edge = source.choice((first - 1, first, source.randint(first, last), last, last + 1))
        yield edge % (1 << bits)


class Judge:
    """The guard, over a name server that answers every name with one address."""

    def __init__(self) -> None:
        self._answers: list[str] = []
        self._guard = Guard(self._resolve, plain_http=True)

    async def passes(self, url: str, *resolved: str) -> bool:
        """Tell whether a URL may be fetched where names stand for these addresses."""
        self._answers = [*resolved]
        try:
            await self._guard.check(parse_url(url))
        except UrlRefused:
            return False
        return True

    async def _resolve(self, host: str, port: int) -> list[str]:
        return self._answers


async def differences(addresses: int, seed: int) -> list[str]:
    """Return what differs over so many addresses; the twelfth way of each is a name that resolves to it."""
    source, judge = random.Random(seed), Judge()
    v4, v6 = numbers(source, SPECIAL_V4, 32), numbers(source, SPECIAL_V6, 128)
    found = []
    for turn in range(addresses):
        number = next(v6 if turn % 2 else v4)
        address = IPv6Address(number) if turn % 2 else IPv4Address(number)
        public = public_v6(number) if turn % 2 else public_v4(number)
        for host, fair in spellings_v6(number) if turn % 2 else spellings_v4(number):
            if await judge.passes(f"http://{host}/") is not (fair and public):
                found.append(f"{host}: the table says {'public' if fair and public else 'refuse'}")
        if await judge.passes("http://name.example/", str(address)) is not public:
            found.append(f"a name for {address}: the table says {'public' if public else 'refuse'}")
    return found


def main() -> int:
    """Compare as many addresses as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("addresses", type=int, nargs="?", default=DEFAULT_ADDRESSES, metavar="ADDRESSES")
    parser.add_argument("seed", type=int, nargs="?", default=1, metavar="SEED")
    options = parser.parse_args()
    started = time.perf_counter()
    found = asyncio.run(differences(options.addresses, options.seed))
    for difference in found[:MOST_SHOWN]:
        print(difference)
    print(f"{len(found)} differences in {12 * options.addresses}, {time.perf_counter() - started:.0f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
