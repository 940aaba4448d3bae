"""Limits that a site tells."""

from datetime import UTC, datetime

import pytest
from tests.engine.adapters.fetch.conftest import FakeNetwork

from pro_context_engine.adapters.fetch.rate_limits import github_requests_left, limited
from pro_context_engine.domain.errors import FetchFailed
from pro_context_engine.domain.fetching import Credentials

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


async def test_a_limit_is_not_tried_again(network: FakeNetwork) -> None:
    network.status(f"{SITE}/a", 429, **{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "99999999999"})
    with pytest.raises(FetchFailed) as caught:
        await network.fetcher().fetch(f"{SITE}/a")
    assert len(network.requests) == 1
    assert caught.value.answered


async def test_credentials_do_not_follow_a_redirect(network: FakeNetwork) -> None:
    network.redirect(f"{SITE}/a", "https://other.example/a")
    network.text("https://other.example/a", "text")
    await network.fetcher().fetch(f"{SITE}/a", credentials=Credentials(SITE, "Bearer secret"))
    assert [request.headers.get("authorization") for request in network.requests] == ["Bearer secret", None]


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
def test_what_github_still_takes_is_known_by_its_own_word(host: str, headers: dict[str, str], left: int | None) -> None:
    assert github_requests_left(host, headers) == left
