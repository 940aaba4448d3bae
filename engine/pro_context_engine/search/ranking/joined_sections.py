"""The sections that are shown together with the best one: near readings on its page, its class, its members.

A question in words is often answered by a class and one of its methods, or by one of two functions that stand side by
side. Together they are one passage, under one source (docs/decisions/0078-neighbours-and-guides.md).
"""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.search.index.section_parts import section_text
from pro_context_engine.search.ranking.hit_sections import HitSection

NEAR = 0.5
"""The probability, relative to that of the best section, from which another section of its page is shown with it."""

RELATED = 0.1
"""The same for the class that the best section is a member of, and for a member of the class that it is."""

MOST_JOINED = 2
"""The maximum number of sections that are shown together with the best one."""


def joined_sections(sections: Sequence[HitSection], shares: Sequence[float]) -> list[int]:
    """Return the places of the sections that are shown together with the first one.

    Args:
        sections: best first, at least one.
        shares: the probability that each section is meant.
    """
    best = sections[0]
    beside = [
        place
        for place, section in enumerate(sections)
        if place
        and section.hit.chunk.page_url == best.hit.chunk.page_url
        and shares[place] >= (RELATED if _are_related(best, section) else NEAR) * shares[0]
    ]
    return beside[:MOST_JOINED]


def _are_related(one: HitSection, other: HitSection) -> bool:
    """Tell whether one section documents a class, and the other a member of it."""
    return _is_member(one, other) or _is_member(other, one)


def _is_member(section: HitSection, owner: HitSection) -> bool:
    if not section.path or not owner.path:
        return False
    name = owner.path[-1].strip("`")
    return section.path[-1].strip("`").startswith(f"{name}.") and _is_class(owner)


def _is_class(section: HitSection) -> bool:
    lines = section_text(section.text).declaration.splitlines()
    return any(line.startswith(("class ", "export class ", "interface ", "export interface ")) for line in lines)
