import pytest
from tests.growth import grows_linearly

from pro_context_engine.search.index.dotted_names import MAX_NAMES, anchor_of, asked_names, documented_names, endings

PAGE = """# Tide tables {#module-tide}

## TideTable {#breakwater.tide.TideTable}

### TideTable.next_high {#breakwater.tide.TideTable.next_high}

Unlike `boat.Boat.moor` it waits.

### How to moor
"""


def test_a_name_is_asked_by_all_its_endings() -> None:
    assert asked_names("how does orm.Session.execute_all() work?") == ["orm.session.executeall", "session.executeall"]


@pytest.mark.parametrize(
    "text",
    ["3.11.2", "a sentence. Another one", "https://docs.example.org/a", "me@mail.example.org", "e.", "./a.b/c", ""],
)
def test_what_is_no_name_is_not_asked(text: str) -> None:
    assert asked_names(text) == []


def test_headings_document_names() -> None:
    assert documented_names(PAGE, "Tide tables") == [
        "breakwater.tide.tidetable",
        "tide.tidetable",
        "breakwater.tide.tidetable.nexthigh",
        "tide.tidetable.nexthigh",
        "tidetable.nexthigh",
    ]


def test_on_the_page_of_a_module_headings_are_its_members() -> None:
    assert documented_names("# tide.tables\n\n## TideTable\n\n### `TideTable.__len__`\n", "tide.tables") == [
        "tide.tables.tidetable",
        "tables.tidetable",
        "tide.tables.tidetable.len",
        "tables.tidetable.len",
        "tidetable.len",
    ]


def test_a_fence_that_imports_what_its_heading_names_gives_further_names() -> None:
    text = "## cloud\n\n```python\nfrom pond import cloud\nfrom pond.air import cloud\ndef cloud()\n```\n"
    assert documented_names(text, "pond.sky") == [
        "pond.sky.cloud",
        "sky.cloud",
        "pond.cloud",
        "pond.air.cloud",
        "air.cloud",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "## cloud\n\n```python\nfrom pond import rain\n```\n",
        "## cloud\n\nLike this:\n\n```python\nfrom pond import cloud\n```\n",
        "## How to make a cloud\n\n```python\nfrom pond import cloud\n```\n",
    ],
)
def test_an_import_in_an_example_documents_nothing(text: str) -> None:
    assert "pond.cloud" not in documented_names(text, "Clouds")


def test_the_anchor_of_the_asked_name_is_found() -> None:
    names = asked_names("bw.TideTable.next_high")
    assert anchor_of(PAGE, "Tide tables", names) == "breakwater.tide.TideTable.next_high"
    assert anchor_of(PAGE, "Tide tables", asked_names("Boat.moor")) == ""


def test_the_number_of_terms_is_bounded() -> None:
    assert len(asked_names(" ".join(f"a{n}.b{n}.c" for n in range(100)))) == MAX_NAMES
    assert len(list(endings(".".join("abcdefghijklmnop")))) == 7


@pytest.mark.parametrize(("head", "part"), [("", "a."), ("# ", "a"), ("", "# a {#"), ("", "_"), ("", "#")])
def test_hostile_text_takes_linear_time(head: str, part: str) -> None:
    def read(times: int) -> None:
        asked_names(head + part * times)
        documented_names(head + part * times, "a.b")

    assert grows_linearly(read, 100_000)
