import asyncio
import gzip
import ssl
import zlib
from typing import Any

import httpx2
import pytest

from pro_context_engine.domain.errors import FetchFailed, NotDocumentation, PageMissing, UrlRefused
from pro_context_engine.domain.settings import FetchLimits

PAGE = "https://docs.example/page"


async def test_a_document_comes_with_what_the_headers_say(network: Any) -> None:
    network.text(PAGE, "# Page", "text/markdown", ETag='"1"', **{"Last-Modified": "yesterday"})
    response = await network.fetcher().fetch(f"{PAGE}#part")
    assert (response.url, response.status, response.media_type, response.text) == (PAGE, 200, "text/markdown", "# Page")
    assert (response.etag, response.last_modified) == ('"1"', "yesterday")


async def test_the_checked_address_is_dialled_and_the_name_stays(network: Any) -> None:
    network.names = {"docs.example": [["1.1.1.1"], ["169.254.169.254"]]}
    network.text(PAGE, "x")
    await network.fetcher().fetch(PAGE)
    (request,) = network.requests
    assert network.dialled == ["1.1.1.1"]
    assert request.headers["Host"] == "docs.example"
    assert request.extensions["sni_hostname"] == "docs.example"


async def test_the_second_address_is_tried_when_the_first_refuses(network: Any) -> None:
    network.names = {"docs.example": [["1.1.1.1", "2606:4700::1"]]}
    network.refused = {"1.1.1.1"}
    network.text(PAGE, "x")
    await network.fetcher().fetch(PAGE)
    assert network.dialled == ["1.1.1.1", "2606:4700::1"]
    assert network.pauses == []


async def test_no_credentials_leave(network: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    (tmp_path / ".netrc").write_text("machine docs.example login me password secret")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    network.text("https://docs.example/a", "x", **{"Set-Cookie": "id=1"})
    network.text("https://docs.example/b", "x")
    fetcher = network.fetcher()
    await fetcher.fetch("https://docs.example/a")
    await fetcher.fetch("https://docs.example/b")
    for request in network.requests:
        assert not {"cookie", "authorization", "referer"} & set(request.headers)


async def test_redirects_are_followed_hop_by_hop(network: Any) -> None:
    network.redirect("https://docs.example/a", "/b", 301)
    network.redirect("https://docs.example/b", "https://other.example/c", 307)
    network.text("https://other.example/c", "x")
    assert (await network.fetcher().fetch("https://docs.example/a")).url == "https://other.example/c"


@pytest.mark.parametrize(
    "location",
    [
        "http://docs.example/x",
        "https://10.0.0.2/",
        "https://inside.example/",
        "https://docs.example:8443/",
        "file:///etc/passwd",
        "https://me@other.example/",
        "//[::1]/",
    ],
)
async def test_a_redirect_passes_the_same_checks(network: Any, location: str) -> None:
    network.names = {"inside.example": [["10.0.0.2"]]}
    network.redirect(PAGE, location)
    with pytest.raises(UrlRefused) as refusal:
        await network.fetcher().fetch(PAGE)
    assert refusal.value.url == PAGE, "the target is third-party text"
    assert len(network.requests) == 1


async def test_a_redirect_may_not_use_the_origins_of_another_call(network: Any) -> None:
    network.redirect(PAGE, "http://127.0.0.1:8765/")
    network.text("http://127.0.0.1:8765/", "x")
    fetcher = network.fetcher()
    await fetcher.fetch("http://127.0.0.1:8765/", origins=["http://127.0.0.1:8765"])
    with pytest.raises(UrlRefused):
        await fetcher.fetch(PAGE)


async def test_whoever_asks_may_admit_each_redirect_before_it_is_followed(network: Any) -> None:
    async def admit(target: str) -> None:
        told.append((target, len(network.requests)))
        if target.endswith("/c"):
            raise UrlRefused(target, "not there")

    told: list[tuple[str, int]] = []
    network.redirect("https://docs.example/a", "/b")
    network.redirect("https://docs.example/b", "/c")
    with pytest.raises(UrlRefused) as refused:
        await network.fetcher().fetch("https://docs.example/a", admit=admit)
    assert told == [("https://docs.example/b", 1), ("https://docs.example/c", 2)]
    assert len(network.requests) == 2
    assert refused.value.details() == {"url": "https://docs.example/a", "reason": "redirect: not there"}


async def test_a_loop_of_redirects_ends(network: Any) -> None:
    network.redirect(PAGE, "/page")
    with pytest.raises(FetchFailed, match="too many redirects"):
        await network.fetcher().fetch(PAGE)
    assert len(network.requests) == 6


@pytest.mark.parametrize("status", [404, 410])
async def test_a_missing_page_is_no_failure_of_the_network(network: Any, status: int) -> None:
    network.status(PAGE, status)
    fetcher = network.fetcher()
    with pytest.raises(PageMissing):
        await fetcher.fetch(PAGE)
    assert fetcher.health().failures == 0


@pytest.mark.parametrize("status", [201, 204, 206, 300, 304, 400, 401, 403, 407, 418, 451, 500, 501, 505])
async def test_other_statuses_fail_at_once(network: Any, status: int) -> None:
    network.status(PAGE, status)
    with pytest.raises(FetchFailed):
        await network.fetcher().fetch(PAGE)
    assert len(network.requests) == 1


@pytest.mark.parametrize("status", [429, 502, 503, 504])
async def test_passing_trouble_is_tried_three_times(network: Any, status: int) -> None:
    network.status(PAGE, status)
    with pytest.raises(FetchFailed, match=str(status)):
        await network.fetcher().fetch(PAGE)
    assert len(network.requests) == 3
    assert network.pauses == [0.25, 0.5]


async def test_a_retry_may_succeed(network: Any) -> None:
    answers = iter([httpx2.Response(503, headers={"Retry-After": "2"}), httpx2.Response(200, text="x")])
    network.on(PAGE, lambda _: next(answers))
    fetcher = network.fetcher()
    assert (await fetcher.fetch(PAGE)).text == "x"
    assert network.pauses == [2.0]
    assert (fetcher.health().successes, fetcher.health().failures) == (1, 0)


async def test_a_wait_longer_than_the_deadline_is_not_begun(network: Any) -> None:
    network.status(PAGE, 429, **{"Retry-After": "45"})
    with pytest.raises(FetchFailed, match="429"):
        await network.fetcher().fetch(PAGE)
    assert network.pauses == []


async def test_refused_connections_are_retried_with_fresh_addresses(network: Any) -> None:
    network.names = {"docs.example": [["1.1.1.1"], ["2.2.2.2"]]}
    network.refused = {"1.1.1.1"}
    network.text(PAGE, "x")
    await network.fetcher().fetch(PAGE)
    assert network.dialled == ["1.1.1.1", "2.2.2.2"]


async def test_an_address_gone_private_between_tries_is_refused(network: Any) -> None:
    network.names = {"docs.example": [["1.1.1.1"], ["127.0.0.1"]]}
    network.status(PAGE, 503)
    with pytest.raises(UrlRefused):
        await network.fetcher().fetch(PAGE)
    assert network.dialled == ["1.1.1.1"]


async def test_gzip_is_undone(network: Any) -> None:
    network.text(PAGE, gzip.compress(b"one ") + gzip.compress(b"two"), **{"Content-Encoding": "gzip"})
    assert (await network.fetcher().fetch(PAGE)).text == "one two"
    assert network.requests[0].headers["Accept-Encoding"] == "gzip"


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip", gzip.compress(b"x" * 1000)[:-4]),
        ("gzip", b"not gzip"),
        ("gzip, gzip", gzip.compress(gzip.compress(b"x"))),
        ("br", b"x"),
        ("deflate", zlib.compress(b"x")),
        ("frobnicate", b"x"),
    ],
)
async def test_a_damaged_or_unasked_encoding_fails(network: Any, encoding: str, body: bytes) -> None:
    network.text(PAGE, body, **{"Content-Encoding": encoding})
    with pytest.raises(FetchFailed):
        await network.fetcher().fetch(PAGE)


async def test_a_body_shorter_than_announced_is_no_page(network: Any) -> None:
    network.text(PAGE, "half", **{"Content-Length": "8"})
    with pytest.raises(FetchFailed, match="cut short"):
        await network.fetcher().fetch(PAGE)


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        (b"x" * 3001, "identity"),
        (gzip.compress(b"x" * 9001), "gzip"),
    ],
)
async def test_bodies_are_bounded(network: Any, body: bytes, encoding: str) -> None:
    network.text(PAGE, body, **{"Content-Encoding": encoding})
    with pytest.raises(NotDocumentation, match="limit"):
        await network.fetcher(FetchLimits(max_bytes=3000, max_decoded_bytes=9000)).fetch(PAGE)


async def test_a_compression_bomb_is_refused_early(network: Any) -> None:
    network.text(PAGE, gzip.compress(b"\n" * 15_000_000), **{"Content-Encoding": "gzip"})
    with pytest.raises(NotDocumentation, match="beyond reason"):
        await network.fetcher().fetch(PAGE)


async def test_reading_stops_at_the_cap(network: Any) -> None:
    handed_out = 0

    async def endless() -> Any:
        nonlocal handed_out
        while True:
            handed_out += 1000
            yield b"x" * 1000

    network.on(PAGE, lambda _: httpx2.Response(200, content=endless()))
    with pytest.raises(NotDocumentation):
        await network.fetcher(FetchLimits(max_bytes=50_000)).fetch(PAGE)
    assert handed_out == 51_000


async def test_a_stampede_fetches_once(network: Any) -> None:
    network.text(PAGE, "x")
    fetcher = network.fetcher()
    spellings = [PAGE, f"{PAGE}#a", "HTTPS://DOCS.example:443/page"]
    responses = await asyncio.gather(*(fetcher.fetch(spellings[n % 3]) for n in range(300)))
    assert {response.text for response in responses} == {"x"}
    assert len(network.requests) == 1


async def test_an_origin_is_asked_by_so_many_at_a_time(network: Any) -> None:
    now = most = 0

    async def handle(request: httpx2.Request) -> httpx2.Response:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0)
        now -= 1
        return httpx2.Response(200, text="x")

    network.handle = handle
    fetcher = network.fetcher(FetchLimits(per_host=3))
    await asyncio.gather(*(fetcher.fetch(f"https://docs.example/{n}") for n in range(20)))
    assert most == 3


async def test_the_total_deadline_holds_whatever_hangs(network: Any) -> None:
    async def hang(host: str, port: int) -> list[str]:
        await asyncio.Event().wait()
        return []

    network.resolve = hang
    fetcher = network.fetcher(FetchLimits(total_seconds=0.05))
    with pytest.raises(FetchFailed, match="took too long"):
        await fetcher.fetch(PAGE)
    assert fetcher.health().failures == 1


async def test_more_origins_than_are_kept_are_no_trouble(network: Any) -> None:
    fetcher = network.fetcher()
    for number in range(70):
        network.text(f"https://d{number}.example/", "x")
        assert (await fetcher.fetch(f"https://d{number}.example/")).text == "x"
    await fetcher.close()


async def test_behind_a_trusted_proxy_names_are_left_to_it(network: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.internal:3128")
    monkeypatch.setenv("https_proxy", "http://proxy.internal:3128")
    monkeypatch.setenv("NO_PROXY", "")
    monkeypatch.setenv("no_proxy", "")
    network.text(PAGE, "x")
    network.names = {"docs.example": [[]]}
    fetcher = network.fetcher(trust_environment_proxies=True)
    assert (await fetcher.fetch(PAGE)).text == "x"
    assert network.dialled == ["docs.example"]
    for forbidden in ("https://10.0.0.1/", "http://docs.example/", "https://docs.example:22/"):
        with pytest.raises(UrlRefused):
            await fetcher.fetch(forbidden)


@pytest.mark.parametrize("error", [httpx2.ReadError("x"), httpx2.RemoteProtocolError("x"), ssl.SSLError("bad record")])
async def test_an_error_of_the_connection_becomes_a_fact_without_its_text(network: Any, error: Exception) -> None:
    def fail(request: httpx2.Request) -> httpx2.Response:
        raise error

    network.on(PAGE, fail)
    fetcher = network.fetcher()
    with pytest.raises(FetchFailed) as failure:
        await fetcher.fetch(PAGE)
    assert failure.value.reason == "broken answer"
    assert fetcher.health().failures == 1


async def test_a_redirect_that_leaves_documentation_is_not_followed(network: Any) -> None:
    wiki = "http://wiki.internal:8080"
    network.names = {"wiki.internal": [["10.0.0.1"]]}
    network.redirect("http://wiki.internal:8080/a", f"{wiki}/b")
    network.text(f"{wiki}/b", "x")
    network.redirect(PAGE, "https://docs.example/moved")
    network.redirect("https://docs.example/moved", "https://other.example/")
    network.text("https://other.example/", "x")
    fetcher = network.fetcher(follows=lambda url, target: "other" not in target and "wiki" not in target)
    with pytest.raises(UrlRefused, match="site of somebody else") as refusal:
        await fetcher.fetch(PAGE)
    assert refusal.value.url == PAGE
    assert len(network.requests) == 2
    assert (await fetcher.fetch(f"{wiki}/a", origins=[wiki])).text == "x", "the operator names it"
