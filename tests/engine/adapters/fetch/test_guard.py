from collections.abc import Sequence

import pytest

from pro_context_engine.adapters.fetch.guard import NAMELESS_SECONDS, Guard
from pro_context_engine.adapters.fetch.urls import parse_url
from pro_context_engine.domain.errors import FetchFailed, UrlRefused

WIKI = "http://wiki.internal:8080"


def resolver(*addresses: str) -> object:
    async def resolve(host: str, port: int) -> Sequence[str]:
        if not addresses:
            raise OSError
        return addresses

    return resolve


async def checked(url: str, *addresses: str, origins: Sequence[str] = (), **options: object) -> tuple[str, ...]:
    guard = Guard(resolver(*addresses), **options)  # type: ignore[arg-type]
    return (await guard.check(parse_url(url), origins)).addresses


async def test_every_checked_address_may_be_dialled() -> None:
    assert await checked("https://docs.example/", "1.1.1.1", "2606:4700::1") == ("1.1.1.1", "2606:4700::1")


async def test_one_private_address_among_public_ones_refuses_the_name() -> None:
    with pytest.raises(UrlRefused, match="not public"):
        await checked("https://docs.example/", "1.1.1.1", "10.0.0.1")


async def test_a_name_without_address_fails() -> None:
    with pytest.raises(FetchFailed):
        await checked("https://docs.example/")


async def test_a_name_without_address_is_looked_up_again_after_a_while() -> None:
    now, asked, addresses = 0.0, [], [[], ["1.1.1.1"], []]

    async def resolve(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return addresses[len(asked) - 1]

    guard = Guard(resolve, timer=lambda: now)
    for _ in range(3):
        with pytest.raises(FetchFailed, match="its host name cannot be found"):
            await guard.check(parse_url("https://docs.example/"))
    assert len(asked) == 1
    now = NAMELESS_SECONDS
    assert (await guard.check(parse_url("https://docs.example/"))).addresses == ("1.1.1.1",)
    # A name that had an address is looked up at every hop.
    with pytest.raises(FetchFailed):
        await guard.check(parse_url("https://docs.example/"))
    assert asked == ["docs.example"] * 3


@pytest.mark.parametrize("url", ["http://docs.example/", "https://docs.example:8443/", "http://docs.example:443/"])
async def test_public_sites_are_read_over_https_on_its_own_port(url: str) -> None:
    with pytest.raises(UrlRefused):
        await checked(url, "1.1.1.1")


async def test_a_named_origin_may_be_private_and_plain_on_any_port() -> None:
    assert await checked(f"{WIKI}/x", "10.1.2.3", origins=[WIKI]) == ("10.1.2.3",)


@pytest.mark.parametrize("url", ["http://wiki.internal:8081/", "https://wiki.internal:8080/", "http://wiki.internal/"])
async def test_nothing_else_on_that_host_is_named_by_it(url: str) -> None:
    with pytest.raises(UrlRefused):
        await checked(url, "10.1.2.3", origins=[WIKI])


@pytest.mark.parametrize("address", ["169.254.169.254", "0.0.0.0", "fe80::1", "fd00:ec2::254", "224.0.0.1"])
async def test_a_named_origin_never_reaches_a_metadata_service(address: str) -> None:
    with pytest.raises(UrlRefused):
        await checked(f"{WIKI}/x", address, origins=[WIKI])


async def test_a_metadata_name_is_refused_whatever_it_resolves_to() -> None:
    with pytest.raises(UrlRefused, match="metadata"):
        await checked("https://metadata.google.internal/", "1.1.1.1")
