"""Fragments of URLs: the headings that they name."""

import pytest

from pro_context_engine.documents.pages.fragments import anchor_of, heading_at
from pro_context_engine.domain.model import Heading

HEADINGS = [
    Heading("Knots", 1, "knots", 1),
    Heading("Tie & untie", 2, "tie-untie", 3),
    Heading("Größe", 2, "größe", 5),
    Heading("Rope.tie", 3, "rope.Rope.tie", 7),
    Heading("Knots", 2, "knots-2", 9),
]


@pytest.mark.parametrize(
    ("fragment", "line"),
    [
        ("#knots", 1),
        ("#knots-2", 9),
        ("#Knots", 1),
        ("#tie--untie", 3),
        ("#gr%C3%B6%C3%9Fe", 5),
        ("#größe", 5),
        ("#user-content-tie-untie", 3),
        ("#rope.Rope.tie", 7),
        ("#tie-untie:~:text=a%20knot", 3),
        ("#:~:text=a%20knot", None),
        ("#splices", None),
        ("#", None),
        ("#---", None),
        ("", None),
    ],
)
def test_the_heading_of_a_fragment(fragment: str, line: int | None) -> None:
    heading = heading_at(HEADINGS, anchor_of(f"https://docs.example/knots{fragment}"))
    assert (heading.line if heading else None) == line
