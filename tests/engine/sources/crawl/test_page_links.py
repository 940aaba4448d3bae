"""Where the links of a document lead."""

import pytest
from tests.growth import grows_linearly

from pro_context_engine.sources.crawl.page_links import MOST_LINKS, links_of

URL = "https://pier.example/guide/"


@pytest.mark.parametrize(
    ("href", "address"),
    [
        ("berths", "https://pier.example/guide/berths"),
        ("../tariff?year=2#fees", "https://pier.example/tariff?year=2"),
        ("//other.example/x", "https://other.example/x"),
        ("https://PIER.example", "https://pier.example/"),
        ("http://pier.example/old", "https://pier.example/old"),
        ("with space", "https://pier.example/guide/with%20space"),
        ("caf&eacute;", "https://pier.example/guide/caf%C3%A9"),
    ],
)
def test_an_address(href: str, address: str) -> None:
    assert links_of(f'<html><a class="x" href="{href}">x</a>', "text/html", URL) == (address,)


def test_frames_and_the_page_that_a_document_leads_on_to() -> None:
    head = '<meta http-equiv="Refresh" content="0;url=latest/">'
    assert links_of(f'<html><head>{head}<frameset><frame name="a" src="toc.html">', "text/html", URL) == (
        "https://pier.example/guide/latest/",
        "https://pier.example/guide/toc.html",
    )


@pytest.mark.parametrize(
    "href",
    [
        *("#top", "", "mailto:a@b.example", "javascript:alert(1)", "data:text/html,x", "ftp://pier.example/x"),
        *(
            "logo.png",
            "book.PDF",
            "style.css",
            "objects.inv",
            "https://user@pier.example/",
            "a/%2e%2e/b",
            "http://[::1",
        ),
        "x" * 3_000,
    ],
)
def test_what_is_no_page(href: str) -> None:
    assert links_of(f"<html><a href='{href}'>x</a>", "text/html", URL) == ()


@pytest.mark.parametrize(
    "attributes",
    [
        'class="flex [&>svg]:size-4" href="/a"',
        "title='a > b' href=/a",
        'href="/a" data-x="=>"',
        'title="it\'s > all" href = "/a"',
        "data-x=don't href='/a'",
        'data-x=" href=/a',
    ],
)
def test_whatever_else_a_tag_says(attributes: str) -> None:
    document = f"<html><a {attributes}>x</a> <a href='/b'>y</a>"
    assert links_of(document, "text/html", URL) == ("https://pier.example/a", "https://pier.example/b")


def test_html_in_order_once_each_and_by_its_base() -> None:
    document = """<!doctype html><html><head><!-- <base href="/old/"> --><base href="/docs/"></head><body>
    <!-- <a href="hidden">x</a> --><script>"<a href='scripted'>"</script>
    <nav><A HREF=b>b</A></nav> <a rel="external nofollow" href="sponsor">x</a> <map><area href="c"></map>
    <a href="b#again">b</a> <a name="no">x</a></body></html>"""
    assert links_of(document, "text/html", URL) == ("https://pier.example/docs/b", "https://pier.example/docs/c")


@pytest.mark.parametrize("said", ["nofollow", "noindex, NOFOLLOW", "none"])
def test_a_page_may_say_that_none_is_to_be_followed(said: str) -> None:
    for meta in (f'<meta name="robots" content="{said}">', f"<META content='{said}' name=robots>"):
        assert links_of(f"<html><head>{meta}</head><a href='b'>b</a></html>", "text/html", URL) == ()


@pytest.mark.parametrize(
    "meta",
    [
        '<meta name="robots" content="noindex"><meta name="description" content="nofollow">',
        '<meta name="robots" content="index, follow, max-image-preview:none">',
        '<meta name="robots" content="unavailable_after: none">',
        "<!-- <meta name=robots content=nofollow> --><script>'<meta name=robots content=none>'</script>",
    ],
)
def test_other_words_for_robots_change_nothing(meta: str) -> None:
    assert len(links_of(f"<html><head>{meta}</head><a href='b'>b</a></html>", "text/html", URL)) == 1


def test_a_base_that_is_no_address_changes_nothing() -> None:
    document = '<html><head><base href="http://[::1"></head><a href="b">b</a></html>'
    assert links_of(document, "text/html", URL) == ("https://pier.example/guide/b",)


def test_markdown() -> None:
    text = "# Guide\n\n[a](a.md) and [b](<../b>) and <https://pier.example/c> and ![x](x.png) [t](t 'title')\n"
    assert links_of(text, "text/markdown", URL) == (
        "https://pier.example/guide/a.md",
        "https://pier.example/b",
        "https://pier.example/c",
        "https://pier.example/guide/t",
    )


def test_no_more_than_the_bound() -> None:
    document = "<html>" + "".join(f"<a href='p{number}'>" for number in range(MOST_LINKS + 100))
    assert len(links_of(document, "text/html", URL)) == MOST_LINKS


@pytest.mark.parametrize(
    ("start", "unit", "most"),
    [
        *(("", "<a ", 300_000), ("", "](", 400_000), ("<a href=", "'", 500_000), ("", "<https://", 100_000)),
        *(("", "<meta name=robots ", 60_000), ("", "<meta ", 20_000), ("<a rel=", "x ", 400_000)),
        *(("", '<a x="', 200_000), ("", "<a x='>\"", 200_000), ("<a ", "='=\"", 300_000), ("<a", " =", 300_000)),
        *(("<meta ", "name=robots content=", 40_000), ("<a ", "href=", 200_000), ("<a ", "href='>", 100_000)),
    ],
)
def test_hostile_documents_take_no_time(start: str, unit: str, most: int) -> None:
    def look(times: int) -> None:
        links_of(f"<html>{start}{unit * times}", "text/html", URL)
        links_of(f"{start}{unit * times}", "text/markdown", URL)

    assert grows_linearly(look, most)
