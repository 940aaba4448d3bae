"""Headings with their ids, and API objects as generators write them."""

import pytest
from tests.growth import grows_linearly

from pro_context_engine.documents.pages.html import html_page
from pro_context_engine.documents.pages.html_outline import with_outline
from pro_context_engine.domain.model import Page

URL = "https://docs.example/boats.html"


def page(main: str) -> Page:
    return html_page(URL, f"<!doctype html><body><main>{main}</main></body>")


def outline(main: str) -> list[tuple[int, str, str]]:
    return [(heading.level, heading.title, heading.anchor) for heading in page(main).headings]


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ('<h2 id="mooring-a-boat">Mooring a boat</h2>', "mooring-a-boat"),
        ('<h2 id="moor">Mooring a boat</h2>', "moor"),
        ('<section id="moor"><span id="older"></span><h2>Mooring a boat</h2></section>', "moor"),
        ('<div class="section" id="moor">\n<h2>Mooring a boat</h2></div>', "moor"),
        ('<a id="moor"></a><h2>Mooring a boat</h2>', "moor"),
        ('<section id="moor"><div>1.0 <a href="x">source</a></div><h2>Mooring a boat</h2></section>', "moor"),
        ('<section id="moor"><p>Text.</p><h2>Mooring a boat</h2></section>', "mooring-a-boat"),
        ('<h2 id="no spaces (allowed)">Mooring a boat</h2>', "mooring-a-boat"),
    ],
)
def test_a_heading_keeps_its_id(heading: str, anchor: str) -> None:
    assert outline(f"<h1>Boats</h1>{heading}")[1:] == [(2, "Mooring a boat", anchor)]


def test_code_in_emphasis_and_links_is_a_plain_title() -> None:
    main = "<h2><strong><code>save()</code></strong></h2><p>A</p><h2><a href='x'><code>__init__</code></a> (2024)</h2>"
    assert [heading.title for heading in page(main).headings] == ["save()", "__init__ (2024)"]


def test_an_id_that_the_title_gives_is_not_written() -> None:
    assert page('<h1 id="boats">Boats</h1><p>Text.</p>').markdown == "# Boats\n\nText.\n"


def test_links_in_headings_are_text() -> None:
    main = (
        '<h1><a href="b.html" title="b: boats"><code>boats</code></a> of wood<a class="headerlink" href="#x">¶</a></h1>'
    )
    assert page(main).markdown.strip() == "# `boats` of wood"


def test_names_with_underscores_are_no_emphasis() -> None:
    assert outline("<h1>Boat.__init__ and __len__</h1>") == [
        (1, "Boat.__init__ and __len__", "boat__init__-and-__len__")
    ]


OLD = (
    '<h1>API</h1><dl class="{}"><dt id="boat.Boat"><em class="property">class </em>'
    '<code class="descclassname">boat.</code>'
    '<code class="descname">Boat</code><span class="sig-paren">(</span><em>name</em><span class="sig-paren">)</span>'
    '<a class="reference internal" href="#"><span class="viewcode-link">[source]</span></a></dt>'
    "<dd><p>Floats.</p></dd></dl>"
)


@pytest.mark.parametrize("kind", ["class", "py class"])
def test_objects_of_older_generators(kind: str) -> None:
    found = page(OLD.format(kind))
    assert found.markdown == "# API\n\n## boat.Boat {#boat.Boat}\n\n```python\nclass boat.Boat(name)\n```\n\nFloats.\n"


def test_other_definition_lists_stay() -> None:
    assert outline('<h1>API</h1><dl class="simple"><dt id="x">Boat</dt><dd>Floats.</dd></dl>') == [(1, "API", "api")]


def test_overloads_share_a_heading_and_twins_have_their_own() -> None:
    found = page(
        '<h1>API</h1><dl class="py function"><dt class="sig" id="moor">moor(boat)</dt>'
        '<dt class="sig">moor(boat, rope)</dt>'
        '<dt class="sig" id="dock">dock(boat)</dt><dd><p>Tie it.</p></dd></dl>'
    )
    assert [heading.anchor for heading in found.headings] == ["api", "moor", "dock"]
    assert "```python\nmoor(boat, rope)\n```" in found.markdown


def test_a_signature_over_several_lines_is_one() -> None:
    found = page(
        '<h1>API</h1><dl class="py function"><dt class="sig" id="moor">moor(<dl>'
        "<dd><em>boat</em>,</dd><dd><em>*rope</em>,</dd>"
        "</dl>)</dt><dd><p>Tie it.</p></dd></dl><h2>After</h2>"
    )
    assert "```python\nmoor(boat, *rope, )\n```" in found.markdown
    assert found.headings[-1].title == "After"


def test_objects_that_are_no_names() -> None:
    found = outline(
        '<h1>API</h1><dl class="std option"><dt class="sig" id="cmdoption-boat-v">-v, --verbose</dt><dd>Loud.</dd></dl>'
        '<dl class="cpp function"><dt class="sig" id="_CPPv44moorR4Boat">void moor(Boat &amp;boat)</dt>'
        "<dd>Tie.</dd></dl>"
    )
    assert found[1:] == [(2, "-v, --verbose", "cmdoption-boat-v"), (2, "void moor", "_CPPv44moorR4Boat")]


def test_indented_objects_are_not_quoted() -> None:
    main = (
        '<h1>API</h1><blockquote>\n<div><dl class="py method"><dt class="sig" id="b.moor">moor()</dt><dd>Tie.</dd></dl>'
        "</div></blockquote>"
    )
    assert outline(main)[1:] == [(2, "moor", "b.moor")]


def test_objects_in_a_table_stay_there() -> None:
    found = page(
        '<h1>API</h1><table class="docutils"><tr><td>Name</td></tr><tr><td>'
        '<dl class="py data"><dt class="sig" id="b.MOST">'
        "b.MOST</dt><dd>Ropes.</dd></dl></td></tr></table><h2>After</h2>"
    )
    assert [heading.title for heading in found.headings] == ["API", "After"]
    assert "| b.MOST Ropes. |" in found.markdown


def test_the_objects_of_pdoc() -> None:
    found = page(
        '<h1>boats</h1><section id="Boat"><input type="checkbox"><div class="attr class">'
        '<span class="def">class</span> <span class="name">Boat</span>: '
        '<label class="view-source-button" for="x"><span>View Source</span></label></div>'
        '<a class="headerlink" href="#Boat"></a><div class="docstring"><p>Floats.</p></div></section>'
    )
    assert "## Boat" in found.markdown
    assert "class Boat:" in found.markdown
    assert "View Source" not in found.markdown


@pytest.mark.parametrize(
    "piece",
    [
        '<dl class="py method"><dt class="sig" id="a.b">x',
        "<h2>",
        '<section id="a"><span id="b">',
        '<dt class="sig" id="a">',
        "</dl></dd></dt></h1>",
        "<blockquote><div><dl><dt>",
        '<div class="attr"></div><a class="headerlink" href="#a">',
    ],
)
def test_hostile_html_takes_time_by_its_size(piece: str) -> None:
    assert grows_linearly(lambda times: with_outline(piece * times), 20_000)


def test_signatures_in_divisions_are_sections() -> None:
    method = (
        '<div id="method-i-{0}" class="method-detail"><div class="method-heading"><span class="method-name">{0}</span>'
        '<span class="method-args">(rope)</span><span class="method-click-advice">click to toggle source</span></div>'
        '<div class="method-description"><p>Uses a rope.</p></div></div>'
    )
    main = f"<h1>Boat</h1><h3>Methods</h3>{method.format('moor')}{method.format('tow')}"
    assert outline(main)[2:] == [(4, "moor", "method-i-moor"), (4, "tow", "method-i-tow")]
    assert "```\nmoor(rope)\n```\n\nUses a rope.\n" in page(main).markdown
    assert "toggle" not in page(main).markdown


def test_signatures_in_paragraphs_are_sections() -> None:
    main = (
        '<h1>Boat</h1><p class="src"><a id="v:moor" class="def">moor</a> :: Boat -&gt; Rope '
        '<a href="s.html" class="link">Source</a> <a href="#v:moor" class="selflink">#</a></p><p>Ties.</p>'
        '<p class="src">import Boat</p>'
    )
    assert outline(main)[1:] == [(2, "moor", "v:moor")]
    assert "```\nmoor :: Boat -> Rope\n```\n\nTies.\n\nimport Boat" in page(main).markdown


def test_headings_in_the_description_of_a_signature_hold_no_other_signatures() -> None:
    signature = '<p class="src"><a id="v:{0}" class="def">{0}</a> :: Boat</p><h4>Instances</h4>'
    main = f"<h1>Boat</h1>{signature.format('moor')}{signature.format('row')}<h2>Ropes</h2>{signature.format('tie')}"
    assert [(level, title) for level, title, _ in outline(main)] == [
        (1, "Boat"),
        (2, "moor"),
        (4, "Instances"),
        (2, "row"),
        (4, "Instances"),
        (2, "Ropes"),
        (3, "tie"),
        (4, "Instances"),
    ]
