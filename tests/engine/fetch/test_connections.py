import pytest

from pro_context_engine.fetch.connections import Connections
from pro_context_engine.fetch.urls import parse_url
from pro_context_engine.settings import FetchLimits

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
    connections = Connections(FetchLimits(), trust_environment_proxies=trusted)
    assert connections.proxy(parse_url(url)) == proxy
