"""Limits that a site tells."""

from datetime import UTC, datetime

import pytest
from tests.engine.adapters.fetch.conftest import FakeNetwork

from pro_context_engine.adapters.fetch.retries import limited
from pro_context_engine.domain.errors import FetchFailed
from pro_context_engine.domain.fetching import ApiSite, Credentials, LimitHeaders
from pro_context_engine.domain.results import SiteKind
from pro_context_engine.sources.github.addresses import SITE as GITHUB_SITE

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SITE = "https://api.example"


@pytest.mark.parametrize(
    ("status", "headers", "seconds"),
    [
        (403, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": str(int(NOW.timestamp()) + 90)}, 90),
        (429, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": str(int(NOW.timestamp()) + 90)}, 90),
        (403, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "5"}, 1),
        (403, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "99999999999"}, 86_400),
        (403, {"retry-after": "30"}, 30),
        (429, {"retry-after": "30"}, None),  # is waited for
        (403, {"x-ratelimit-remaining": "12", "x-ratelimit-reset": "5"}, None),
        (403, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "soon"}, None),
        (403, {}, None),
        (200, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "5"}, None),
    ],
)
def test_a_limit_is_recognised_by_its_headers(status: int, headers: dict[str, str], seconds: int | None) -> None:
    fact = limited(SITE, status, headers, NOW)
    assert (fact.retry_after if fact else None) == seconds


@pytest.mark.parametrize(("host", "requests"), [("forge.example", 1), ("other.example", 3)])
async def test_a_declared_site_has_words_of_its_own(network: FakeNetwork, host: str, requests: int) -> None:
    words = LimitHeaders("ratelimit-remaining", "ratelimit-reset")
    site = ApiSite(SiteKind.CONFIGURED, frozenset({"forge.example"}), limit_headers=words)
    network.status(f"https://{host}/a", 429, **{"RateLimit-Remaining": "0", "RateLimit-Reset": "99999999999"})
    with pytest.raises(FetchFailed):
        await network.fetcher(sites=[site]).fetch(f"https://{host}/a")
    assert len(network.requests) == requests


async def test_a_limit_is_not_tried_again(network: FakeNetwork) -> None:
    network.status(f"{SITE}/a", 429, **{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "99999999999"})
    with pytest.raises(FetchFailed) as caught:
        await network.fetcher().fetch(f"{SITE}/a")
    assert len(network.requests) == 1
    assert caught.value.answered


@pytest.mark.parametrize("header", ["Authorization", "Private-Token"])
async def test_credentials_do_not_follow_a_redirect(network: FakeNetwork, header: str) -> None:
    network.redirect(f"{SITE}/a", "https://other.example/a")
    network.text("https://other.example/a", "text")
    await network.fetcher().fetch(f"{SITE}/a", credentials=Credentials(SITE, "Bearer secret", header))
    assert [request.headers.get(header) for request in network.requests] == ["Bearer secret", None]


@pytest.mark.parametrize(
    ("host", "headers", "left"),
    [
        ("api.github.com", {"x-ratelimit-remaining": "4850"}, 4850),
        ("api.github.com", {"x-ratelimit-remaining": "0"}, 0),
        ("api.github.com", {"x-ratelimit-remaining": "many"}, None),
        ("api.github.com", {}, None),
        ("api.example", {"x-ratelimit-remaining": "5"}, None),
    ],
)
async def test_requests_left_are_known_by_the_word_of_a_declared_api(
    network: FakeNetwork, host: str, headers: dict[str, str], left: int | None
) -> None:
    network.text(f"https://{host}/a", "text", **headers)
    fetcher = network.fetcher(sites=[GITHUB_SITE])
    await fetcher.fetch(f"https://{host}/a")
    assert fetcher.health().requests_left.get(SiteKind.GITHUB) == left
