"""HTML as documentation sites serve it, pages as readers see it."""

import contextlib

import pytest
from tests.growth import grows_linearly

from pro_context_engine.documents.pages.html import html_page, looks_like_html, page_of
from pro_context_engine.domain.errors import NotDocumentation
from pro_context_engine.domain.model import Page

_URL = "https://docs.example/guide/harbour.html"
_PROSE = "Ships are listed by the hour. " * 5


def _site(body: str, head: str = "<title>Harbour &mdash; Docs</title>") -> str:
    return f"<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>"


def _page(main: str) -> Page:
    return html_page(_URL, _site(f"<main>{main}</main>"))


def _markdown(main: str) -> str:
    return _page(main).markdown


@pytest.mark.parametrize(
    "frame",
    [
        "<nav>Menu</nav><main>{}</main><footer>Imprint</footer>",
        '<div class="sidebar">Menu</div><div class="document"><div class="body" role="main">{}</div></div>Imprint',
        '<div class="md-container"><main class="md-main"><div>Menu</div><article>{}</article></main></div>Imprint',
        '<div id="sidebar">Menu</div><div id="content">{}</div><div>Imprint</div>',
        "<aside>Menu</aside><div role=main>{}</div><footer>Imprint</footer>",
        "<header>Menu</header>{}<footer>Imprint</footer>",
    ],
)
def test_only_the_main_element_is_the_page(frame: str) -> None:
    page = html_page(_URL, _site(frame.format(f"<h1>Harbour</h1><div><p>{_PROSE}</p></div><p>Last line.</p>")))
    assert page.title == "Harbour"
    assert "Last line." in page.markdown
    assert "Menu" not in page.markdown
    assert "Imprint" not in page.markdown


@pytest.mark.parametrize(
    "body",
    [
        '<div id="content"><ul><li><a href=a>Menu</a></li></ul></div></div><h2>Boat</h2><p>Floats.</p>',
        '<div id="content"><h2>Boat</h2><article><h4>moor</h4></article><article><p>Floats.</p></article></div>',
        '<main id="app"></main><div><h2>Boat</h2><p>Floats.</p></div>',
    ],
)
def test_an_element_that_cannot_be_the_page_is_not_taken_for_it(body: str) -> None:
    markdown = html_page(_URL, _site(body)).markdown
    assert "## Boat" in markdown
    assert "Floats." in markdown


def test_of_several_articles_the_one_with_the_title_is_the_page() -> None:
    body = "<article><h1>Boat</h1><p>Floats.</p></article><article><p>Buy oars!</p></article>"
    assert html_page(_URL, _site(body)).markdown == "# Boat\n\nFloats.\n"


def test_an_article_below_the_title_is_a_part_of_the_page() -> None:
    header, article = "<header><h2>Boat()</h2></header>", "<article><h4>moor</h4><p>Ties.</p></article>"
    body = f'<div id="main"><h1>Boat</h1>{header}{article}</div><nav>Menu</nav>'
    assert html_page(_URL, _site(body)).markdown == "# Boat\n\n#### moor\n\nTies.\n"
    body = "<header><h1>Boats Inc.</h1></header><p>Buy!</p><article><h2>moor</h2><p>Ties.</p></article>"
    assert html_page(_URL, _site(body)).markdown == "## moor\n\nTies.\n"


def test_a_page_that_only_leads_to_another_is_no_documentation() -> None:
    head = '<meta http-equiv="refresh" content="{}; URL=&quot;boat.html&quot;"><title>Boat</title>'
    with pytest.raises(NotDocumentation, match="leads to another page"):
        html_page(_URL, _site('<p>See <a href="boat.html">the boat</a>.</p>', head.format(0)))
    for page in (_site("<p>Boats.</p>", head.format(600)), _site(f"<p>{_PROSE * 5}</p>", head.format(0))):
        assert html_page(_URL, page).title == "Boat"


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "https://["])
def test_a_page_that_leads_to_another_site_is_read_as_it_is(target: str) -> None:
    head = f'<meta http-equiv="refresh" content="0; URL={target}"><title>Boat</title>'
    assert html_page(_URL, _site("<p>Boats float.</p>", head)).markdown == "Boats float.\n"


def test_what_is_around_the_text_goes() -> None:
    markdown = _markdown(
        '<nav aria-label="Breadcrumb">Home</nav><h1>Harbour<a class="headerlink" href="#harbour">¶</a></h1>'
        "<button>Copy page</button><p>Text.</p><script>track()</script><style>p{}</style><svg><title>icon</title></svg>"
        '<a class="edit-this-page" href="/edit">Edit this page</a><div class="cookie-banner">We use cookies</div>'
    )
    assert markdown == "# Harbour\n\nText.\n"


def test_code_keeps_its_language_and_shape() -> None:
    assert "```ts\nconst a = `x`;\n  # no\n```" in _markdown(
        '<h1>H</h1><pre><code class="language-ts">const a = `x`;\n  # no\n</code></pre>'
    )


@pytest.mark.parametrize(
    "block",
    [
        '<div class="highlight-python notranslate"><div class="highlight"><pre><span></span>{}</pre></div></div>',
        '<div class="language-python highlight"><pre><span></span><code>{}</code></pre></div>',
        '<div class="language-python"><button>C</button><span class="lang">py</span><pre><code>{}</code></pre></div>',
        '<pre class="prism-code language-python"><code>{}</code></pre>',
    ],
)
def test_languages_are_found_where_generators_put_them(block: str) -> None:
    code = '<span class="k">def</span> moor():\n    <span class="k">return</span> 1\n'
    markdown = _markdown(f"<h1>H</h1><p>Before.</p>{block.format(code)}<p>After.</p>")
    assert "```python\ndef moor():\n    return 1\n```" in markdown
    assert "\nAfter." in markdown


def test_tables_and_lists_are_kept() -> None:
    markdown = _markdown(
        "<table><tr><th>A</th><th>B</th></tr><tr><td>1|2</td><td>x</td></tr></table><ul><li>one</li></ul>"
    )
    assert "| A | B |" in markdown
    assert "| 1\\|2 | x |" in markdown
    assert "- one" in markdown


def test_signatures_are_kept() -> None:
    markdown = _markdown(
        '<dl class="py function"><dt class="sig" id="moor"><span>harbour.</span><span>moor</span>(<em>ship</em>)'
        '<a class="headerlink" href="#moor">¶</a></dt><dd><p>Tie up.</p></dd></dl>'
    )
    assert "harbour.moor(" in markdown
    assert "Tie up." in markdown
    assert "¶" not in markdown


def test_links_are_absolute() -> None:
    markdown = _markdown(
        '<p><a href="../api.html#x">a</a> <a href="/root">b</a> <a href="https://b.example/">c</a></p>'
    )
    assert "[a](https://docs.example/api.html#x) [b](https://docs.example/root) [c](https://b.example/)" in markdown


def test_links_follow_the_base_address_of_the_document() -> None:
    document = _site('<main><p><a href="x">a</a></p></main>', '<base href="https://cdn.example/v2/">')
    assert "(https://cdn.example/v2/x)" in html_page(_URL, document).markdown


@pytest.mark.parametrize(
    "href", ["javascript:alert(1)", " JavaScript:alert((1))", "java&#115;cript:x", "data:text/html,x", "vbscript:x"]
)
def test_active_links_become_text(href: str) -> None:
    markdown = _markdown(f'<p>Press <a href="{href}">here</a> now.</p>')
    assert markdown == "Press here now.\n"


def test_title_and_description_come_from_the_head_if_nowhere_else() -> None:
    head = '<title>Harbour &amp; more</title><meta name="description" content="About ships.">'
    page = html_page(_URL, _site(f"<main><p>{_PROSE}</p></main>", head))
    assert (page.title, page.description) == ("Harbour & more", "About ships.")


def test_invisible_characters_go() -> None:
    assert _markdown("<p>a&#8203;b&#x202e;c\u200d\x1b[1md</p>") == "abcd\n"


def test_an_endless_tag_goes_and_the_text_around_it_stays() -> None:
    assert _markdown(f"<p>Before <img {'a ' * 20_000}> after.</p>") == "Before after.\n"


@pytest.mark.parametrize(
    ("text", "media_type", "expected"),
    [
        ("<!doctype html><html>", "", True),
        ("\n <!-- c --><HTML lang=en>", "text/plain", True),
        ("<p>Text</p>", "text/html", True),
        ("<a href=x>x</a>", "text/html", True),
        ("# Title\n\nText", "text/html", False),
        ("# Title\n\n<p>Text</p>", "text/markdown", False),
        ('<p align="center">Logo</p>\n\n# Title', "text/plain", False),
    ],
)
def test_html_is_told_by_its_looks_first(text: str, media_type: str, expected: bool) -> None:
    assert looks_like_html(text, media_type) is expected


def test_page_of_reads_each_format() -> None:
    assert page_of(_URL, _site("<main><h1>A</h1></main>"), "text/html").title == "A"
    assert page_of(_URL, "# A\n\ntext", "text/markdown").title == "A"
    assert page_of("https://docs.example/a.rst", "A\n=\n\nSee :class:`Ship`.\n", "text/plain").title == "A"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<!doctype html><html><body></body></html>",
        "<!doctype html><html><body><div id=root></div><noscript>Enable JavaScript</noscript></body></html>",
        "<!doctype html><body><form><input type=password></form><h1>Log in</h1></body>",
        "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        "PK\x03\x04" + "\ufffd" * 50,
    ],
)
def test_what_is_no_document_is_refused(text: str) -> None:
    with pytest.raises(NotDocumentation) as raised:
        page_of(_URL, text, "text/html")
    assert raised.value.url == _URL


@pytest.mark.parametrize(
    "unit",
    [
        "<div>",
        "<main>",
        "<main",
        "<article>",
        "<a ",
        "<a href=x>y</a>",
        "<a href='",
        "href=",
        "<pre>",
        "<pre></pre>",
        "<x role=y ",
        "<div class",
        "<meta name ",
        "<title",
        "<!--",
        "<",
        "<blockquote>",
        "<ul><li>",
        "<table><tr><td>",
        "<b>",
        "&amp",
        "highlight-",
        "<noscript>",
        "<header><h1>",
        '<div class="title">',
        '<p class="src">',
    ],
)
def test_time_is_linear_on_hostile_html(unit: str) -> None:
    def read(times: int) -> None:
        with contextlib.suppress(NotDocumentation):
            page_of(_URL, "<html><body>" + unit * times, "text/html")

    assert grows_linearly(read, 40_000)


def test_formatting_that_is_never_closed_costs_no_more_in_each_paragraph() -> None:
    def read(times: int) -> None:
        opened = "".join(f"<b a={number}>" for number in range(times))
        page_of(_URL, f"<html><body><p>{opened}text{'<p>text' * times}", "text/html")

    assert grows_linearly(read, 10_000)


def test_text_is_read_however_deep_documentation_puts_it_and_not_beyond_all_bounds() -> None:
    deep = [f"{'<div>' * depth}<p>Deep{depth}.</p>{'</div>' * depth}" for depth in (50, 150, 1_000)]
    page = html_page("https://docs.example/deep", f"<main><h1>T</h1>{''.join(deep)}<p>After.</p></main>")
    assert [word for word in ("Deep50", "Deep150", "Deep1000", "After") if word in page.markdown] == [
        "Deep50", "Deep150", "After",
    ]  # fmt: skip
