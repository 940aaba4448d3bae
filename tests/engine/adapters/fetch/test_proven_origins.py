"""Names that stand for addresses nobody routes: open to proven origins over https, and to nothing else."""

import asyncio
from collections.abc import Sequence

import pytest
from tests.engine.adapters.fetch.conftest import FakeNetwork

from pro_context_engine.adapters.fetch.guard import Guard
from pro_context_engine.adapters.fetch.urls import parse_url
from pro_context_engine.domain.errors import UrlRefused

INDEX = "https://index.example"
PAGE = f"{INDEX}/simple/pond/"
FILES = "https://files.example"
UNROUTED = (
    "192.0.2.0",
    "192.0.2.255",
    "198.18.0.0",
    "198.19.255.255",
    "198.51.100.7",
    "203.0.113.80",
    "2001:db8::1",
    "3fff::1",
)
NEVER = (
    "10.0.0.1",
    "100.64.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "169.254.169.254",
    "168.63.129.16",
    "192.0.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "0.0.0.0",
    "::1",
    "::ffff:203.0.113.80",
    "64:ff9b::203.0.113.80",
    "2002:cb00:7150::1",
    "fd00:ec2::254",
    "fe80::1",
    "ff02::1",
)


async def dialled(url: str, *addresses: str, origins: Sequence[str] = (), proven: Sequence[str] = ()) -> Sequence[str]:
    async def resolve(host: str, port: int) -> Sequence[str]:
        return addresses

    return (await Guard(resolve).check(parse_url(url), origins, proven)).addresses


@pytest.mark.parametrize("address", UNROUTED)
async def test_a_proven_origin_may_be_where_nobody_routes_to(address: str) -> None:
    assert await dialled(PAGE, address, "1.1.1.1", proven=[INDEX]) == (address, "1.1.1.1")


@pytest.mark.parametrize("address", UNROUTED)
@pytest.mark.parametrize("origins", [(), (INDEX,)])
async def test_no_other_url_may_whoever_names_it(address: str, origins: Sequence[str]) -> None:
    with pytest.raises(UrlRefused, match=UrlRefused.UNROUTED):
        await dialled(PAGE, address, origins=origins)
    with pytest.raises(UrlRefused, match=UrlRefused.UNROUTED):
        await dialled("https://docs.example/", address, origins=origins, proven=[INDEX])


@pytest.mark.parametrize("url", ["https://index.example:8443/", "https://www.index.example/", "https://example/"])
async def test_a_neighbour_of_a_proven_origin_is_not_proven(url: str) -> None:
    with pytest.raises(UrlRefused):
        await dialled(url, "203.0.113.80", proven=[INDEX])


async def test_plain_http_proves_nothing() -> None:
    plain = "http://index.example"
    with pytest.raises(UrlRefused, match=UrlRefused.UNROUTED):
        await dialled(f"{plain}/simple/", "203.0.113.80", origins=[plain], proven=[plain, INDEX])


@pytest.mark.parametrize("url", ["https://203.0.113.80", "https://[2001:db8::1]", "https://198.18.0.1"])
async def test_an_address_that_is_written_as_one_is_no_name(url: str) -> None:
    with pytest.raises(UrlRefused, match=UrlRefused.UNROUTED):
        await dialled(f"{url}/simple/", origins=[url], proven=[url])


@pytest.mark.parametrize("address", NEVER)
async def test_what_is_proven_reaches_nothing_else(address: str) -> None:
    with pytest.raises(UrlRefused, match=UrlRefused.NOT_PUBLIC):
        await dialled(PAGE, address, proven=[INDEX])
    with pytest.raises(UrlRefused, match=UrlRefused.NOT_PUBLIC):
        await dialled(PAGE, "203.0.113.80", address, proven=[INDEX])


async def test_a_metadata_name_is_refused_even_if_proven() -> None:
    name = "https://metadata.google.internal"
    with pytest.raises(UrlRefused, match="metadata"):
        await dialled(f"{name}/", "203.0.113.80", proven=[name])


@pytest.mark.parametrize("target", ["https://docs.example/x", f"{FILES}/x", "https://10.0.0.1/x"])
@pytest.mark.parametrize("download", [True, False])
async def test_a_redirect_takes_no_proof_along(target: str, download: bool, network: FakeNetwork) -> None:
    network.names |= {host: [["203.0.113.80"]] for host in ("index.example", "docs.example", "files.example")}
    network.redirect(PAGE, target)
    network.text(target, "not to be read")
    fetcher = network.fetcher()
    fetched = fetcher.fetch(PAGE, proven=[INDEX])
    if download:
        fetched.close()
        fetched = fetcher.download(PAGE, lambda piece: None, max_bytes=100, proven=[INDEX])  # type: ignore[assignment]
    with pytest.raises(UrlRefused, match="redirect: "):
        await fetched
    assert network.dialled == ["203.0.113.80"]


async def test_a_file_is_downloaded_from_its_proven_host(network: FakeNetwork) -> None:
    network.names["files.example"] = [["198.18.3.4"]]
    network.text(f"{FILES}/pond.whl", b"PK")
    taken = bytearray()
    await network.fetcher().download(f"{FILES}/pond.whl", taken.extend, max_bytes=100, proven=[FILES])
    assert (bytes(taken), network.dialled) == (b"PK", ["198.18.3.4"])


async def test_who_asks_without_proof_does_not_share_a_fetch_with_it(network: FakeNetwork) -> None:
    network.names["index.example"] = [["203.0.113.80"]]
    network.text(PAGE, "the page")
    fetcher = network.fetcher()
    with_proof, without = await asyncio.gather(
        fetcher.fetch(PAGE, proven=[INDEX]), fetcher.fetch(PAGE), return_exceptions=True
    )
    assert getattr(with_proof, "text", "") == "the page"
    assert isinstance(without, UrlRefused)
