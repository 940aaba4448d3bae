import pytest

from pro_context_engine.sources.sites import absolute_url, speaks_for

DOCUMENT = "https://docs.example/llms-full.txt"


@pytest.mark.parametrize(
    ("url", "document", "own"),
    [
        ("https://docs.example/a", DOCUMENT, True),
        ("http://docs.example/a", DOCUMENT, True),
        ("https://www.docs.example/a", DOCUMENT, True),
        ("https://DOCS.example/a", DOCUMENT, True),
        ("https://api.docs.example/a", DOCUMENT, True),
        ("https://example/a", DOCUMENT, False),
        ("https://otherdocs.example/a", DOCUMENT, False),
        ("https://docs.example.evil.example/a", DOCUMENT, False),
        ("https://docs.example:8443/a", DOCUMENT, False),
        ("https://docs.example@evil.example/a", DOCUMENT, False),
        ("https://evil@docs.example/a", DOCUMENT, False),
        ("https://docs.example/a/../b", DOCUMENT, False),
        ("ftp://docs.example/a", DOCUMENT, False),
        ("https:///a", DOCUMENT, False),
        ("https://[docs.example/a", DOCUMENT, False),
        ("", DOCUMENT, False),
        ("file:///docs/a.md", "file:///docs/llms.txt", False),
        ("https://github.com/owner/name/wiki", "https://github.com/owner/name/llms.txt", True),
        ("https://github.com/owner/other/wiki", "https://github.com/owner/name/llms.txt", False),
        ("https://owner.github.io/name/a", "https://owner.github.io/name/llms.txt", True),
        ("https://owner.github.io/name", "https://owner.github.io/name/llms.txt", True),
        ("https://owner.github.io/other/a", "https://owner.github.io/name/llms.txt", False),
        ("https://owner.github.io/a", "https://owner.github.io/llms.txt", True),
        ("https://owner.github.io/a", "https://github.io/llms.txt", False),
        ("https://name.example/a", "https://docs.name.example/llms.txt", True),
        ("https://owner.readthedocs.io/a", "https://readthedocs.io/llms.txt", False),
        ("https://other.readthedocs.io/a", "https://owner.readthedocs.io/llms.txt", False),
    ],
)
def test_what_a_document_speaks_for(url: str, document: str, own: bool) -> None:
    assert speaks_for(document, url) is own


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("/guide", "https://docs.example/guide"),
        ("guide#part", "https://docs.example/guide"),
        ("http://docs.example/guide?a=1", "https://docs.example/guide?a=1"),
        ("//evil.example/guide", "https://evil.example/guide"),
        ("javascript:alert(1)", ""),
        ("https://[bad", ""),
    ],
)
def test_addresses_become_absolute(address: str, url: str) -> None:
    assert absolute_url(address, DOCUMENT) == url
