"""What decides whether a URL may be read: each rule, through the sources and the guard of the product."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.engine.fakes import ROCKETS, SITE, FakeClock, FakeEnvironment, finder_of

from pro_context_engine.adapters.fetch.client import HttpFetcher
from pro_context_engine.adapters.fetch.guard import Guard
from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.domain.errors import DocsError
from pro_context_engine.domain.interfaces import Source
from pro_context_engine.domain.model import Library, SourceName, Toc, TocEntry
from pro_context_engine.domain.page_address import address_of
from pro_context_engine.domain.results import JudgedAddress, UrlRule, UrlVerdict
from pro_context_engine.domain.settings import CustomSource
from pro_context_engine.libraries.ownership import Ownership
from pro_context_engine.libraries.registry.catalogue import Catalogue
from pro_context_engine.services.explain_url import UrlService
from pro_context_engine.sources.allowed_hosts.source import AllowedHosts
from pro_context_engine.sources.custom.source import CustomFileSource, CustomUrlSource
from pro_context_engine.sources.installed.source import InstalledSource
from pro_context_engine.sources.llms_txt.source import LlmsTxtSource

WIKI = "http://wiki.internal:8080"
PUBLIC = "93.184.215.14"


@dataclass
class Names:
    """A name server of the test's own; notes what it is asked."""

    known: dict[str, list[str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        return self.known.get(host, [PUBLIC])


@dataclass
class Rules:
    explaining: UrlService
    ownership: Ownership
    fetcher: HttpFetcher
    names: Names

    async def of(self, url: str, *, look_up: bool = True) -> UrlVerdict:
        return await self.explaining.verdict(url, look_up=look_up)


@asynccontextmanager
async def rules(folder: Path, *, listed: str = "", proxies: bool = False) -> AsyncIterator[Rules]:
    names = Names()
    fetcher = HttpFetcher(guard=Guard(names), trust_environment_proxies=proxies)
    custom = (
        CustomSource("wiki", "url", f"{WIKI}/docs/llms.txt", "acme/wiki"),
        CustomSource("manual", "file", str(folder), "acme/manual"),
    )
    sources: list[Source] = [
        CustomUrlSource(custom[0], fetcher),
        CustomFileSource(custom[1], fetcher),
        InstalledSource(FakeEnvironment("brightwheel")),
        LlmsTxtSource(fetcher),
        AllowedHosts(lambda url: url.startswith("https://allowed.example/"), fetcher),
    ]
    libraries = [ROCKETS, *(Library(one.library_id, one.name, one.name) for one in custom)]
    finder = finder_of(Catalogue(libraries), FakeEnvironment("brightwheel"))
    store = open_store(None)
    if listed:
        toc = Toc((TocEntry("Fins", listed),), SourceName.LLMS_TXT, f"{SITE}/llms.txt")
        await store.put_toc(ROCKETS.library_id, toc, FakeClock()())
    ownership = Ownership(sources, store, finder)
    try:
        yield Rules(UrlService(ownership, fetcher), ownership, fetcher, names)
    finally:
        await fetcher.close()
        await store.close()


async def test_a_known_site_is_read(tmp_path: Path) -> None:
    async with rules(tmp_path) as known:
        verdict = await known.of(f"{SITE}/engines#thrust")
    assert (verdict.allowed, verdict.rule, verdict.library_id) == (True, UrlRule.DOCUMENTATION_SITE, "acme/rockets")
    assert verdict.addresses == (JudgedAddress(PUBLIC, "0.0.0.0/0", "public", True),)
    assert "acme/rockets" in verdict.reason
    assert verdict.url == f"{SITE}/engines#thrust"


async def test_a_host_that_the_configuration_allows(tmp_path: Path) -> None:
    async with rules(tmp_path) as known:
        verdict = await known.of("https://allowed.example/page")
        known.names.known["allowed.example"] = ["10.0.0.7"]
        private = await known.of("https://allowed.example/page")
    assert (verdict.allowed, verdict.rule, verdict.library_id) == (True, UrlRule.ALLOWLIST, "")
    assert (private.allowed, private.rule) == (False, UrlRule.ADDRESS)


async def test_a_stored_toc_decides_for_pages_elsewhere(tmp_path: Path) -> None:
    async with rules(tmp_path, listed="https://elsewhere.example/fins") as known:
        assert (await known.of("https://elsewhere.example/fins")).rule is UrlRule.STORED_TOC
        other = await known.of("https://elsewhere.example/other")
    assert (other.allowed, other.rule, other.addresses) == (False, UrlRule.NO_LIBRARY, ())


async def test_a_custom_source_names_its_origin(tmp_path: Path) -> None:
    async with rules(tmp_path) as known:
        known.names.known["wiki.internal"] = ["10.0.0.7"]
        verdict = await known.of(f"{WIKI}/docs/page")
        beside = await known.of(f"{WIKI}/other/page")
    assert (verdict.allowed, verdict.rule, verdict.source) == (True, UrlRule.CUSTOM_SOURCE, "wiki")
    assert verdict.addresses == (JudgedAddress("10.0.0.7", "10.0.0.0/8", "private use", True),)
    assert "private" in verdict.reason
    assert (beside.allowed, beside.rule) == (False, UrlRule.URL_FORM)


async def test_what_needs_no_network(tmp_path: Path) -> None:
    (tmp_path / "guide.md").write_text("# Guide\n")
    async with rules(tmp_path) as known:
        file = await known.of((tmp_path / "guide.md").as_uri())
        here = await known.of("pypi://brightwheel/1.2.3/readme")
        gone = await known.of("pypi://brightwheel/9.9/readme")
        nobodys = await known.of("pypi://boats/1/readme")
        assert known.names.asked == []
    assert (file.allowed, file.rule, file.source) == (True, UrlRule.CUSTOM_SOURCE, "manual")
    assert (here.allowed, here.rule, here.library_id) == (True, UrlRule.INSTALLED_PACKAGE, "pypi/brightwheel")
    assert "no version that is installed" in gone.reason
    assert (nobodys.allowed, nobodys.rule) == (False, UrlRule.NO_LIBRARY)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("https://ann:s3cret@docs.rockets.example/", "user information"),
        ("https://docs.rockets.example:8443/", "port is not a web port"),
        ("http://docs.rockets.example/", "plain http"),
        ("https://docs.rockets.example\\@evil.example/", "backslash"),
        ("https://0x7f.1/", "address in an odd spelling"),
        ("https://2130706433/", "address in an odd spelling"),
        ("https://[::1%eth0]/", "address with a zone"),
        ("pypi://boats", "no package has this page; an address of a package is pypi://NAME/VERSION/readme"),
        ("ftp://docs.rockets.example/", "scheme other than http and https"),
        ("file:///etc/passwd", "scheme other than http and https"),
        ("javascript:alert(1)", "scheme other than http and https"),
        ("https://metadata.google.internal/", "metadata service"),
        ("https://docs.rockets.example/a\x1b[31mb", "control or space character"),
        ("https://docs.rockets.example/" + "a" * 100_000, "too long"),
        ("rockets", "not an absolute URL"),
        ("", "not an absolute URL"),
        ("https://[", "malformed host"),
        ("https://\udcff/", "control or space character"),
    ],
)
async def test_the_form_of_a_url_refuses_it(tmp_path: Path, url: str, reason: str) -> None:
    async with rules(tmp_path) as known:
        verdict = await known.of(url)
        assert known.names.asked == []
    assert (verdict.allowed, verdict.rule, verdict.reason) == (False, UrlRule.URL_FORM, reason)


async def test_a_name_of_another_alphabet_is_dialled_in_ascii(tmp_path: Path) -> None:
    async with rules(tmp_path, listed="https://bücher.example/") as known:
        verdict = await known.of("https://bücher.example/")
        assert known.names.asked == ["xn--bcher-kva.example"]
    assert verdict.allowed


@pytest.mark.parametrize(
    ("address", "purpose", "block"),
    [
        ("10.0.0.7", "private use", "10.0.0.0/8"),
        ("127.0.0.1", "loopback", "127.0.0.0/8"),
        ("::1", "loopback", "::1/128"),
        ("::ffff:8.8.8.8", "wraps an IPv4 address", "::ffff:0:0/96"),
        ("169.254.169.254", "link-local", "169.254.0.0/16"),
    ],
)
async def test_an_address_that_is_not_public_refuses_a_known_site(
    tmp_path: Path, address: str, purpose: str, block: str
) -> None:
    async with rules(tmp_path) as known:
        known.names.known["docs.rockets.example"] = [PUBLIC, address]
        verdict = await known.of(f"{SITE}/engines")
    assert (verdict.allowed, verdict.rule) == (False, UrlRule.ADDRESS)
    assert [one.allowed for one in verdict.addresses] == [True, False]
    assert verdict.reason.startswith("docs.rockets.example resolves to ")
    assert purpose in verdict.reason
    assert block in verdict.reason


async def test_an_address_for_a_host_says_its_range_though_it_is_nobodys(tmp_path: Path) -> None:
    async with rules(tmp_path) as known:
        private = await known.of("https://10.0.0.7/")
        public = await known.of(f"https://{PUBLIC}/")
    assert (private.rule, private.reason) == (UrlRule.ADDRESS, "10.0.0.7 is not public: private use (10.0.0.0/8)")
    assert (public.allowed, public.rule) == (False, UrlRule.NO_LIBRARY)


async def test_a_name_that_has_no_address(tmp_path: Path) -> None:
    async with rules(tmp_path) as known:
        known.names.known["docs.rockets.example"] = []
        verdict = await known.of(f"{SITE}/engines")
    assert (verdict.allowed, verdict.rule, verdict.library_id) == (False, UrlRule.NAME, "acme/rockets")


async def test_no_name_is_looked_up_where_none_shall_be(tmp_path: Path) -> None:
    async with rules(tmp_path) as known:
        verdict = await known.of(f"{SITE}/engines", look_up=False)
        assert known.names.asked == []
    assert (verdict.allowed, verdict.addresses) == (True, ())


async def test_a_proxy_looks_names_up_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "http://proxy.internal:3128")
    async with rules(tmp_path, proxies=True) as known:
        verdict = await known.of(f"{SITE}/engines")
        assert known.names.asked == []
    assert (verdict.allowed, verdict.by_proxy) == (True, True)


@pytest.mark.parametrize(
    "url",
    [
        f"{SITE}/engines",
        f"{SITE}:443/engines",
        f"{SITE}:8443/engines",
        f"{SITE}/engines and fins",
        "https://10.0.0.7/",
        f"{WIKI}/docs/a",
        f"{WIKI.upper()}/docs/a",
        "https://nobody.example/",
        "x",
    ],
)
@pytest.mark.parametrize("address", [PUBLIC, "10.0.0.7"])
async def test_the_verdict_is_what_a_fetch_meets(tmp_path: Path, url: str, address: str) -> None:
    async with rules(tmp_path) as known:
        known.names.known = {"docs.rockets.example": [address], "wiki.internal": [address]}
        verdict = await known.of(url)
        refused = ""
        try:
            address_read = address_of(url)
            claim = await known.ownership.claim(address_read)
            origins = claim.source.named_origins(address_read)
            route = await known.fetcher.route(address_read, origins=origins)
            refused = "" if all(one.allowed for one in route.addresses) else "address"
        except DocsError as fact:
            refused = type(fact).__name__
    assert verdict.allowed is (refused == "")
