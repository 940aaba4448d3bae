"""A long section in short: its declaration and summary, then the parameters and paragraphs that were asked about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pro_context_engine.documents.chunks.tokens import count
from pro_context_engine.documents.pages.blocks import Kind, scan
from pro_context_engine.search.excerpts.code_samples import introduces, sampled
from pro_context_engine.search.excerpts.display_parts import (
    FENCE,
    LEAST_DECLARATION,
    beginning,
    is_item,
    is_label,
    labels_of,
    parts_of,
    with_gaps,
)
from pro_context_engine.search.excerpts.token_cost import JOINT, most_tokens
from pro_context_engine.search.index.term_finder import TermFinder

DECLARATION_SHARE = 25
"""The tokens of room for each line of a declaration that is shown whole; of a longer one the asked lines are shown."""

GAP = "…"
"""Stands in place of text that is left out."""

MOST_ROWS = 6
"""The rows of a large table that are shown."""

_GAP_SIZE = most_tokens(f"{GAP}\n")


def digest(text: str, finder: TermFinder, max_tokens: int) -> str:
    """Return a section, or its beginning and the parts of it with most of the asked terms.

    Args:
        text: Markdown of the section, its heading first if that was found.
        finder: finds the asked terms.
        max_tokens: bound of the result, by `token_cost.most_tokens`, unless the beginning alone is larger.

    Returns:
        Whole blocks and list items in their order, "…" in place of those that are left out.
    """
    # The fast count is never above the exact one.
    if count(text) <= max_tokens and most_tokens(text) <= max_tokens:
        return text
    finder.look_at(frozenset(text.split()))
    parts = list(parts_of(text))
    introductions = _introductions_of(parts)
    for number in introductions:
        if most_tokens(parts[number]) > max_tokens // 2:
            parts[number] = sampled(parts[number], finder, ()) + "\n"
    first = beginning(parts)
    # A list item introduces nothing: a long one would take the room of the asked ones.
    if first and is_item(parts[first - 1]) and most_tokens(parts[first - 1]) > max_tokens // 2:
        first -= 1
    lines = max(LEAST_DECLARATION, max_tokens // DECLARATION_SHARE)
    parts[:first] = [_shortened(part, finder, lines) for part in parts[:first]]
    parts[:first] = [_asked_rows(part, finder) if most_tokens(part) > max_tokens else part for part in parts[:first]]
    room = max_tokens - sum(map(most_tokens, parts[:first])) - first * JOINT
    # Most parts are no tables, and need not be measured.
    parts[first:] = [
        _asked_rows(part, finder) if "|" in part and most_tokens(part) > room else part for part in parts[first:]
    ]
    return _joined(parts, _kept(parts, first, introductions, finder, room))


def _kept(
    parts: Sequence[str], first: int, introductions: Mapping[int, int], finder: TermFinder, room: int
) -> set[int]:
    """Return the numbers of the parts that are shown: the beginning, the asked ones, then those that come next.

    A label is shown with what stands below it and never alone, so that a list is not taken for another one. An example
    is shown with the part that introduces it; `introductions` has the number of that by the number of the example.
    """
    labels = {**labels_of(parts), **introductions}
    asked = [number for number in range(first, len(parts)) if not is_label(parts[number])]
    found = {number: len(set(finder.find_known(parts[number]))) for number in asked}
    # An example answers what the part above it says, whatever its own words are.
    for number in filter(found.__contains__, introductions):
        found[number] = max(found[number], found.get(introductions[number], 0))
    kept = set(range(first))

    def add(number: int, gap: int) -> bool:
        nonlocal room
        price = _price(parts[number], room) + gap + JOINT
        label = labels.get(number, number)
        if label not in kept and label != number:
            price += most_tokens(parts[label]) + gap + JOINT
        if price > room:
            return False
        room -= price
        kept.update({number, label})
        return True

    # The parts with most asked terms first, of equals the first.
    for number in sorted(filter(found.__getitem__, found), key=lambda number: -found[number]):
        add(number, _GAP_SIZE + JOINT)
    # The rest of the room goes to the text that follows the beginning.
    for number in asked:
        if number not in kept and not add(number, 0):
            break
    return kept


def _introductions_of(parts: Sequence[str]) -> dict[int, int]:
    """Return the number of the part that introduces each example which has one."""
    return {number: number - 1 for number in range(1, len(parts)) if introduces(parts[number - 1], parts[number])}


def _price(part: str, room: int) -> int:
    """Return the tokens of a part, fewer if it is larger than the room."""
    # The fast count is never above the exact one.
    fast = count(part)
    return fast if fast > room else most_tokens(part)


def _shortened(part: str, finder: TermFinder, longest: int) -> str:
    """Return a fence without the lines that nobody asked about, if it is longer; any other part unchanged."""
    lines = part.rstrip("\n").split("\n")
    if not part.startswith(FENCE) or len(lines) <= longest + 2:
        return part
    body = lines[1:-1]
    few = longest // 2
    kept = {*range(few), len(body) - 1, *(n for n, line in enumerate(body) if finder.find_known(line))}
    return "\n".join([lines[0], *with_gaps(body, kept), lines[-1], ""])


def _asked_rows(part: str, finder: TermFinder) -> str:
    """Return a table with the rows that have most of the asked terms; any other part unchanged."""
    lines = part.rstrip("\n").split("\n")
    blocks = scan(lines)
    if len(blocks) != 1 or blocks[0].kind is not Kind.TABLE:
        return part
    counts = [len(set(finder.find_known(line))) for line in lines[2:]]
    most = max(counts, default=0)
    rows = [line for line, count in zip(lines[2:], counts, strict=True) if count == most][:MOST_ROWS]
    return "\n".join([*lines[:2], *rows, "", ""]) if most else part


def _joined(parts: Sequence[str], kept: set[int]) -> str:
    shown: list[str] = []
    for number, part in enumerate(parts):
        if number in kept:
            shown.append(part)
        elif number - 1 in kept or number == 0:
            shown.append(f"{GAP}\n")
    return "\n".join(shown).strip("\n")
