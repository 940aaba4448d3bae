"""What the configuration says of single libraries and of further hosts, as the whole engine does it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.engine.adapters.fetch.conftest import FakeNetwork
from tests.engine.fakes import FakeClock
from tests.patience import PATIENT
from tests.worlds import serve

from pro_context_engine import DocsEngine, assembly, open_engine
from pro_context_engine.adapters.fetch.client import HttpFetcher
from pro_context_engine.adapters.fetch.guard import Guard
from pro_context_engine.domain.errors import DocsError, LibraryUnknown, UrlRefused, VersionUnknown
from pro_context_engine.domain.model import SourceName
from pro_context_engine.domain.settings import CustomSource, GitHub, LibraryOverride, Settings

Open = Callable[..., AbstractAsyncContextManager[DocsEngine]]

INDEX = "# Parcels\n\n- [Sending](https://docs.parcels.example/sending.md): how parcels are sent\n"
SITE = "https://docs.parcels.example"


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> FakeNetwork:
    """Return the network of every engine that is opened in the test."""
    network = FakeNetwork()
    transport = httpx2.MockTransport(network.handle)
    monkeypatch.setattr(assembly, "HttpFetcher", partial(HttpFetcher, transport=transport))
    monkeypatch.setattr(assembly, "Guard", partial(Guard, network.resolve))
    network.text(f"{SITE}/llms.txt", INDEX)
    network.text(f"{SITE}/sending.md", "# Sending\n\nA parcel is sent at noon.\n", "text/markdown")
    return network


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def opened(network: FakeNetwork, clock: FakeClock) -> Open:
    @asynccontextmanager
    async def engine(*overrides: LibraryOverride, **settings: Any) -> AsyncIterator[DocsEngine]:
        everything = {
            "environment": "none",
            "patience": PATIENT,
            "github": GitHub(enabled=False),
            "packages": False,
            **settings,
        }
        docs = open_engine(Settings(overrides=overrides, **everything), clock=clock)
        try:
            yield docs
        finally:
            await docs.close()

    return engine


def parse_question(network: FakeNetwork) -> list[str]:
    return [f"https://{request.headers['Host']}{request.url.path}" for request in network.requests]


# project.libraryOverrides


@pytest.mark.parametrize("name", ["langchain", "langchain-ai/langchain", "LangChain"])
@pytest.mark.parametrize("docs_url", [SITE, f"{SITE}/", f"{SITE}/llms.txt"])
async def test_a_site_takes_the_place_of_the_registrys(
    opened: Open, network: FakeNetwork, name: str, docs_url: str
) -> None:
    async with opened(LibraryOverride(name, docs_url)) as docs:
        answer = await docs.passages([("langchain-ai/langchain", None)], "when is a parcel sent", 1000)
        assert "A parcel is sent at noon." in answer.content
        assert (await docs.page(f"{SITE}/sending.md")).library_id == "langchain-ai/langchain"
    assert all(url.startswith(SITE) for url in parse_question(network))


@pytest.mark.parametrize(
    ("name", "library_id", "query"),
    [
        ("Parcel_Post", "pypi/parcel-post", "parcel-post"),
        ("npm/parcel-post", "npm/parcel-post", "parcel-post"),
        ("post/parcels", "post/parcels", "post/parcels"),
    ],
)
async def test_a_site_makes_a_library_of_an_unknown_name(opened: Open, name: str, library_id: str, query: str) -> None:
    async with opened(LibraryOverride(name, SITE)) as docs:
        found = await docs.library(library_id)
        assert [entry.title for entry in found.toc.entries] == ["Sending"]
        assert docs.resolve(query)[0].library.library_id == library_id


async def test_a_name_that_means_nothing_is_told_and_left_out(opened: Open, caplog: pytest.LogCaptureFixture) -> None:
    async with opened(LibraryOverride("no-such-parcel", fresh_for=timedelta(hours=1))) as docs:
        with pytest.raises(LibraryUnknown):
            await docs.library("no-such-parcel")
    assert "no library is called 'no-such-parcel'" in caplog.text


async def test_a_site_must_be_public_like_all(opened: Open, network: FakeNetwork) -> None:
    network.names["docs.parcels.example"] = [["10.0.0.7"]]
    async with opened(LibraryOverride("langchain", SITE)) as docs:
        with pytest.raises(DocsError):
            await docs.library("langchain")
    assert network.dialled == []


@pytest.mark.parametrize(("hours", "stale"), [(12, True), (48, False), (None, False)])
async def test_a_lifetime_of_its_own(opened: Open, clock: FakeClock, hours: int | None, stale: bool) -> None:
    lifetime = None if hours is None else timedelta(hours=hours)
    async with opened(LibraryOverride("langchain", SITE, fresh_for=lifetime)) as docs:
        await docs.library("langchain")
        await docs.page(f"{SITE}/sending.md")
        clock.advance(hours=20)
        assert (await docs.library("langchain")).stale is stale
        assert (await docs.page(f"{SITE}/sending.md")).stale is stale


async def test_one_source_only(opened: Open) -> None:
    with serve("installed") as world:
        environment = str(world.environment)
        async with opened(LibraryOverride("brightwheel", SITE), environment=environment) as docs:
            both = await docs.library("brightwheel")
            assert both.sources[:2] == (SourceName.INSTALLED, SourceName.LLMS_TXT)
        only = LibraryOverride("brightwheel", SITE, source=SourceName.LLMS_TXT)
        async with opened(only, environment=environment) as docs:
            forced = await docs.library("brightwheel")
            assert (forced.sources, forced.versions) == ((SourceName.LLMS_TXT,), ())
            assert [entry.title for entry in forced.toc.entries] == ["Sending"]
            with pytest.raises(VersionUnknown):
                await docs.library("brightwheel", "2.4.1")


# security.urlAllowlist


@pytest.mark.parametrize("hosts", [("wiki.parcels.example",), ("*.parcels.example",)])
async def test_a_page_of_an_allowed_host_is_read_and_kept_but_not_found(
    opened: Open, network: FakeNetwork, hosts: Sequence[str], tmp_path: Path
) -> None:
    url = "https://wiki.parcels.example/stamps.md"
    network.text(url, "# Stamps\n\nStamps stick.\n", "text/markdown")
    async with opened(url_allowlist=hosts, cache_directory=tmp_path) as docs:
        first, second = await docs.page(url), await docs.page(f"{url}#glue")
        assert (first.library_id, first.page.title, first.cached) == ("", "Stamps", False)
        assert (second.library_id, second.cached) == ("", True)
        assert (await docs.search("stamps", None, None, 5)).results == ()
    async with opened(cache_directory=tmp_path) as docs:
        with pytest.raises(UrlRefused):
            await docs.page(url)
    assert parse_question(network) == [url]


@pytest.mark.parametrize(
    "url",
    [
        "https://parcels.example/",
        "https://a.b.parcels.example/",
        "https://parcels.example.evil.example/",
        "https://evil.example/wiki.parcels.example",
        "https://wiki.parcels.example@evil.example/",
        "http://wiki.parcels.example/",
        "https://wiki.parcels.example:8443/",
        "file://wiki.parcels.example/etc/passwd",
    ],
)
async def test_another_address_is_refused_as_before(opened: Open, network: FakeNetwork, url: str) -> None:
    async with opened(url_allowlist=("*.parcels.example",)) as docs:
        with pytest.raises(UrlRefused):
            await docs.page(url)
    assert network.dialled == []


async def test_an_allowed_host_must_be_public_like_all(opened: Open, network: FakeNetwork) -> None:
    network.names["wiki.parcels.example"] = [["10.0.0.7"]]
    async with opened(url_allowlist=("wiki.parcels.example",)) as docs:
        with pytest.raises(UrlRefused, match="not public"):
            await docs.page("https://wiki.parcels.example/")
    assert network.dialled == []


async def test_documentation_on_an_allowed_host_is_still_its_librarys(opened: Open) -> None:
    async with opened(LibraryOverride("langchain", SITE), url_allowlist=("*.parcels.example",)) as docs:
        assert (await docs.page(f"{SITE}/sending.md")).library_id == "langchain-ai/langchain"


# A project's custom sources


@pytest.mark.parametrize("public_only", [True, False])
async def test_a_source_that_a_project_names_is_not_exempt_from_the_guard(
    opened: Open, network: FakeNetwork, public_only: bool
) -> None:
    network.names["docs.parcels.example"] = [["10.0.0.7"]]
    source = CustomSource("parcels", "url", f"{SITE}/llms.txt", "post/parcels", public_only=public_only)
    async with opened(custom=(source,)) as docs:
        if not public_only:
            assert (await docs.library("post/parcels")).toc.entries
            return
        with pytest.raises(UrlRefused):
            await docs.library("post/parcels")
    assert network.dialled == []
