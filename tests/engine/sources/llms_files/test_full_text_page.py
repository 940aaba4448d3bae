import pytest

from pro_context_engine.documents.pages.headings import outline
from pro_context_engine.sources.llms_files.full_text_page import (
    contents_of,
    document_page,
    full_text_page,
    is_full_text,
)

URL = "https://docs.example/llms.txt"
PROSE = "An orchard remembers what was done to each of its trees, and tells it in the order it was done. "
INDEX = "# N\n" + "".join(f"- [Page {number}](/pages/{number}): {PROSE}\n" for number in range(200))


def pages(*titles: str, shape: str = "# {title}\n\n{text}\n\n") -> str:
    return "".join(shape.format(title=title, path=title.lower(), text=PROSE * 30) for title in titles)


@pytest.mark.parametrize(
    ("text", "full"),
    [
        (pages("Planting", "Grafting"), True),
        (pages("Planting", "Grafting") + "- [One](/one)\n", True),
        (INDEX, False),
        (INDEX + PROSE, False),
        (INDEX.replace("](/", " https://docs.example/"), False),
        (PROSE * 3, False),
        ("", False),
    ],
)
def test_what_is_documentation_itself(text: str, full: bool) -> None:
    assert is_full_text(text) is full


def test_pages_that_name_their_addresses_are_listed_by_them() -> None:
    text = pages("Planting", "Grafting", shape="# `{title}`\nSource: /docs/{path}\n\n{text}\n\n")
    entries, own = contents_of(URL, text)
    assert own
    assert [(entry.title, entry.url) for entry in entries] == [
        ("Planting", "https://docs.example/docs/planting"),
        ("Grafting", "https://docs.example/docs/grafting"),
    ]


def test_relative_addresses_start_where_redirects_ended() -> None:
    text = pages("Planting", "Grafting", shape="# {title}\nURL: /docs/{path}\n\n{text}\n\n")
    entries, _ = contents_of(URL, text, "https://www.name.example/llms.txt")
    assert [entry.url for entry in entries] == [
        "https://www.name.example/docs/planting",
        "https://www.name.example/docs/grafting",
    ]


def test_a_few_addresses_in_much_other_text_are_not_the_contents() -> None:
    named = "# A\nSource: /a\n\n1\n\n# B\nSource: /b\n\n2\n\n# C\nSource: https://other.example/c\n\n"
    assert not contents_of(URL, named + PROSE * 30)[1]


def test_else_its_headings_are_the_contents() -> None:
    entries, own = contents_of(URL, pages("Planting", "Grafting"))
    assert not own
    assert [(entry.title, entry.url) for entry in entries] == [
        ("Planting", f"{URL}#planting"),
        ("Grafting", f"{URL}#grafting"),
    ]


def test_long_pages_are_listed_by_deeper_headings() -> None:
    text = "# Orchard\n\n" + pages(
        "Planting", "Grafting", "Watering", shape="## {title}\n\n{text}{text}\n\n### Deep\n\n"
    )
    entries, _ = contents_of(URL, text)
    assert [(entry.title, entry.section) for entry in entries] == [
        ("Orchard", ""),
        ("Planting", "Orchard"),
        ("Grafting", "Orchard"),
        ("Watering", "Orchard"),
    ]


@pytest.mark.parametrize(
    ("shape", "titles"),
    [
        ("---\ntitle: {title}\ndescription: About it\n---\n{text}\n\n", ["Planting", "Grafting"]),
        ("## trees/{path}/2.0\n\n---\ntitle: {title}\n---\n{text}\n\n", ["Planting (trees/planting/2.0)"]),
        ('file: ./docs/{path}.mdx\nmeta: {{"title": "{title}"}}\n\n{text}\n\n', ["Planting", "Grafting"]),
        ('<doc title="{title}">{text}</doc>\n', ["Planting", "Grafting"]),
        ('<doc title="x">\n# {title}\n{text}</doc>\n', ["Planting", "Grafting"]),
    ],
)
def test_every_page_begins_with_a_heading_that_is_listed(shape: str, titles: list[str]) -> None:
    text = pages("Planting", "Grafting", shape=shape)
    page = full_text_page(URL, text)
    found = [heading.title for heading in page.headings if heading.level == 1]
    assert found[: len(titles)] == titles
    assert page.headings == outline(page.markdown)
    entries, _ = contents_of(URL, text)
    anchors = {heading.anchor for heading in page.headings}
    assert [entry.title for entry in entries] == found
    assert all(entry.url.partition("#")[2] in anchors for entry in entries)
    assert page.markdown.count(PROSE) == 60, "no text is lost"


def test_only_text_files_are_read_as_full_texts() -> None:
    text = pages("Planting", "Grafting", shape='<doc title="{title}">{text}</doc>\n')
    assert [heading.title for heading in document_page(URL, text).headings] == ["Planting", "Grafting"]
    assert document_page("https://docs.example/a.md", text).headings == ()
    assert "Planting" in document_page(URL, f"<html><body><h1>Planting</h1><p>{PROSE}</body></html>").title
    assert document_page(URL, INDEX).title == "N"


def test_a_short_file_is_a_full_text_by_its_name() -> None:
    page = document_page("https://docs.example/llms-full.txt", '<doc title="Short">Text.</doc>')
    assert [heading.title for heading in page.headings] == ["Short"]
