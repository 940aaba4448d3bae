"""Files of whatever kind: as they are, within their bound, from where the guard lets pass; secrets to one origin."""

import errno
import gzip
from collections.abc import AsyncIterator

import httpx2
import pytest
from tests.engine.adapters.fetch.conftest import FakeNetwork

from pro_context_engine.domain.errors import FetchFailed, NotDocumentation, PageMissing, UrlRefused
from pro_context_engine.domain.fetching import Credentials

FILE = "https://files.example.org/pond.whl"
INDEX = "https://index.example.com/simple/pond/"
BYTES = b"PK\x03\x04" + bytes(range(256)) * 40
SECRET = Credentials("https://INDEX.example.com:443", "Basic hush")


async def download(network: FakeNetwork, url: str = FILE, max_bytes: int = 1_000_000, **options: object) -> bytes:
    taken = bytearray()
    await network.fetcher().download(url, taken.extend, max_bytes=max_bytes, **options)  # type: ignore[arg-type]
    return bytes(taken)


async def test_a_file_comes_as_it_is(network: FakeNetwork) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield BYTES[:100]
        yield BYTES[100:]

    # What stands in for the network would undo a gzip of whole bodies by itself.
    network.on(FILE, lambda _: httpx2.Response(200, content=pieces(), headers={"Content-Encoding": "gzip"}))
    assert await download(network) == BYTES
    [request] = network.requests
    assert (request.headers["Accept"], request.headers["Accept-Encoding"]) == ("*/*", "identity")


async def test_a_full_disk_is_no_failure_of_the_site(network: FakeNetwork) -> None:
    def full(_: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    network.on(FILE, lambda _: httpx2.Response(200, content=BYTES))
    with pytest.raises(OSError, match="No space left"):
        await network.fetcher().download(FILE, full, max_bytes=1_000_000)


@pytest.mark.parametrize("announced", [True, False])
async def test_a_file_over_its_bound_is_refused(announced: bool, network: FakeNetwork) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield BYTES
            sent.append(len(BYTES))

    sent: list[int] = []
    headers = {"Content-Length": str(len(BYTES) * 100)} if announced else {}
    network.on(FILE, lambda _: httpx2.Response(200, content=pieces(), headers=headers))
    with pytest.raises(NotDocumentation, match="larger than the limit"):
        await download(network, max_bytes=3 * len(BYTES))
    assert len(sent) <= (0 if announced else 4)


async def test_a_file_that_ends_early_is_no_file(network: FakeNetwork) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield BYTES

    network.on(FILE, lambda _: httpx2.Response(200, content=pieces(), headers={"Content-Length": "99999"}))
    with pytest.raises(FetchFailed, match="cut short"):
        await download(network)


@pytest.mark.parametrize("announced", [True, False])
async def test_the_beginning_of_a_file_comes_however_long_it_is(announced: bool, network: FakeNetwork) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield BYTES
            sent.append(len(BYTES))

    sent: list[int] = []
    headers = {"Content-Length": str(len(BYTES) * 100)} if announced else {}
    network.on(FILE, lambda _: httpx2.Response(200, content=pieces(), headers=headers))
    most = len(BYTES) + 7
    assert await network.fetcher().beginning(FILE, max_bytes=most) == (BYTES * 2)[:most]
    assert len(sent) < 3


@pytest.mark.parametrize("most", [10, 10_000])
async def test_the_beginning_of_a_file_is_decoded(most: int, network: FakeNetwork) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield gzip.compress(b"words " * 20)

    network.on(FILE, lambda _: httpx2.Response(200, content=pieces(), headers={"Content-Encoding": "gzip"}))
    assert await network.fetcher().beginning(FILE, max_bytes=most) == (b"words " * 20)[:most]


@pytest.mark.parametrize(
    ("encoding", "body", "fact"),
    [
        ("br", b"words", FetchFailed),
        ("gzip", b"words", FetchFailed),
        ("gzip", gzip.compress(b"words")[:-4], FetchFailed),
        ("gzip", gzip.compress(b"") * 100, NotDocumentation),
    ],
)
async def test_the_beginning_of_what_cannot_be_decoded_is_nothing(
    encoding: str, body: bytes, fact: type[Exception], network: FakeNetwork
) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield body

    network.on(FILE, lambda _: httpx2.Response(200, content=pieces(), headers={"Content-Encoding": encoding}))
    with pytest.raises(fact):
        await network.fetcher().beginning(FILE, max_bytes=1_000)


async def test_a_file_may_be_anywhere_that_is_public(network: FakeNetwork) -> None:
    network.redirect(FILE, "https://storage.example.net/a?signature=1")
    network.text("https://storage.example.net/a?signature=1", BYTES)
    taken = bytearray()
    fetcher = network.fetcher(follows=lambda url, target: False)
    await fetcher.download(FILE, taken.extend, max_bytes=1_000_000)
    assert bytes(taken) == BYTES


async def test_a_file_is_nowhere_that_is_private(network: FakeNetwork) -> None:
    network.names["inside.example.net"] = [["10.0.0.1"]]
    network.redirect(FILE, "https://inside.example.net/a")
    with pytest.raises(UrlRefused, match="not public"):
        await download(network)
    assert len(network.requests) == 1


async def test_a_file_that_is_gone_is_missing(network: FakeNetwork) -> None:
    with pytest.raises(PageMissing):
        await download(network)


async def test_credentials_go_to_their_origin_and_nowhere_else(network: FakeNetwork) -> None:
    network.redirect(INDEX, FILE)
    network.text(FILE, BYTES)
    await download(network, INDEX, credentials=SECRET)
    first, second = network.requests
    assert first.headers["Authorization"] == "Basic hush"
    assert "Authorization" not in second.headers
    await download(network, FILE, credentials=SECRET)
    assert "Authorization" not in network.requests[-1].headers
    assert "hush" not in repr(SECRET)


async def test_documents_may_be_asked_for_by_kind_and_with_credentials(network: FakeNetwork) -> None:
    network.text(INDEX, '{"files": []}', "application/vnd.pypi.simple.v1+json")
    fetcher = network.fetcher()
    response = await fetcher.fetch(INDEX, accept="application/vnd.pypi.simple.v1+json", credentials=SECRET)
    assert response.media_type == "application/vnd.pypi.simple.v1+json"
    assert network.requests[0].headers["Accept"] == "application/vnd.pypi.simple.v1+json"
    assert network.requests[0].headers["Authorization"] == "Basic hush"


async def test_an_unasked_not_modified_is_no_answer_to_credentials(network: FakeNetwork) -> None:
    network.status(INDEX, 304)
    with pytest.raises(FetchFailed, match="status 304"):
        await network.fetcher().fetch(INDEX, accept="text/html", credentials=SECRET)


def _part(request: httpx2.Request) -> httpx2.Response:
    first, last = map(int, request.headers["Range"].removeprefix("bytes=").split("-"))
    headers = {"Content-Range": f"bytes {first}-{last}/{len(BYTES)}"}
    return httpx2.Response(206, content=BYTES[first : last + 1], headers=headers)


async def test_a_part_of_a_file_comes_alone(network: FakeNetwork) -> None:
    network.on(FILE, _part)
    assert await network.fetcher().part(FILE, 4, 99) == BYTES[4:100]
    [request] = network.requests
    assert (request.headers["Range"], request.headers["Accept-Encoding"]) == ("bytes=4-99", "identity")


@pytest.mark.parametrize(
    "response",
    [
        httpx2.Response(200, content=BYTES),
        httpx2.Response(206, content=BYTES[5:10], headers={"Content-Range": "bytes 5-9/99999"}),
        httpx2.Response(206, content=BYTES[4:100]),
        httpx2.Response(416),
        httpx2.Response(
            206, content=BYTES[4:50], headers={"Content-Range": "bytes 4-99/99999", "Content-Length": "46"}
        ),
    ],
)
async def test_another_part_is_no_part(response: httpx2.Response, network: FakeNetwork) -> None:
    network.on(FILE, lambda _: response)
    with pytest.raises(FetchFailed):
        await network.fetcher().part(FILE, 4, 99)


async def test_a_part_that_is_too_long_is_refused(network: FakeNetwork) -> None:
    headers = {"Content-Range": f"bytes 4-99/{len(BYTES)}"}
    network.on(FILE, lambda _: httpx2.Response(206, content=BYTES, headers=headers))
    with pytest.raises(NotDocumentation, match="larger than the limit"):
        await network.fetcher().part(FILE, 4, 99)
