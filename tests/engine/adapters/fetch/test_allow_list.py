import pytest

from pro_context_engine.adapters.fetch.allow_list import AllowList


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://docs.example/x", True),
        ("https://DOCS.example/x", True),
        ("https://xdocs.example/x", False),
        ("https://docs.example.evil/x", False),
        ("https://me.pages.example/x", True),
        ("https://a.me.pages.example/x", False),
        ("https://pages.example/x", False),
        ("not an address", False),
    ],
)
def test_a_host_is_allowed_by_its_name_or_by_its_parent(url: str, allowed: bool) -> None:
    assert AllowList(["Docs.example", "*.pages.example"])(url) is allowed
