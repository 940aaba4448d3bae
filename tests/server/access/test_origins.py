"""Which names and pages are served: parsed and compared whole, never by how they begin."""

import pytest
from tests.server.access.conftest import GENEROUS, INITIALIZE, PING, Team

from pro_context.access.origins import Hosts, Origins, own_hosts

LOOPBACK = own_hosts("127.0.0.1", [])
NETWORK = own_hosts("0.0.0.0", ["docs.example.com", "other.example.com:8443"])


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:3100", "LOCALHOST", "localhost.", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:65535"],
)
def test_loopback_names_are_the_servers_own(host: str) -> None:
    assert LOOPBACK.takes(host)


@pytest.mark.parametrize(
    "host",
    [
        None, "", "evil.example", "localhost.evil.example", "localhost:3100.evil.example", "127.0.0.1.evil.example",
        "evil.example:localhost", "localhost:", "localhost:0", "localhost:65536", "localhost:http", "user@localhost",
        "localhost,evil.example", "localhost/", "::1", "[::1", "[::1].evil.example", "10.0.0.1", "169.254.169.254",
        "0x7f.1", "local host", "localhost\t", "*", "a" * 70_000, "localhost" + "." * 70_000,
    ],
)  # fmt: skip
def test_other_names_are_not(host: str | None) -> None:
    assert not LOOPBACK.takes(host)


@pytest.mark.parametrize(
    ("host", "taken"),
    [
        ("docs.example.com", True),
        ("docs.example.com:443", True),
        ("DOCS.EXAMPLE.COM:3100", True),
        ("other.example.com:8443", True),
        ("other.example.com", False),
        ("other.example.com:8444", False),
        ("a.docs.example.com", False),
        ("docs.example.com.evil.example", False),
        ("10.1.2.3:3100", True),
        ("[2001:db8::1]:3100", True),
        ("10.1.2.3.evil.example", False),
        ("rebound.evil.example:3100", False),
    ],
)
def test_on_a_network_its_addresses_and_what_is_configured_are(host: str, taken: bool) -> None:
    assert NETWORK.takes(host) is taken


def test_an_asterisk_takes_every_name_but_makes_no_page_its_own() -> None:
    hosts = own_hosts("0.0.0.0", ["*"])
    assert hosts.takes("rebound.evil.example")
    assert not hosts.takes("two words")
    assert not Origins([], hosts).takes("http://rebound.evil.example", "rebound.evil.example")


@pytest.mark.parametrize(
    "origin",
    [
        "http://localhost", "https://localhost", "http://localhost:5173", "https://127.0.0.1:1", "http://[::1]:8000",
        "HTTP://LOCALHOST",
    ],
)  # fmt: skip
def test_pages_of_this_machine_may_call(origin: str) -> None:
    assert Origins([], LOOPBACK).takes(origin, "localhost:3100")


@pytest.mark.parametrize(
    "origin",
    [
        "null", "", "https://evil.example", "http://localhost.evil.example", "http://localhost:80.evil.example",
        "http://localhost@evil.example", "http://evil.example#localhost", "http://evil.example/localhost",
        "ftp://localhost", "file://", "http://localhost:99999", "http://localhost:", "localhost", "http://",
        "http://localhost http://evil.example", "http://localhost,http://evil.example", "chrome-extension://abc",
    ],
)  # fmt: skip
@pytest.mark.parametrize("configured", [[], ["https://docs.example.com"]])
def test_other_pages_may_not(origin: str, configured: list[str]) -> None:
    assert not Origins(configured, LOOPBACK).takes(origin, "localhost:3100")


def test_configured_origins_are_compared_by_scheme_host_and_port() -> None:
    origins = Origins(["https://docs.example.com", "http://dev.example.com:8080", "chrome-extension://abc"], LOOPBACK)
    for origin in ("https://docs.example.com", "https://DOCS.example.com:443", "http://dev.example.com:8080"):
        assert origins.takes(origin, "localhost")
    assert origins.takes("chrome-extension://abc", "localhost")
    for origin in (
        "http://docs.example.com", "https://docs.example.com:8443", "http://dev.example.com",
        "https://docs.example.com.evil.example", "https://adocs.example.com", "chrome-extension://abd",
    ):  # fmt: skip
        assert not origins.takes(origin, "localhost")


def test_an_asterisk_takes_every_page_but_the_one_without_a_name() -> None:
    assert Origins(["*"], LOOPBACK).takes("https://anything.example", "localhost")
    for origin in ("null", "", "https://user@anything.example", "https://any thing"):
        assert not Origins(["*"], LOOPBACK).takes(origin, "localhost")
    assert Origins(["null"], LOOPBACK).takes("null", "localhost")


def test_pages_of_the_server_itself_may_call() -> None:
    origins = Origins([], NETWORK)
    assert origins.takes("https://docs.example.com", "docs.example.com")
    assert origins.takes("http://10.1.2.3:3100", "10.1.2.3:3100")
    assert not origins.takes("https://docs.example.com:8443", "docs.example.com")
    assert not origins.takes("https://docs.example.com", "10.1.2.3:3100")
    assert not origins.takes("https://docs.example.com", None)


def test_without_a_bound_address_nothing_is_known() -> None:
    assert not Hosts(frozenset()).takes("evil.example")


# Over HTTP


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost:5173"}, 200),
        ({}, 200),
    ],
)
def test_foreign_names_and_pages_are_refused_before_the_key_is_looked_at(
    team: Team, headers: dict[str, str], status: int
) -> None:
    key = team.key()
    client = team.client()
    with_key = client.post("/mcp", json=INITIALIZE, headers={**headers, "Authorization": f"Bearer {key}"})
    without = client.post("/mcp", json=INITIALIZE, headers=headers)
    assert (with_key.status_code, without.status_code) == (status, 401 if status == 200 else status)
    if status != 200:
        assert with_key.json()["error"]["code"] == -32600
        assert "access-control-allow-origin" not in with_key.headers


def test_an_asterisk_does_not_switch_the_check_of_names_off(team: Team) -> None:
    client = team.client(f"security: {{ cors: {{ origins: ['*'] }} }}\n{GENEROUS}", team.key())
    page = {"Origin": "https://anything.example"}
    assert client.post("/mcp", json=PING, headers=page).status_code == 200
    assert client.post("/mcp", json=PING, headers={**page, "Host": "evil.example"}).status_code == 421


@pytest.mark.parametrize("method", ["POST", "GET", "DELETE"])
def test_browsers_are_told_what_pages_may_send(team: Team, method: str) -> None:
    asked = "authorization, content-type, mcp-param-libraryid, x-evil"
    response = team.client().options(
        "/mcp",
        headers={
            "Origin": "http://localhost:5173",
            "Access-Control-Request-Method": method,
            "Access-Control-Request-Headers": asked,
        },
    )
    assert response.status_code == 204
    assert response.headers["access-control-allow-origin"] == "http://localhost:5173"
    assert method in response.headers["access-control-allow-methods"].split(", ")
    allowed = response.headers["access-control-allow-headers"].split(", ")
    assert {
        "authorization", "content-type", "accept", "mcp-protocol-version", "mcp-session-id", "mcp-method", "mcp-name",
        "last-event-id", "mcp-param-libraryid",
    } == set(allowed)  # fmt: skip
    assert "access-control-allow-credentials" not in response.headers


def test_pages_may_read_the_answers_and_the_refusals(team: Team) -> None:
    key = team.key()
    client = team.client()
    page = {"Origin": "http://localhost:5173"}
    for headers in (page, {**page, "Authorization": f"Bearer {key}"}):
        response = client.post("/mcp", json=PING, headers=headers)
        assert response.headers["access-control-allow-origin"] == "http://localhost:5173"
        exposed = response.headers["access-control-expose-headers"].lower()
        for name in ("mcp-session-id", "www-authenticate", "retry-after", "x-ratelimit-remaining"):
            assert name in exposed
        assert "origin" in response.headers["vary"].lower()
    assert "access-control-allow-origin" not in client.post("/mcp", json=PING).headers


def test_a_foreign_page_is_refused_when_it_asks_first(team: Team) -> None:
    response = team.client().options(
        "/mcp", headers={"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    )
    assert response.status_code == 403
    assert "access-control-allow-origin" not in response.headers
