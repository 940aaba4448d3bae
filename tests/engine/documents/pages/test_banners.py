"""A README loses its badges and logos, and none of its text."""

from __future__ import annotations

import pytest
from tests.growth import grows_linearly

from pro_context_engine.documents.pages.banners import without_banners

BADGE = "[![build](https://badges.example/a.svg)](https://ci.example/pond)"
LOGO = '<a href="https://rich.example/?a=b" target="_blank"><img src="https://pond.example/rich.png" alt="Rich"></a>'


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (f"# Pond\n\n{BADGE}\n{BADGE}\n\nKeeps frogs.", "# Pond\n\nKeeps frogs."),
        (f"Keeps frogs. {BADGE}", "Keeps frogs."),
        ("[![a](x.svg)](\nhttps://ci.example)\n\nFrogs.", "Frogs."),
        ("[![a][mark]][site]\n\nFrogs.\n\n[mark]: a.svg\n[site]: https://ci.example", "Frogs."),
        (
            "See [the pond][site].\n\n[site]: https://pond.example",
            "See [the pond][site].\n\n[site]: https://pond.example",
        ),
        (f'<p align="center">\n  {LOGO}\n</p>\n<p>\n    <em>Keeps frogs.</em>\n</p>', "*Keeps frogs.*"),
        ("<picture>\n  <source srcset='a.svg'>\n  <img src='b.svg'>\n</picture>\n\nFrogs.", "Frogs."),
        ("![frog](a.png)\n\nFrogs.", "Frogs."),
        ("![A frog on its way to the pond](a.png)", "(A frog on its way to the pond)"),
        ('<h1 align="center">Pond</h1>\n\nFrogs.', "# Pond\n\nFrogs."),
        ("-----\n\n# Pond", "-----\n\n# Pond"),
        (f"{BADGE}\n\n-----\n\n# Pond", "# Pond"),
        (
            '<a href="https://pond.example">The <b>pond</b></a><br>is wet.',
            "[The **pond**](https://pond.example)\nis wet.",
        ),
        ("| a | b |\n| --- | --- |\n| wet<br>pond | c |", "| a | b |\n| --- | --- |\n| wet pond | c |"),
    ],
)
def test_pictures_in_links_go_and_text_stays(text: str, wanted: str) -> None:
    assert without_banners(text) == wanted


def test_sections_and_rows_of_logos_go() -> None:
    text = (
        f"# Pond\n\n## Sponsors\n\n### Gold\n\n{LOGO}\n{LOGO}\n\n### Silver\n\n{LOGO}\n\n## Usage\n\nHop.\n\n## Later\n"
    )
    assert without_banners(text) == "# Pond\n\n## Usage\n\nHop.\n\n## Later"
    table = f"| | |\n| --- | --- |\n| Build | {BADGE} |\n| Package | {BADGE} |\n\n| a | b |\n| --- | --- |\n| 1 | 2 |"
    assert without_banners(table) == "| a | b |\n| --- | --- |\n| 1 | 2 |"


@pytest.mark.parametrize(
    "contents",
    [
        "- [Usage](#usage)\n  - [`hop()`](#hop)\n\n- [Later](#later)",
        "1. [Usage](#usage)\n2. [[Hop]](#hop)\n3. [Later](#later)\n",
        "[Usage](#usage) • [Hop](#hop) | [Later](#later)",
    ],
)
def test_a_list_of_own_sections_goes_with_its_heading(contents: str) -> None:
    text = f"# Pond\n\nFrogs.\n\n## Contents\n\n{contents}\n\n## Usage\n\nHop.\n\n## Later\n\nSoon."
    assert without_banners(text) == "# Pond\n\nFrogs.\n\n## Usage\n\nHop.\n\n## Later\n\nSoon."


@pytest.mark.parametrize(
    "listed",
    [
        "- [Usage](#usage)\n- [Later](#later)",
        "- [Usage](#usage) explains it\n- [Hop](#hop) jumps\n- [Later](#later)",
        "- [One](https://one.example/#a)\n- [Two](two.md)\n- [Three](three.md#b)",
    ],
)
def test_other_lists_of_links_stay(listed: str) -> None:
    text = f"# Pond\n\n## See\n\n{listed}\n\n## Usage\n\nHop."
    assert without_banners(text) == text


def test_a_fence_stays_as_it_is() -> None:
    text = f"```markdown\n{BADGE}\n<p>{LOGO}</p>\n```"
    assert without_banners(text) == text


@pytest.mark.parametrize(
    "part",
    ["![", "[![a](", "<a href='", "<a href='x'>  ", "<h1 ", "| ![a](b) ", "[x]: y\n", "# a\n", "[a](#b) ", "- [[](#\n"],
)
def test_a_hostile_readme_takes_no_longer_than_its_length(part: str) -> None:
    assert grows_linearly(lambda size: without_banners(part * (size // len(part))), 200_000)
