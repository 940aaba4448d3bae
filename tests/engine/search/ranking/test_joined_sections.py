"""The sections that are shown together with the best one."""

from dataclasses import replace

import pytest
from tests.engine.search.ranking.test_package_sections import REFERENCE, URL, hits_of

from pro_context_engine.search.ranking.hit_sections import HitSection, hit_sections
from pro_context_engine.search.ranking.joined_sections import joined_sections

OTHERS = """# pier

## tie

Tie a knot.

## untie

Untie a knot.

## cut

Cut a rope.

## splice

Splice two ropes.
"""


def _sections(*headings: str) -> list[HitSection]:
    found = hit_sections([*hits_of(REFERENCE), *hits_of(OTHERS, f"{URL}.pier")])
    by_heading = {section.path[-1]: section for section in found if section.path}
    return [by_heading[heading] for heading in headings]


@pytest.mark.parametrize("order", [("Ship", "Ship.sink"), ("Ship.sink", "Ship")])
def test_a_class_comes_with_the_method_it_leads_to(order: tuple[str, str]) -> None:
    assert joined_sections(_sections(*order), [0.7, 0.1]) == [1]
    assert joined_sections(_sections(*order), [0.9, 0.05]) == []


def test_a_near_reading_of_the_same_page_is_shown_beside_the_best() -> None:
    assert joined_sections(_sections("moor", "Ship"), [0.4, 0.3]) == [1]
    assert joined_sections(_sections("moor", "Ship"), [0.6, 0.2]) == []


def test_a_section_of_another_page_stays_alone() -> None:
    assert joined_sections(_sections("moor", "tie"), [0.4, 0.4]) == []


def test_few_sections_are_shown_together() -> None:
    sections = _sections("tie", "untie", "cut", "splice")
    assert joined_sections(sections, [0.25, 0.25, 0.25, 0.25]) == [1, 2]


def test_the_text_before_the_first_heading_belongs_to_no_class() -> None:
    ship, before = _sections("Ship", "moor")
    before = replace(before, path=())
    assert joined_sections([ship, before], [0.8, 0.1]) == []
