import pytest
from hypothesis import given
from hypothesis import strategies as st

from pro_context_engine.adapters.fetch.urls import join_url, parse_url
from pro_context_engine.domain.errors import UrlRefused


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("https://docs.example", "https://docs.example/"),
        ("HTTPS://Docs.Example:443/A?q#f", "https://docs.example/A?q"),
        ("https://docs.example./x", "https://docs.example/x"),
        ("https://docs.example:/x", "https://docs.example/x"),
        ("http://docs.example:8080/x", "http://docs.example:8080/x"),
        ("https://docs.example?q=1", "https://docs.example/?q=1"),
        ("https://docs.example/ä?ö=%20", "https://docs.example/%C3%A4?%C3%B6=%20"),
        ("https://docs.example/a?b=\\c", "https://docs.example/a?b=%5Cc"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("https://docs。example/", "https://docs.example/"),
        ("https://1.2.3.4/", "https://1.2.3.4/"),
        ("https://[2606:4700:0::1111]:444/", "https://[2606:4700::1111]:444/"),
        ("https://v3.docs_old.example/", "https://v3.docs_old.example/"),
    ],
)
def test_urls_have_one_normal_form(text: str, normal: str) -> None:
    url = parse_url(text)
    assert str(url) == normal
    assert parse_url(normal) == url


@pytest.mark.parametrize(
    "text",
    [
        "", "docs.example/x", "//docs.example/x", "https:/docs.example", "https:docs.example", "https:///x", "https://:443/",
        "ftp://docs.example/", "file:///etc/hosts", "javascript:alert(1)", "data:text/plain,x",
        "https://user@docs.example/", "https://user:pw@docs.example/", "https://a@b@docs.example/",
        "https://docs.example\\@other.example/", "https://docs.example\\x", "https://docs.example/a\\b",
        " https://docs.example/", "https://docs.example/ x", "https://docs.example/\nx", "https://docs.example/\tx",
        "https://docs.example/\0", "https://docs.example/\u200b", "https://docs.example/\u202e", "https://docs.example/\ud800",
        "https://docs.example:0/", "https://docs.example:65536/", "https://docs.example:+80/", "https://docs.example:8_0/",
        "https://docs.example:８０/", "https://docs.example:80:80/", "https://docs.example:x/",
        "https://docs%2eexample/", "https://docs..example/", "https://.example/", "https://exa mple/", "https://a,b/",
        "https://[::1", "https://[::1]x/", "https://[::1%25eth0]/", "https://[fe80::1%eth0]/", "https://[1.2.3.4]/",
        "https://" + "a" * 64 + ".example/", "https://docs.example/" + "a" * 2048,
    ],
)  # fmt: skip
def test_what_could_be_read_in_two_ways_is_refused(text: str) -> None:
    with pytest.raises(UrlRefused):
        parse_url(text)


@given(st.ip_addresses(v=4))
def test_an_ipv4_address_passes_in_its_canonical_spelling_only(address: object) -> None:
    canonical = str(address)
    parts = [int(part) for part in canonical.split(".")]
    number = int.from_bytes(bytes(parts), "big")
    assert str(parse_url(f"https://{canonical}/").address) == canonical
    spellings = {
        str(number),
        hex(number),
        oct(number).replace("0o", "0"),
        ".".join(hex(part) for part in parts),
        ".".join(f"0{part:o}" for part in parts),
        ".".join(f"{part:03d}" for part in parts),
        f"{parts[0]}.{number & 0xFFFFFF}",
        f"{parts[0]}.{parts[1]}.{number & 0xFFFF}",
        f"{canonical}.",
        canonical.replace(".", "。"),
        "".join(chr(ord("０") + int(digit)) if digit.isdigit() else digit for digit in canonical),
        canonical.replace("1", "%31"),
    } - {canonical}
    for spelling in spellings:
        with pytest.raises(UrlRefused):
            parse_url(f"https://{spelling}/")


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for candidate in (text, f"https://{text}", f"https://docs.example/{text}"):
        try:
            url = parse_url(candidate)
        except UrlRefused:
            continue
        assert parse_url(str(url)) == url


@pytest.mark.parametrize(
    ("reference", "target"),
    [
        ("/x", "https://docs.example/x"),
        ("x?y", "https://docs.example/a/x?y"),
        ("../x", "https://docs.example/x"),
        ("//other.example/x", "https://other.example/x"),
        ("http://other.example", "http://other.example/"),
        ("#part", "https://docs.example/a/b"),
    ],
)
def test_references_are_resolved(reference: str, target: str) -> None:
    assert str(join_url(parse_url("https://docs.example/a/b"), reference)) == target


@pytest.mark.parametrize("reference", ["http://a\nb/", "//user@other.example", "javascript:x", "http://[::1", "\\\\x"])
def test_a_reference_is_read_as_strictly(reference: str) -> None:
    with pytest.raises(UrlRefused):
        join_url(parse_url("https://docs.example/a/b"), reference)
