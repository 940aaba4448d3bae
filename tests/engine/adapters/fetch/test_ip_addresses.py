from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from bench.addresses import differences
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.adapters.fetch.ip_addresses import is_local, is_public

# Each range with its first and last address; the neighbours just outside stand in PUBLIC.
NOT_PUBLIC = [
    "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",
    "127.255.255.255", "168.63.129.16", "169.254.0.0", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.8",
    "192.0.2.1", "192.88.99.1", "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.1",
    "203.0.113.9", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::7f00:1", "::ffff:8.8.8.8", "::ffff:0:8.8.8.8", "64:ff9b::8.8.8.8", "64:ff9b:1::1", "100::1",
    "2001::1", "2001:10::1", "2001:20::1", "2001:db8::1", "2002:808:808::1", "3fff::1", "5f00::1", "fc00::1", "fdff::1",
    "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "2606:4700::5efe:10.0.0.1", "2606:4700::200:5efe:10.0.0.1",
]  # fmt: skip
PUBLIC = [
    "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
    "168.63.129.15", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0",
    "198.17.255.255", "198.20.0.0", "223.255.255.255",
    "2001:200::1", "2001:db7:ffff::1", "2001:db9::1", "2001:4860:4860::8888", "2003::1", "2606:4700::1111", "2a00::1",
]  # fmt: skip
LOCAL = ["10.1.2.3", "127.0.0.1", "172.20.0.1", "192.168.1.1", "100.64.1.1", "::1", "fd00:aaaa::10"]
NOBODYS = [
    "0.0.0.0", "169.254.169.254", "169.254.1.1", "100.100.100.200", "224.0.0.1", "255.255.255.255", "8.8.8.8",
    "::", "fe80::1", "fd00:ec2::254", "ff02::1", "::ffff:10.0.0.1", "64:ff9b::10.0.0.1", "fd00::1%eth0",
]  # fmt: skip


@pytest.mark.parametrize("text", NOT_PUBLIC)
def test_special_ranges_are_not_public(text: str) -> None:
    assert not is_public(ip_address(text))


@pytest.mark.parametrize("text", PUBLIC)
def test_their_neighbours_are_public(text: str) -> None:
    assert is_public(ip_address(text))


@pytest.mark.parametrize("text", LOCAL)
def test_an_operators_network_is_local(text: str) -> None:
    assert is_local(ip_address(text))


@pytest.mark.parametrize("text", NOBODYS)
def test_what_nobody_may_reach_is_not_local(text: str) -> None:
    assert not is_local(ip_address(text))


@given(st.integers(0, 2**32 - 1))
def test_wrapping_an_ipv4_address_never_makes_it_public(number: int) -> None:
    wrappers = ("::", "::ffff:0:0", "64:ff9b::", "2002::", "2001::")
    shifts = (0, 0, 0, 80, 0)
    for wrapper, shift in zip(wrappers, shifts, strict=True):
        assert not is_public(IPv6Address(int(IPv6Address(wrapper)) | number << shift))


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**128 - 1))
def test_no_address_is_both_public_and_local(v4: int, v6: int) -> None:
    for address in (IPv4Address(v4), IPv6Address(v6)):
        assert not (is_public(address) and is_local(address))


async def test_the_guard_agrees_with_an_independent_range_table_on_every_spelling() -> None:
    assert await differences(400, seed=5) == []
