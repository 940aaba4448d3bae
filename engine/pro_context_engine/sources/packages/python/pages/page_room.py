"""The room of a page: some sections are whole, of others it has the beginning, so that every name stays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

_LONGEST_DECLARATION = 2_000
_LONGEST_PARAGRAPH = 500
# The sections beyond are not rendered whole, since they would not fit.
_RENDERED = 2


def fitted(sections: Iterable[tuple[str, Iterable[str]]], room: int) -> tuple[list[str], list[str]]:
    """Return the texts of sections within a room, and the names of those for which there is none.

    If they do not all fit, the shortest ones are whole, and the others have their heading, declaration and first
    paragraph. The names of a module have room before their members: one class with a thousand members does not take
    the room of a thousand functions.

    Args:
        sections: the name and the blocks of each section, the heading first; rendered one after the other. The name of
            a member has its owner, such as "Frog.jump".
        room: the number of characters of all texts together.
    """
    names, whole, brief = list[str](), list[str](), list[str]()
    rendered = 0
    for name, blocks in sections:
        parts = list(_up_to(blocks, room)) if rendered <= _RENDERED * room else list(_up_to(blocks, 0))
        names.append(name)
        whole.append("\n\n".join(parts))
        brief.append(_beginning(parts))
        rendered += len(whole[-1])
        if rendered > _RENDERED * room:
            whole[-1] = ""
    if rendered <= room:
        return whole, []
    chosen = _chosen(names, whole, brief, room)
    return [text for text in chosen if text], [name for name, text in zip(names, chosen, strict=True) if not text]


def _up_to(blocks: Iterable[str], room: int) -> Iterable[str]:
    """Yield blocks up to one that ends beyond the room, three at least."""
    size = 0
    for count, block in enumerate(blocks):
        if size > room and count > 2:
            return
        size += len(block)
        yield block


def _chosen(names: Sequence[str], whole: Sequence[str], brief: Sequence[str], room: int) -> list[str]:
    chosen = [""] * len(names)
    for position in sorted(range(len(names)), key=lambda position: names[position].count(".")):
        if len(brief[position]) + 2 <= room:
            chosen[position] = brief[position]
            room -= len(brief[position]) + 2
    for position in sorted(range(len(names)), key=lambda position: len(whole[position])):
        more = len(whole[position]) - len(chosen[position])
        if whole[position] and chosen[position] and more <= room:
            chosen[position] = whole[position]
            room -= more
    return chosen


def _beginning(blocks: Sequence[str]) -> str:
    heading, *rest = blocks or [""]
    kept = [heading]
    if rest:
        kept += filter(None, [_cut(rest[0])])
    paragraph = rest[1].partition("\n\n")[0] if len(rest) > 1 else ""
    if paragraph and len(paragraph) <= _LONGEST_PARAGRAPH and not paragraph.startswith(("#", "```", "~~~")):
        kept.append(paragraph)
    return "\n\n".join(kept)


def _cut(declaration: str) -> str:
    """Return a fenced declaration with its first lines if it is too long, "" for another long block."""
    if len(declaration) <= _LONGEST_DECLARATION:
        return declaration
    if not declaration.startswith("```"):
        return ""
    *lines, end = declaration.split("\n")
    sizes = accumulate(len(line) + 1 for line in lines)
    kept = [line for line, size in zip(lines, sizes, strict=True) if size <= _LONGEST_DECLARATION]
    return "\n".join([*kept, "    ...", end]) if len(kept) > 1 else ""
