"""The tables of a page."""

import pytest
from tests.growth import grows_linearly

from pro_context_engine.documents.pages.markdown import markdown_page
from pro_context_engine.documents.pages.markdown_tables import (
    MOST_CELLS,
    MOST_ROWS,
    MarkdownTable,
    tables_of,
    without_padding,
)


@pytest.mark.parametrize(
    ("lines", "headers", "rows"),
    [
        (["| a | b |", "| --- | --- |", "| 1 | 2 |"], ("a", "b"), [("1", "2")]),
        (["| k |", "| --- |", "| v |"], ("k",), [("v",)]),
        (["a | b", "--- | ---", "1 | 2"], ("a", "b"), [("1", "2")]),
        (["| a | b |", "| --- | --- |", "| 1 |", "| 1 | 2 | 3 |"], ("a", "b"), [("1",), ("1", "2", "3")]),
        (["| a |", "| --- |", "| x \\| y |", "| `x \\| y` |"], ("a",), [("x | y",), ("x | y",)]),
        (["| *a* |", "| --- |", "| [link](https://pier.example) and `code` |"], ("a",), [("link and code",)]),
        (["| a | b |", "| --- | --- |", "|  | 2 |"], ("a", "b"), [("", "2")]),
        (["| a |", "| --- |"], ("a",), []),
        (["| a |", "| --- |", "| ends \\"], ("a",), [("ends \\",)]),
    ],
)
def test_cells(lines: list[str], headers: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    text = "# Page\n\n" + "\n".join(lines) + "\n\nText.\n"
    assert list(tables_of(text)) == [MarkdownTable(headers, tuple(rows))]


def test_several_tables_but_none_in_code() -> None:
    table = "| a |\n| --- |\n| 1 |\n"
    text = f"{table}\ntext\n\n```\n{table}```\n\n{table}"
    assert list(tables_of(text)) == [MarkdownTable(("a",), (("1",),))] * 2


@pytest.mark.parametrize(
    "lines",
    [
        ["- item", "    | a | b |", "    | --- | --- |", "    | 1 | 2 |", "", "  after", "- next"],
        ["1. Step", "", "    | a | b |", "    | --- | --- |", "    | 1 | 2 |"],
        ["-", "    | a | b |", "    | --- | --- |", "    | 1 | 2 |"],
        ["- one", "  * two", "    | a | b |", "    | --- | --- |", "    | 1 | 2 |", "  * three"],
        ["-\titem", "", "\t| a | b |", "\t| --- | --- |", "\t| 1 | 2 |"],
        ["> **Note**", ">", "> | a | b |", "> | --- | --- |", "> | 1 | 2 |"],
        [">| a | b |", ">| --- | --- |", ">| 1 | 2 |", "lazy"],
        ["- > | a | b |", "  > | --- | --- |", "  > | 1 | 2 |"],
        ["> - item", ">     | a | b |", ">     | --- | --- |", ">     | 1 | 2 |"],
        ["!!! note", "    | a | b |", "    | --- | --- |", "    | 1 | 2 |"],
    ],
)
def test_tables_in_lists_and_quotations(lines: list[str]) -> None:
    table = "| before |\n| --- |"
    text = "\n".join([table, "", *lines, "", "Text.", "", table, ""])
    [before, inside, after] = tables_of(text)
    assert inside == MarkdownTable(("a", "b"), (("1", "2"),))
    assert before == after == MarkdownTable(("before",), ())


def test_no_tables_in_code_of_lists_and_quotations() -> None:
    assert not list(tables_of("- ```\n  | a |\n  | --- |\n  ```\n\n> ```\n> | a |\n> | --- |\n> ```\n"))


def test_no_more_than_the_bounds() -> None:
    row = "|" + " x |" * (MOST_CELLS + 50)
    rule = "|" + " --- |" * (MOST_CELLS + 50)
    [table] = tables_of("\n".join([row, rule, *[row] * (MOST_ROWS + 50)]))
    assert (len(table.headers), len(table.rows), len(table.rows[0])) == (MOST_CELLS, MOST_ROWS, MOST_CELLS)


@pytest.mark.parametrize(("unit", "most"), [("\\", 200_000), ("|", 200_000), ("`", 100_000), ("[", 50_000)])
def test_hostile_cells_take_no_time(unit: str, most: int) -> None:
    assert grows_linearly(lambda times: list(tables_of(f"| a |\n| --- |\n| {unit * times} |\n")), most)


@pytest.mark.parametrize(
    "unit", ["- x |\n", "> > > > > > > > > x |\n", "- > - > - > - > x |\ny |\n", "- | a |\n  | - |\n\n"]
)
def test_hostile_lists_and_quotations_take_no_time(unit: str) -> None:
    lines = unit.split("\n")
    indents = [" " * (2 * number % 20) for number in range(10)]
    block = "".join(f"{indent}{line}\n" for indent in indents for line in lines)
    assert grows_linearly(lambda times: list(tables_of(block * times)), 200)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("| Ship      |  Rope |", "| Ship | Rope |"),
        ("  |-----------|:-----:|----:|  ", "  | --- | :---: | ---: |"),
        ("| `a  b`   | ship \\|   boat    |    |", "| `a  b` | ship \\|   boat | |"),
        ("| -  | ---- ropes ---- |", "| - | ---- ropes ---- |"),
        ("| Ship | Rope |", "| Ship | Rope |"),
        ("    | code   |", "    | code   |"),
        ("ship   | rope", "ship   | rope"),
        ("a ship   at sea", "a ship   at sea"),
    ],
)
def test_what_only_aligns_columns_is_removed(line: str, shown: str) -> None:
    assert without_padding(line) == shown


def test_code_on_a_page_keeps_its_columns() -> None:
    code = "```\n| a    | b   |\n```"
    page = markdown_page("https://dock.example/guide", f"# Dock\n\n{code}\n\n| a    | b   |\n|------|-----|\n")
    assert page.markdown == f"# Dock\n\n{code}\n\n| a | b |\n| --- | --- |\n"


@pytest.mark.parametrize("unit", ["|", "  |", "| ", "---", "\\|  "])
def test_padding_is_removed_in_linear_time(unit: str) -> None:
    assert grows_linearly(lambda size: without_padding(f"|{unit * size}|"), 4_000)
