"""A page in short: its chosen sections and headings as one text."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from pro_context_engine.domain.model import Chunk
from pro_context_engine.search.ranking.section_digest import GAP
from pro_context_engine.search.ranking.token_cost import JOINT, most_tokens

JOINT_TOKENS = most_tokens(f"\n\n{GAP}\n\n") + 2 * JOINT
"""The tokens that may be added where two parts of a page are joined."""


def is_bare_heading(chunk: Chunk) -> bool:
    """Tell whether a section is its heading alone."""
    return chunk.text.startswith("#") and "\n" not in chunk.text.strip("\n")


def page_in_short(chosen: Mapping[int, Chunk]) -> tuple[Chunk, str]:
    """Return the best section of a page, and its text followed by the other sections in page order.

    The text before the first heading, which has none that tells it from the best section, comes before that. Below
    headings that are shown alone stands "…".

    Args:
        chosen: the sections by the line in which each begins, the best one first.
    """
    best, *others = chosen.values()
    others = [chosen[line] for line in sorted(chosen) if chosen[line] is not best]
    ordered = sorted([best, *others], key=lambda one: bool(one.anchor))
    parts = [(one.text.strip("\n"), is_bare_heading(one)) for one in ordered]
    shown: list[str] = []
    for (text, is_bare), (_, next_is_bare) in pairwise([*parts, ("", False)]):
        between = "" if is_bare and next_is_bare else f"\n{GAP}\n\n" if is_bare else "\n"
        shown.append(f"{text}\n{between}")
    return best, "".join(shown).strip("\n")
