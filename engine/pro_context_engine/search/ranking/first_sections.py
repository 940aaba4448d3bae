"""The beginning of a page too large for a caller's budget, cut where a section ends (contract `toc`, read-page)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pro_context_engine.domain.model import Page
from pro_context_engine.search.ranking.excerpts import beginning
from pro_context_engine.search.ranking.token_cost import JOINT, most_tokens, most_tokens_of_page


@dataclass(frozen=True, slots=True)
class FirstSections:
    """The part of a page that is shown.

    Attributes:
        text: Markdown, with the note at its end if the page was cut.
        tokens: size of the whole page.
        truncated: whether the page was cut.
    """

    text: str
    tokens: int
    truncated: bool


def first_sections(page: Page, max_tokens: int, note: str) -> FirstSections:
    """Return a page, or the first sections that fit.

    If the first section with text does not fit, it is cut between lines or words, with an open fence closed.

    Args:
        page: the page with its headings.
        max_tokens: bound of the text, by `token_cost.most_tokens`; more than the size of the note.
        note: the last line of a page that was cut, with `{remaining}` for the number of tokens that are not shown.
    """
    lines = page.markdown.split("\n")
    headings = {heading.line - 1 for heading in page.headings}
    sizes = [(end, _size(lines[start:end])) for start, end in _spans(sorted(headings), len(lines))]
    total = sum(size for _, size in sizes)
    if total <= max_tokens:
        return FirstSections(page.markdown, total, truncated=False)
    room = max_tokens - most_tokens(note.format(remaining=total)) - 2 * JOINT
    end, shown = 0, 0
    for following, size in sizes:
        if shown + size > room:
            break
        end, shown = following, shown + size
    if any(lines[number].strip() for number in range(end) if number not in headings):
        text = "\n".join(lines[:end]).rstrip("\n")
    else:
        text = beginning(page.markdown, room)
        shown = most_tokens(text)
    return FirstSections(f"{text}\n\n{note.format(remaining=total - shown)}", total, truncated=True)


def _spans(starts: Sequence[int], end: int) -> Iterator[tuple[int, int]]:
    """Return first line and end of each section, including the lines before the first heading."""
    return pairwise([*dict.fromkeys([0, *starts]), end])


def _size(lines: Sequence[str]) -> int:
    return most_tokens_of_page("\n".join(lines)) + JOINT
