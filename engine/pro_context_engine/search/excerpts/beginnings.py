"""The beginning of a text or of a page that is too large for a budget, cut between blocks or sections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pro_context_engine.documents.chunks.tokens import cut
from pro_context_engine.documents.pages.blocks import Kind, scan
from pro_context_engine.domain.model import Page
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.search.excerpts.token_cost import JOINT, most_tokens, most_tokens_of_page


def excerpt(text: str, max_tokens: int) -> str:
    """Return the first blocks of a text that fit; "" if only headings would fit.

    Fences and tables are whole or left out, lists are cut between items.

    Args:
        text: Markdown.
        max_tokens: bound of the result, by `token_cost.most_tokens`.
    """
    chosen: list[str] = []
    says_something = False
    for part, is_heading in _parts(text.split("\n")):
        price = most_tokens(part) + JOINT
        if price <= max_tokens:
            chosen.append(part)
            max_tokens -= price
            says_something = says_something or not is_heading
        elif says_something:
            break
    return "\n".join(chosen).strip("\n") if says_something else ""


def beginning(text: str, max_tokens: int) -> str:
    """Return a beginning of the text that fits, cut between lines or words, with an open fence closed.

    Args:
        text: Markdown.
        max_tokens: bound of the result, by `token_cost.most_tokens`.
    """
    room = max(0, max_tokens)
    kept = cut(text, room)
    while kept and (size := most_tokens(kept)) > max_tokens:
        room = room * max_tokens // size - 1
        kept = cut(text, room)
    return kept


def _parts(lines: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Yield the lines of each block or list item, with blank lines after it, and whether it is a heading."""
    starts: list[tuple[int, bool]] = []
    for block in scan(lines):
        items = [line for line, _ in block.items] if block.kind is Kind.LIST else []
        starts += [(line, block.kind is Kind.HEADING) for line in items or [block.first]]
    ends = [*(start for start, _ in starts[1:]), len(lines)]
    for (start, is_heading), end in zip(starts, ends, strict=False):
        yield "\n".join(lines[start:end]), is_heading


@value_class
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
