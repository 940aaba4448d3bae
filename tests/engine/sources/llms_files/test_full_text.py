from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.growth import grows_linearly

from pro_context_engine.documents.pages.text import clean
from pro_context_engine.domain.errors import NotDocumentation
from pro_context_engine.domain.model import TocEntry
from pro_context_engine.sources.llms_files import full_text as llms_full_txt
from pro_context_engine.sources.llms_files import full_text_heads
from pro_context_engine.sources.llms_files.full_text import PageText, page_texts
from pro_context_engine.sources.llms_files.full_text_heads import heads_of

SITE = "https://docs.example"
URL = f"{SITE}/llms-full.txt"
INDEX = f"{SITE}/llms.txt"


def toc(**titles: str) -> list[TocEntry]:
    """A table of contents of pages named by their path."""
    return [TocEntry(title, f"{SITE}/{path}") for path, title in titles.items()]


def cut(text: str, entries: Sequence[TocEntry] = (), url: str = URL) -> list[PageText]:
    return page_texts(clean(text), url, entries, INDEX)


def texts(text: str, entries: Sequence[TocEntry] = (), url: str = URL) -> dict[str, str]:
    """The text of each page by its path."""
    cleaned = clean(text)
    return {part.url.removeprefix(SITE): cleaned[part.start : part.end] for part in cut(text, entries, url)}


BODIES = ("Water them in the morning.\n\n## Tools\n\nA can.", "Cut them in winter.\n\n```sh\n# not a page\n```")

SHAPES = {
    "address below": "# {title}\nSource: {url}\n\n{body}\n\n",
    "address below, a line between": "# {title}\n\nURL: {url}\n\n{body}\n\n\n",
    "address in bold": "# {title}\n\n> **Source:** <{url}>\n\n{body}\n\n---\n\n",
    "address as a link": "# {title}\n- Source: [page]({url})\n\n{body}\n\n" + "=" * 80 + "\n\n",
    "relative address": "# {title}\nURL: {path}\n\n{body}\n\n",
    "relative address and another one": "# {title}\nURL: {path}\nSource: https://raw.code.example/{title}.mdx\n\n{body}\n\n",
    "address behind": "# {title} ({path})\n\n{body}\n\n",
    "second level": "## {title}\nSource: {url}\n\n{body}\n\n",
    "skip link": "## {title}\n[Skip to main content]({url}#main)\n\n{body}\n\n",
    "front matter": "---\ntitle: {title}\nurl: {url}\n---\n\n{body}\n\n",
    "nested front matter": '---\ntitle: "{title}"\nsource_url:\n  html: {url}\n  md: {url}.md\n---\n{body}\n\n',
    "front matter and heading": "---\nurl: {path}.md\n---\n\n# {title}\n\n{body}\n\n",
    "heading and front matter": "## parts{path}\n\n---\nurl: {url}\ntitle: {title}\n---\n\n{body}\n\n",
    "elements": '<page url="{url}" title="{title}">\n{body}\n</page>\n',
    "elements with front matter": "<page>\n---\ntitle: {title}\nurl: {url}\n---\n{body}\n</page>\n",
    "elements with headings": "<doc>\n# {title}\nSource: {url}\n\n{body}\n</doc>\n",
}


def full_text(shape: str, *pages: tuple[str, str, str]) -> str:
    return "".join(
        SHAPES[shape].format(title=title, path=path, url=SITE + path, body=body) for title, path, body in pages
    )


@pytest.mark.parametrize("listed", [True, False])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_is_cut_by_address(shape: str, listed: bool) -> None:
    text = full_text(shape, ("Watering", "/watering", BODIES[0]), ("Pruning", "/a/pruning", BODIES[1]))
    entries = [TocEntry("W", f"{SITE}/watering"), TocEntry("P", f"{SITE}/a/pruning")] if listed else []
    found = texts(text, entries)
    if not listed:
        found = {url.removesuffix(".md"): body for url, body in found.items()}
    assert list(found) == ["/watering", "/a/pruning"]
    for url, body in zip(found, BODIES, strict=True):
        assert body in found[url]
        assert found[url].endswith(body), "what stands between two pages is neither's"


@pytest.mark.parametrize("shape", SHAPES)
def test_the_title_survives(shape: str) -> None:
    text = clean(full_text(shape, ("Watering", "/watering", BODIES[0]), ("Pruning", "/pruning", BODIES[1])))
    assert [part.page(text[part.start : part.end]).title for part in cut(text)] == ["Watering", "Pruning"]


def test_a_page_goes_by_the_address_it_is_listed_under() -> None:
    entries = [TocEntry("A", f"{SITE}/a.md"), TocEntry("B", f"{SITE}/b/index.html"), TocEntry("C", f"{SITE}/c/")]
    text = "".join(f"# T\nSource: http://www.docs.example/{name}\n\nText {name}.\n\n" for name in "abc")
    assert list(texts(text, entries)) == ["/a.md", "/b/index.html", "/c/"]


def test_titles_place_what_names_no_address() -> None:
    text = "# Watering\n\nW.\n\n# Pruning\n\nP.\n\n# Sowing\n\nS.\n"
    entries = toc(w="Watering", p="`Pruning`", s="Sowing")
    assert texts(text, entries) == {"/w": "# Watering\n\nW.", "/p": "# Pruning\n\nP."}, "nothing ends the last one"


def test_elements_and_front_matter_are_placed_by_title_up_to_the_last() -> None:
    entries = toc(w="Watering", p="Pruning")
    for text in (
        '<docs><doc title="Watering">W.</doc><doc title="Pruning">P.</doc></docs>',
        "---\ntitle: Watering\n---\nW.\n---\ntitle: Pruning\n---\nP.\n",
        'file: ./a/w.mdx\nmeta: {\n  "title": "Watering"\n}\nW.\n\nfile: ./a/p.mdx\nmeta: {"title": "Pruning"}\n\nP.\n',
    ):
        assert {url: body.strip() for url, body in texts(text, entries).items()} == {"/w": "W.", "/p": "P."}


def test_a_heading_that_repeats_the_one_above_it_is_one_head() -> None:
    text = "# All\n\n### Watering\n\n# Watering\n\nW.\n\n---\n\n### Pruning\n\n# Pruning\n\nP.\n\n# Sowing\n"
    assert texts(text, toc(w="Watering", p="Pruning", s="Sowing")) == {
        "/w": "# Watering\n\nW.",
        "/p": "# Pruning\n\nP.",
    }


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        pytest.param("# A\n\n1\n\n# A\n\n2\n\n# B\n", toc(a="A", b="B"), id="two pages of one title"),
        pytest.param("# A\n\n1\n\n# B\n", toc(a="A", c="A", b="B"), id="a title listed twice"),
        pytest.param("# A\n\n1\n\n# Step two\n\n2\n\n# B\n", toc(a="A", b="B"), id="where it ends is not certain"),
        pytest.param("# A\n\n1\n", toc(a="A"), id="the last one by title"),
        pytest.param("# A\nSource: https://evil.example/a\n\n1\n\n# Z\nSource: /z\n", [], id="another site"),
        pytest.param(
            "# X\nSource: https://evil.example/a\n\n1\n\n# Z\nSource: /z\n",
            [TocEntry("A", "https://evil.example/a")],
            id="another site, although listed",
        ),
        pytest.param(f"# A\nSource: {INDEX}\n\n1\n\n# B\nSource: {URL}\n\n2\n", [], id="the files themselves"),
        pytest.param("# Get users\n\nURL: /users\n\n1\n\n# Put users\n\nURL: /users/1\n\n2", [], id="not an address"),
        pytest.param("## Get users\nURL: /users\n\n1\n\n## Put\nURL: /users/1\n\n2", [], id="not an address, level 2"),
        pytest.param("```\n# A\nSource: https://docs.example/a\n```\n\nText.", [], id="in a fence"),
        pytest.param("plain text", toc(a="plain text"), id="no head at all"),
        pytest.param("", toc(a="A"), id="nothing"),
    ],
)
def test_what_is_not_certain_is_left_out(text: str, entries: list[TocEntry]) -> None:
    assert not {"/a", "/c", "/users", "/users/1", "/llms.txt", "https://evil.example/a"} & set(texts(text, entries))


def test_the_text_after_a_page_that_cannot_be_placed_is_not_its_neighbours() -> None:
    text = (
        "# A\nSource: https://docs.example/a\n\nOne.\n\n"
        "# X\nSource: https://evil.example/x\n\nTwo.\n\n"
        "# B\nSource: https://docs.example/b\n\nThree.\n"
    )
    assert "Two" not in "".join(texts(text).values())


def test_a_page_without_an_address_among_named_ones_goes_by_its_title() -> None:
    text = "# A\nSource: /a\n\nOne.\n\n# Forgotten\n\nTwo.\n\n# B\nSource: /b\n\nThree.\n"
    assert texts(text, toc(a="A", f="Forgotten", b="B")) == {
        "/a": "# A\nSource: /a\n\nOne.",
        "/f": "# Forgotten\n\nTwo.",
        "/b": "# B\nSource: /b\n\nThree.",
    }


def test_headings_within_named_pages_stay_in_them() -> None:
    text = "# A\nSource: /a\n\nOne.\n\n# B\n\nOf A, though B is a page too.\n\n# B\nSource: /b\n\nThree.\n"
    assert "though" in texts(text, toc(a="A", b="B"))["/a"]


def test_one_named_page_among_many_others_does_not_swallow_them() -> None:
    text = "# A\nSource: /a\n\nOne.\n\n" + "".join(f"# Page {number}\n\nText.\n\n" for number in range(20))
    assert texts(text) == {}


def test_the_first_page_of_an_address_counts() -> None:
    text = "# A\nSource: /a\n\nOne.\n\n# Again\nSource: /a\n\nTwo.\n\n# B\nSource: /b\n\nThree.\n"
    assert texts(text)["/a"] == "# A\nSource: /a\n\nOne."


def test_a_fence_that_nothing_closes_hides_no_page() -> None:
    text = "# A\nSource: /a\n\n~~~\nOne.\n\n# B\nSource: /b\n\nThree.\n"
    assert list(texts(text)) == ["/a", "/b"]


def test_the_front_matter_of_the_file_is_no_page() -> None:
    assert heads_of("---\ntitle: All of it\n---\n\nText.\n") == []


def test_an_example_of_elements_does_not_make_a_file_of_elements() -> None:
    text = "# A\nSource: /a\n\n<document>example</document>\n\n# B\nSource: /b\n\n" + "Long text. " * 50
    assert list(texts(text)) == ["/a", "/b"]


def test_a_part_without_text_is_no_page() -> None:
    text = '<page url="/a" title="A"> \n</page><page url="/b" title="B">\n<!-- x -->\n</page>'
    (part,) = cut(text)
    assert part.url == f"{SITE}/b"
    with pytest.raises(NotDocumentation):
        part.page(text[part.start : part.end])


LINES = st.sampled_from(
    [
        *("# A", "# B", "## A", "### B", "Source: /a", "URL: https://docs.example/b", "Source: https://evil.example/c"),
        *(
            "---",
            "title: A",
            "url: /d",
            "===",
            "```",
            "~~~~",
            "text",
            "",
            "<page url='/e'>",
            "</page>",
            "<doc title='A'>",
        ),
        *(
            "</doc>",
            'file: x\nmeta: {"title": "B"}',
            "[Skip to x](https://docs.example/f#x)",
            "# C (/g)",
            "\u00e9\u4e2d",
        ),
    ]
)


@settings(max_examples=300)
@given(st.lists(LINES, max_size=60), st.booleans())
def test_parts_are_disjoint_slices_in_order(lines: list[str], listed: bool) -> None:
    text = clean("\n".join(lines))
    parts = cut(text, toc(a="A", b="B", d="D") if listed else ())
    ends = [0, *(part.end for part in parts)]
    assert all(end <= part.start < part.end <= len(text) for end, part in zip(ends, parts, strict=False))
    assert len({part.url for part in parts}) == len(parts)
    assert all(part.url.startswith(f"{SITE}/") for part in parts)


@settings(max_examples=100)
@given(
    st.lists(st.text("ab #\n`-", max_size=80), min_size=2, max_size=12), st.sampled_from(["# T\nURL: /{}\n\n{}\n\n"])
)
def test_what_stands_between_two_heads_is_on_the_page_of_the_first(bodies: list[str], shape: str) -> None:
    kept = [body.replace("`", "'").replace("#", "+").replace("-", "+").strip() or "x" for body in bodies]
    text = "".join(shape.format(number, body) for number, body in enumerate(kept))
    assert [body.partition("\n\n")[2].strip() for body in texts(text).values()] == kept


@pytest.mark.parametrize(
    "unit",
    [
        *("# a\n", "---\n", "---\na: b\n", "---\ntitle: b\n---\n", "```\n", "~~~\n```x\n", "<page>\n", "<doc>x</doc>"),
        *(
            "# a\nSource:\n",
            "# a\nSource: /a\n",
            "file: a\nmeta: {\n",
            "#\t \t",
            "# " + "(/a" * 9,
            "<page a='",
            "\n \t",
        ),
        *("[Skip to ", "# a\n[Skip to x](https://", "- Source: [", "a: b\n", "`" * 50 + "\n", "x", "# A (", "\u00e9 "),
    ],
)
def test_time_is_linear_whatever_the_text(unit: str) -> None:
    entries = toc(a="a", b="(")

    assert grows_linearly(lambda length: page_texts(unit * (length // len(unit)), URL, entries, INDEX), 80_000)


def test_hostile_numbers_of_pages_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(full_text_heads, "MOST_HEADS", 20)
    monkeypatch.setattr(llms_full_txt, "MOST_HEADS", 20)
    monkeypatch.setattr(llms_full_txt, "MAX_ENTRIES", 10)
    assert len(cut("".join(f"# a\nURL: /{number}\n" for number in range(15)))) == 10
    text = "# A\nSource: /a\n\n" + "# a\n" * 18 + "# B\nSource: /b\n\nPerhaps not of B alone.\n\n# C\nSource: /c\n"
    assert len(heads_of(text)) == 20
    assert texts(text, toc(c="C")).keys() <= {"/a"}, "where the last head that is looked at ends is not known"
