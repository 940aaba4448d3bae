"""What may be served, and what the operator is told at the start."""

import pytest
from tests.server.access.conftest import Team

from pro_context.access.start_checks import check, notices
from pro_context.configuration.server_settings import CannotStart


@pytest.mark.parametrize(
    ("saying", "named"),
    [
        ("server: { host: 0.0.0.0 }\nsecurity: { requireKey: false }\n", "security.requireKey"),
        ("server: { host: docs.example.com }\nsecurity: { requireKey: false }\n", "security.requireKey"),
        ("server: { trustedProxies: [10.0.0.300] }\n", "server.trustedProxies"),
        ("server: { trustedProxies: [10.0.0.0/99] }\n", "server.trustedProxies"),
    ],
)
def test_what_lets_anybody_in_is_not_served(team: Team, saying: str, named: str) -> None:
    with pytest.raises(CannotStart, match=named):
        check(team.settings(saying))


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "'::1'", "127.0.0.2"])
def test_open_access_is_for_this_machine(team: Team, host: str) -> None:
    settings = team.settings(f"server: {{ host: {host} }}\nsecurity: {{ requireKey: false }}\n")
    check(settings)
    assert notices(settings, "", tls=False) == ["requests need no key (security.requireKey: false)"]


def test_keys_in_the_clear_are_warned_of_in_one_line(team: Team) -> None:
    settings = team.settings("server: { host: 0.0.0.0 }\n")
    check(settings)
    (line,) = notices(settings, "", tls=False)
    assert "0.0.0.0:3100" in line
    assert notices(settings, "", tls=True) == []
    assert notices(team.settings("server: { host: 0.0.0.0, trustedProxies: [10.0.0.7] }\n"), "", tls=False) == []
    assert notices(team.settings(""), "", tls=False) == []


def test_the_key_of_this_start_is_told(team: Team) -> None:
    _, made = team.ring()
    assert any(line.endswith(made) for line in notices(team.settings(""), made, tls=True))
