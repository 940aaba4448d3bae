import pytest

from pro_context_engine.domain.model import Library
from pro_context_engine.libraries.registry.site_owners import Addresses


def library(name: str, docs_url: str | None = None, llms_txt_url: str | None = None) -> Library:
    return Library(f"acme/{name}", name, name.title(), docs_url=docs_url, llms_txt_url=llms_txt_url)


ADDRESSES = Addresses(
    [
        library("suite", "https://docs.acme.example/"),
        library("rockets", "https://docs.acme.example/rockets/index.html", "https://llms.acme.example/llms.txt"),
        library("moon", "https://acme.github.io/moon/guide/"),
        library("home", "https://home.github.io/"),
        library("forge", "https://github.com/acme/forge"),
        library("raw", None, "https://raw.githubusercontent.com/acme/raw/main/llms.txt"),
        library("owner", "https://github.com/lonely"),
        library("ported", "https://ported.example:8443/"),
        library("broken", "https://[broken/"),
        library("nameless"),
    ]
)


@pytest.mark.parametrize(
    ("url", "owner"),
    [
        ("https://docs.acme.example/other/page", "suite"),
        ("https://docs.acme.example/rockets/engines", "rockets"),
        ("https://docs.acme.example/rockets", "rockets"),
        ("https://docs.acme.example/rockets-two/", "suite"),
        ("https://DOCS.acme.example/", "suite"),
        ("https://docs.acme.example", "suite"),
        ("https://llms.acme.example/engines.md?raw=1", "rockets"),
        ("https://acme.github.io/moon/api", "moon"),
        ("https://home.github.io/anything/below", "home"),
        ("https://github.com/acme/forge/blob/main/README.md", "forge"),
        ("https://raw.githubusercontent.com/acme/raw/main/docs/a.md", "raw"),
        ("https://ported.example:8443/a", "ported"),
    ],
)
def test_a_page_belongs_to_the_library_on_whose_site_it_lies(url: str, owner: str) -> None:
    assert ADDRESSES.owner(url) == f"acme/{owner}"


@pytest.mark.parametrize(
    "url",
    [
        "http://docs.acme.example/rockets",  # not https
        "https://docs.acme.example.evil.example/",
        "https://evil.example/docs.acme.example/",
        "https://user@docs.acme.example/",
        "https://docs.acme.example:444/",
        "https://acme.github.io/other/",  # another project of the tenant
        "https://acme.github.io/moonshine/",
        "https://evil.github.io/moon/",
        "https://github.com/acme/other",
        "https://github.com/acme/forgery",
        "https://github.com/lonely/anything",  # a whole account is no library
        "https://raw.githubusercontent.com/evil/raw/main/llms.txt",
        "https://github.com/acme/forge/../../evil/repo",
        "https://github.com/acme/forge/%2e%2E/%2e%2e/evil/repo",
        "https://github.com/acme/forge/..%2f..%2fevil/repo",
        "https://github.com/acme/forge/..\\..\\evil",
        "https://github.com/acme/forge/%252e%252e/evil",
        "https://ported.example/a",
        "https://[",
        "file:///etc/passwd",
        "docs.acme.example/rockets",
        "",
    ],
)
def test_everything_else_belongs_to_nobody(url: str) -> None:
    assert ADDRESSES.owner(url) is None


def test_of_libraries_at_the_same_place_the_first_is_meant() -> None:
    same = "https://docs.same.example/"
    assert Addresses([library("first", same), library("second", same)]).owner(f"{same}a") == "acme/first"


@pytest.mark.parametrize(
    ("url", "owner"),
    [
        ("https://pump.readthedocs.io/en/latest/a", "acme/pump"),
        ("https://other.readthedocs.io/en/latest/a", None),
        ("https://readthedocs.io/pump/", None),
        ("https://pump.readthedocs.io.evil.example/", None),
    ],
)
def test_on_read_the_docs_each_host_is_one_librarys(url: str, owner: str | None) -> None:
    assert Addresses([library("pump", "https://pump.readthedocs.io/en/stable/")]).owner(url) == owner
