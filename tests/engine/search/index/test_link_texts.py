"""The texts of links to other pages."""

import re
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import grows_linearly

from pro_context_engine.search.index.link_texts import MAX_LINK_TERMS, MAX_LINKS, links_of, place_of

PAGE = "https://docs.example/guide/tanks.md"


@pytest.mark.parametrize(
    "url",
    [
        "https://docs.example/guide/valves",
        "https://docs.example/guide/valves/",
        "https://docs.example/guide/valves.md#relief",
        "https://DOCS.example/guide/valves.html?x=1",
        "https://docs.example/guide/valves/index.html",
        "https://docs.example/guide/v%61lves.rst",
    ],
)
def test_every_address_of_a_page_is_one_place(url: str) -> None:
    assert place_of(url) == "docs.example/guide/valves"


@pytest.mark.parametrize(
    "target", ["valves.md", "./valves.md#relief", "../guide/valves/", "/guide/valves.html", "<valves.md>"]
)
def test_a_link_is_followed_from_its_page(target: str) -> None:
    assert links_of(PAGE, f"See [relief valves]({target}).") == [("docs.example/guide/valves", ("relief", "valv"))]


@pytest.mark.parametrize(
    "markdown",
    [
        "[top](#top)",
        "[itself](tanks.md)",
        "[elsewhere](https://other.example/x)",
        "![picture](valves.md)",
        "[...](valves.md)",
        "[bad](http://[x)",
        "[valves]",
    ],
)
def test_other_links_say_nothing_of_another_page(markdown: str) -> None:
    assert links_of(PAGE, markdown) == []


def test_the_same_link_counts_once() -> None:
    assert len(links_of(PAGE, "[valves](valves.md) and [Valves](valves.html), or [relief](valves.md)")) == 2


def test_links_are_bounded() -> None:
    many = links_of(PAGE, " ".join(f"[{'word ' * 30}](page{number})" for number in range(2 * MAX_LINKS)))
    assert len(many) == MAX_LINKS
    assert {len(terms) for _, terms in many} == {MAX_LINK_TERMS}


@pytest.mark.parametrize("unit", ["[", "[a](", "[a](<", "](", "![", "[a]", "[a](b "])
def test_hostile_repetition_takes_linear_time(unit: str) -> None:
    assert grows_linearly(lambda times: links_of(PAGE, unit * times), 100_000)


@given(
    st.from_regex(
        r"(?:https?|pypi)://[A-Za-z0-9.:@\[\]-]{0,12}(?:[/?#;%&=~ \t\u00e9]|[A-Za-z0-9]){0,20}(?:\.html|\.mdx|/)?",
        fullmatch=True,
    )
)
def test_the_place_of_an_address_is_its_host_and_path_without_ending(url: str) -> None:
    try:
        parts = urlsplit(url)
    except ValueError:
        return
    path = re.sub(r"\.(?:html|mdx)$", "", unquote(parts.path)).rstrip("/")
    assert place_of(url) == f"{parts.netloc.lower()}{path}"
