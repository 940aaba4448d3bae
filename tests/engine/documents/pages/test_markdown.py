"""Markdown as authors write it, pages as readers see it."""

import contextlib

import pytest
from tests.growth import grows_linearly

from pro_context_engine.documents.pages.markdown import markdown_page
from pro_context_engine.domain.errors import NotDocumentation
from pro_context_engine.domain.model import Page

_URL = "https://docs.example/guide/streaming.md"


def _markdown(text: str) -> str:
    return markdown_page(_URL, text).markdown


def test_plain_markdown_stays_as_it_is() -> None:
    text = "# Streaming\n\nRead *it* as <b>it</b> comes.\n\n```py\n# not a heading\nimport os\n```\n\n- a\n  - b\n"
    page = markdown_page(_URL, text, description="How to stream.", section="Guides")
    assert page == Page(_URL, "Streaming", text, page.headings, "How to stream.", "Guides")
    assert [(heading.title, heading.line) for heading in page.headings] == [("Streaming", 1)]


def test_front_matter_goes_and_gives_title_and_description() -> None:
    page = markdown_page(_URL, '---\ntitle: "Stream it"\ndescription: Reads as it comes\ntags: [a, b]\n---\n\nText.\n')
    assert (page.title, page.description, page.markdown) == ("Stream it", "Reads as it comes", "Text.\n")


def test_the_heading_names_the_page_before_anything_else() -> None:
    text = "---\ntitle: From front matter\n---\n# From heading\n"
    assert markdown_page(_URL, text, title="From TOC").title == "From heading"
    assert markdown_page(_URL, text.replace("# From heading", "Text"), title="From TOC").title == "From front matter"
    assert markdown_page(_URL, "Text", title="From TOC").title == "From TOC"
    assert markdown_page(_URL, "Text").title == "streaming"


@pytest.mark.parametrize(
    "text",
    [
        "---\n\nRule above, rule below.\n\n---\n\nEnd.\n",
        "---\n\nRule above.\n\nNote: rule below.\n\n---\n\nEnd.\n",
        "---\ntitle: never closed\n\nText.\n",
    ],
)
def test_a_rule_is_no_front_matter(text: str) -> None:
    assert _markdown(text) == text


def test_front_matter_is_not_parsed_as_yaml() -> None:
    page = markdown_page(_URL, "---\na: &a [x, x]\nb: *a\n<<: *a\ntitle: !!python/object:os.system x\n---\nText.\n")
    assert page.title == "!!python/object:os.system x"


def test_leading_imports_and_exports_go() -> None:
    text = "import Tabs from '@theme/Tabs'\n\nexport const meta = {\n  a: 1,\n}\n\n# Title\n\nimport is a word here.\n"
    assert _markdown(text) == "# Title\n\nimport is a word here.\n"


def test_prose_that_starts_with_import_stays() -> None:
    assert _markdown("import the module first.\n") == "import the module first.\n"


def test_component_tags_go_and_their_text_stays() -> None:
    text = '<Tabs>\n<Tab title="Python" value={1}>\nCall it.\n</Tab>\n</Tabs>\n\n<Badge/> New in <Since v="2"/> 2.\n'
    assert [line for line in _markdown(text).split("\n") if line] == ["**Python**", "Call it.", "New in  2."]


def test_a_component_tag_over_several_lines_goes() -> None:
    text = '# A\n\n<Card\n  title="Install"\n  href="/install"\n>\n  Get it.\n</Card>\n\nEnd.\n'
    assert "href" not in _markdown(text)
    assert "**Install**" in _markdown(text)
    assert "Get it." in _markdown(text)


def test_components_and_comments_in_code_stay() -> None:
    text = (
        "# A\n\n```jsx\nimport X from 'x'\n<Tabs>\n<!-- kept -->\n</Tabs>\n```\n\nUse `<!-- x -->` and List<String>.\n"
    )
    assert _markdown(text) == text


def test_lines_with_an_empty_anchor_alone_go() -> None:
    text = '# A\n<a id="one"></a>\n\n  <a name=\'two\' />\n\nText <a id="three"></a> stays.\n\n<a id="x">Named</a>\n'
    lines = [line for line in _markdown(text).split("\n") if line]
    assert lines == ["# A", 'Text <a id="three"></a> stays.', '<a id="x">Named</a>']


def test_comments_go() -> None:
    text = "# A\n\n<!-- one\n# not a heading\n-->\n\nText <!-- two --> goes on.\n<!-- three --> After.\n"
    page = markdown_page(_URL, text)
    assert [heading.title for heading in page.headings] == ["A"]
    assert [line for line in page.markdown.split("\n") if line] == ["# A", "Text  goes on.", "After."]


def test_invisible_characters_go() -> None:
    assert _markdown("\ufeff# A\u200b\r\n\r\nb\x1b[31m\u202ec\r\n") == "# A\n\nbc\n"


@pytest.mark.parametrize("text", ["", " \n\t\n", "---\ntitle: Only this\n---\n", "<!-- nothing -->"])
def test_an_empty_text_is_no_page(text: str) -> None:
    with pytest.raises(NotDocumentation):
        markdown_page(_URL, text)


@pytest.mark.parametrize("text", ["x" * 9_000_000, "# a\n" * 200_000, "\n" * 300_000 + "x"])
def test_what_is_beyond_all_bounds_is_refused(text: str) -> None:
    with pytest.raises(NotDocumentation):
        markdown_page(_URL, text)


@pytest.mark.parametrize(
    "unit",
    [
        "<!--",
        "<!-- -",
        "<A ",
        "<A\n",
        "<A>",
        "[",
        "![",
        "[a](",
        "`",
        "*a ",
        "_a ",
        "# [a](",
        "> ",
        "- ",
        "1. ",
        "|-",
        "\t",
        "<a b=c ",
    ],
)
def test_time_is_linear_on_hostile_text(unit: str) -> None:
    def read(times: int) -> None:
        with contextlib.suppress(NotDocumentation):
            markdown_page(_URL, "x" + unit * times)
            markdown_page(_URL, unit * times + "x")

    assert grows_linearly(read, 40_000)
