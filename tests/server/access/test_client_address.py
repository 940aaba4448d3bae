"""Whose address counts: a proxy's word only where the proxy is trusted."""

import pytest

from pro_context.access.asgi_scope import RequestHeaders
from pro_context.access.client_address import UNKNOWN, ClientAddresses

TRUSTED = ClientAddresses(["10.0.0.0/8", "2001:db8::7"])


def of(peer: str, *headers: tuple[str, str]) -> str:
    raw = [(name.lower().encode(), value.encode()) for name, value in headers]
    return TRUSTED.of((peer, 5000), RequestHeaders({"headers": raw}))


@pytest.mark.parametrize("name", ["Forwarded", "X-Forwarded-For"])
def test_strangers_are_not_believed(name: str) -> None:
    said = "for=1.2.3.4" if name == "Forwarded" else "1.2.3.4"
    assert of("192.0.2.9", (name, said)) == "192.0.2.9"


@pytest.mark.parametrize(
    ("headers", "address"),
    [
        ([("X-Forwarded-For", "198.51.100.7")], "198.51.100.7"),
        ([("X-Forwarded-For", "6.6.6.6, 198.51.100.7")], "198.51.100.7"),
        ([("X-Forwarded-For", "6.6.6.6, 198.51.100.7, 10.9.9.9")], "198.51.100.7"),
        ([("X-Forwarded-For", "6.6.6.6"), ("X-Forwarded-For", "198.51.100.7")], "198.51.100.7"),
        ([("Forwarded", "for=198.51.100.7;proto=https")], "198.51.100.7"),
        ([("Forwarded", 'for=6.6.6.6, by=x;FOR="198.51.100.7:4711"')], "198.51.100.7"),
        ([("Forwarded", 'for="[2001:db8:1:2:3::4]:4711"')], "2001:db8:1:2::/64"),
        ([("Forwarded", "for=198.51.100.7"), ("X-Forwarded-For", "6.6.6.6")], "198.51.100.7"),
        ([("Forwarded", "for=unknown")], "10.0.0.1"),
        ([("X-Forwarded-For", "nonsense")], "10.0.0.1"),
        ([("X-Forwarded-For", "")], "10.0.0.1"),
        ([], "10.0.0.1"),
        ([("X-Forwarded-For", ", ".join(["10.1.1.1"] * 5_000))], "10.1.1.1"),
    ],
)
def test_trusted_proxies_are_believed_from_the_nearest_on(headers: list[tuple[str, str]], address: str) -> None:
    assert of("10.0.0.1", *headers) == address


def test_one_client_has_a_whole_network_of_ipv6_and_mapped_addresses_are_their_ipv4() -> None:
    assert of("2001:db8:5:6:7::8") == of("2001:db8:5:6:9::a") == "2001:db8:5:6::/64"
    assert of("::ffff:192.0.2.9") == "192.0.2.9"
    assert TRUSTED.of(None, RequestHeaders({"headers": []})) == UNKNOWN


def test_what_is_no_network_is_told() -> None:
    with pytest.raises(ValueError, match="300"):
        ClientAddresses(["300.1.1.1"])
