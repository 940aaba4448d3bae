"""Which spellings of a URL are the same page, and which are left as they are."""

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.adapters.fetch.urls import parse_url
from pro_context_engine.domain.errors import UrlRefused
from pro_context_engine.domain.page_address import address_of, at_anchor


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://docs.example/a?b=c#d", "https://docs.example/a?b=c"),
        ("https://docs.example:443/a", "https://docs.example/a"),
        ("http://docs.example:80", "http://docs.example"),
        ("https://docs.example:/a", "https://docs.example/a"),
        ("HTTPS://Docs.EXAMPLE/A?B", "https://docs.example/A?B"),
        ("HTTP://127.0.0.1:8080/a", "http://127.0.0.1:8080/a"),
        ("http://[FD00::1]:80/a", "http://[fd00::1]/a"),
        ("https://docs.example/my page.md#my part", "https://docs.example/my%20page.md"),
        ("pypi://boats/1/My Page#part", "pypi://boats/1/My Page"),
    ],
)
def test_one_page_has_one_address(url: str, address: str) -> None:
    assert address_of(url) == address_of(address) == address


@pytest.mark.parametrize(
    "url",
    [
        "https://docs.example:80/a",
        "http://docs.example:443/a",
        "https://docs.example:8443/a",
        "https://docs.example:0443/a",
        "https://Me@Docs.example:443/a",
        "https://Docs.example:443@other.example/a",
        "https://Docs.example\\.other.example:443/a",
        "https://Docs .example/a",
        " https://Docs.example/a",
        "https://Docs.example:44 3/a",
        "https://Docs.example\t/a",
        "https:/Docs.example:443/a",
        "https:Docs.example:443/a",
        "https://\u212aube.example:443/a",
        "http\u017f://Docs.example:443/a",
        "https://[::1%25Eth0]:443/a",
        "https://docs.example/a\tb",
        "https://docs.example/a\u00a0b",
    ],
)
def test_what_is_odd_stays_odd(url: str) -> None:
    assert address_of(url) == url


def test_what_is_no_url_is_refused() -> None:
    with pytest.raises(UrlRefused):
        address_of("https://[")


@given(st.from_regex(r"(?i)https?://[a-z.@:\\\\\[\]%0-9 ]{1,20}[/?#a ]{0,4}", fullmatch=True))
def test_a_fetch_goes_where_it_would_have_gone(url: str) -> None:
    try:
        wanted = parse_url(url)
    except UrlRefused:
        return
    assert parse_url(address_of(url)) == wanted


@pytest.mark.parametrize(
    ("anchor", "url"),
    [
        ("", "npm://a/1/readme"),
        ("use-it", "npm://a/1/readme#use-it"),
        ("größe", "npm://a/1/readme#gr%C3%B6%C3%9Fe"),
        ("a b%20c", "npm://a/1/readme#a%20b%2520c"),
        ("a%20b", "npm://a/1/readme#a%20b"),
    ],
)
def test_an_anchor_makes_a_valid_uri(anchor: str, url: str) -> None:
    assert at_anchor("npm://a/1/readme", anchor) == url
    assert address_of(url) == "npm://a/1/readme"


@given(st.text())
def test_any_anchor_makes_a_valid_uri(anchor: str) -> None:
    encodable = anchor.encode("utf-8", "replace").decode()
    assert jsonschema_rs.is_valid(
        {"format": "uri"}, at_anchor("https://docs.example/a", encodable), validate_formats=True
    )
