"""What fetches tell about the network, by kinds of sites."""

from typing import Any

import pytest

from pro_context_engine.adapters.fetch.circuit_breakers import FAILURES_BEFORE_REST
from pro_context_engine.domain.errors import FetchFailed
from pro_context_engine.domain.results import SiteKind
from pro_context_engine.sources.github.addresses import SITE as GITHUB_SITE

PAGE = "https://docs.example.com/page"


async def test_fetches_are_counted_by_the_kind_of_site(network: Any) -> None:
    fetcher = network.fetcher(sites=[GITHUB_SITE])
    named, github = "https://sdk.example.com/llms.txt", "https://raw.githubusercontent.com/a/b/main/x.md"
    index = "https://index.example.com/simple/x"
    for url in (PAGE, named, github, index):
        network.text(url, "x")
    await fetcher.fetch(PAGE, origins=["https://sdk.example.com"])
    await fetcher.fetch(named, origins=["https://sdk.example.com"])
    await fetcher.fetch(github)
    await fetcher.fetch(index, origins=["https://index.example.com"], proven=["https://index.example.com"])
    assert fetcher.health().by_kind == dict.fromkeys(SiteKind, (1, 0))
    assert (fetcher.health().successes, fetcher.health().troubled) == (4, ())
    assert fetcher.health().last_by_kind.keys() == set(SiteKind)
    assert fetcher.health().last_success == max(fetcher.health().last_by_kind.values())
    assert fetcher.health().requests_left == {}


async def test_sites_that_fail_are_named_the_resting_ones_first(network: Any) -> None:
    fetcher = network.fetcher()
    network.status(PAGE, 500)
    network.status("https://other.example.com/page", 500)
    network.text("https://well.example.com/page", "x")
    await fetcher.fetch("https://well.example.com/page")
    for url in [PAGE] * FAILURES_BEFORE_REST + ["https://other.example.com/page"]:
        with pytest.raises(FetchFailed):
            await fetcher.fetch(url)
    health = fetcher.health()
    assert [(one.origin, one.failures, one.resting) for one in health.troubled] == [
        ("https://docs.example.com", FAILURES_BEFORE_REST, True),
        ("https://other.example.com", 1, False),
    ]
    assert health.by_kind[SiteKind.DOCUMENTATION] == (1, FAILURES_BEFORE_REST + 1)
