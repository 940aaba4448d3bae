import asyncio
import contextlib

import pytest
from tests.faults.server import fault_site

from pro_context_engine.adapters.fetch.client import HttpFetcher
from pro_context_engine.adapters.fetch.connections import Connections
from pro_context_engine.adapters.fetch.urls import parse_url
from pro_context_engine.domain.errors import FetchFailed, NotDocumentation
from pro_context_engine.domain.host_places import OwnPlaces
from pro_context_engine.domain.settings import FetchLimits

PROXY = "http://proxy.internal:3128"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "https_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HTTPS_PROXY", PROXY)
    monkeypatch.setenv("NO_PROXY", "wiki.internal")


@pytest.mark.parametrize(
    ("trusted", "url", "proxy"),
    [
        (False, "https://docs.example/", None),
        (True, "https://docs.example/", PROXY),
        (True, "http://docs.example/", None),
        (True, "https://wiki.internal/", None),
    ],
)
def test_proxies_of_the_environment_are_used_when_trusted(trusted: bool, url: str, proxy: str | None) -> None:
    connections = Connections(FetchLimits(), OwnPlaces(8), trust_environment_proxies=trusted)
    assert connections.proxy(parse_url(url)) == proxy


@pytest.mark.parametrize("proxy", ["socks5://proxy.internal:1080", "nonsense://proxy.internal", "http://[::1"])
async def test_a_proxy_that_cannot_be_used_is_a_fact(monkeypatch: pytest.MonkeyPatch, proxy: str) -> None:
    monkeypatch.setenv("HTTPS_PROXY", proxy)
    fetcher = HttpFetcher(trust_environment_proxies=True)
    with pytest.raises(FetchFailed, match="the proxy of this machine cannot be used"):
        await fetcher.fetch("https://docs.example/", origins=["https://docs.example"])
    await fetcher.close()


async def test_connections_are_used_again() -> None:
    connections = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        with contextlib.suppress(asyncio.IncompleteReadError):
            while await reader.readuntil(b"\r\n\r\n"):
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nx")
        writer.close()

    listening = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with listening:
        origin = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        fetcher = HttpFetcher()
        for number in range(5):
            assert (await fetcher.fetch(f"{origin}/{number}", origins=[origin])).text == "x"
        await fetcher.close()
    assert connections == 1


async def test_a_connection_that_broke_is_not_used_again() -> None:
    async with fault_site() as site:
        fetcher = HttpFetcher()
        for fault in ("truncated", "two-lengths", "bad-chunk", "bad-gzip"):
            with pytest.raises(FetchFailed):
                await fetcher.fetch(site.url(fault), origins=[site.origin])
            assert (await fetcher.fetch(site.url("good"), origins=[site.origin])).status == 200
        await fetcher.close()


async def test_an_endless_body_is_left_at_the_cap() -> None:
    async with fault_site() as site:
        fetcher = HttpFetcher(FetchLimits(max_bytes=100_000))
        with pytest.raises(NotDocumentation, match="larger than the limit"):
            await fetcher.fetch(site.url("endless"), origins=[site.origin])
        await fetcher.close()
