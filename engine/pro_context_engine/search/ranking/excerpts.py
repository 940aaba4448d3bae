"""The beginning of a text that is too large for the rest of a budget, cut between blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pro_context_engine.documents.chunks.tokens import cut
from pro_context_engine.documents.pages.blocks import Kind, scan
from pro_context_engine.search.ranking.token_cost import JOINT, most_tokens


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
