"""The digest of a page: its chosen sections and headings as one text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from pro_context_engine.domain.model import Chunk
from pro_context_engine.search.excerpts.section_digest import GAP
from pro_context_engine.search.excerpts.token_cost import JOINT, most_tokens

_MEMBER_LEVEL = 3
"""The level of a member whose own heading was not found."""

JOINT_TOKENS = most_tokens(f"\n\n{GAP}\n\n") + 2 * JOINT
"""The tokens that may be added where two parts of a page are joined."""


def is_bare_heading(chunk: Chunk) -> bool:
    """Tell whether a section is its heading alone."""
    return chunk.text.startswith("#") and "\n" not in chunk.text.strip("\n")


def owner_heading(chunk: Chunk) -> str:
    """Return the heading of the class that a section documents a member of, as Markdown; "" for other sections."""
    owner, own = ("", "", *chunk.heading_path)[-2:]
    if not owner or not own.strip("`").startswith(f"{owner.strip('`')}."):
        return ""
    level = len(chunk.text) - len(chunk.text.lstrip("#")) or _MEMBER_LEVEL
    return f"{'#' * max(1, level - 1)} {owner}"


def page_digest(chosen: Mapping[int, Chunk]) -> tuple[Chunk, str]:
    """Return the best section of a page, and its text followed by the other sections in page order.

    The text before the first heading, which has none that tells it from the best section, comes before that. Below
    headings that are shown alone stands "…". The first member of a class stands below the heading of the class.

    Args:
        chosen: the sections by the line in which each begins, the best one first.
    """
    best, *others = chosen.values()
    others = [chosen[line] for line in sorted(chosen) if chosen[line] is not best]
    ordered = sorted([best, *others], key=lambda one: bool(one.anchor))
    texts = [text.strip("\n") for text in _below_owners(ordered)]
    parts = list(zip(texts, map(is_bare_heading, ordered), strict=True))
    shown: list[str] = []
    for (text, is_bare), (_, next_is_bare) in pairwise([*parts, ("", False)]):
        between = "" if is_bare and next_is_bare else f"\n{GAP}\n\n" if is_bare else "\n"
        shown.append(f"{text}\n{between}")
    return best, "".join(shown).strip("\n")


def _below_owners(sections: Sequence[Chunk]) -> list[str]:
    """Return the texts of sections, the first member of each class below the heading of the class."""
    known = {one.heading_path[-1] for one in sections if one.heading_path}
    texts = []
    for one in sections:
        heading = owner_heading(one)
        title = heading.lstrip("#").strip()
        texts.append(f"{heading}\n\n{one.text}" if heading and title not in known else one.text)
        known.add(title)
    return texts
