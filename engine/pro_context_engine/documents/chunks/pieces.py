"""The cutting of a section that is too large for one chunk: between blocks, else list items, lines or words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pro_context_engine.documents.chunks.tokens import count, fitting
from pro_context_engine.documents.pages.blocks import Kind, MarkdownBlock, closing_fence, scan, unquoted
from pro_context_engine.domain.value_class import value_class

# Sizes in tokens: the bound of a piece, the larger bound up to which a fence or table stays whole, and the largest head
# of a cut fence or table that is repeated.
_MOST = 700
_MOST_WHOLE = 2_000
_MOST_REPEATED = 200
# Levels of containers that are cut between their blocks, each at the cost of one more scan; deeper ones between lines.
_MOST_DEPTH = 3


class Piece(NamedTuple):
    """Consecutive lines of a section: 0-based first line, the text with its newlines, its size in tokens."""

    first: int
    text: str
    tokens: int


def pieces(lines: Sequence[str]) -> list[Piece]:
    r"""Return the pieces of a section, in order; their texts joined give the section, except for repeated heads.

    Args:
        lines: the section's lines, each with the `\n` it has in the page.
    """
    whole = _piece(0, lines)
    if whole.tokens <= _MOST:
        return [whole]
    view = [line.rstrip("\n").expandtabs(4) for line in lines]
    return _packed(list(_parts(_Lines(lines, view))), whole.tokens)


@value_class
class _Lines:
    """Lines as the page has them and as they look inside their container.

    Attributes:
        source: the lines as in the page.
        view: the same lines without newlines and without the container's indent or marks.
        first: the number of the first line within the section.
        prefix: the container's indent or marks.
        depth: the number of containers around the lines.
    """

    source: Sequence[str]
    view: Sequence[str]
    first: int = 0
    prefix: str = ""
    depth: int = 0

    def span(self, start: int, end: int) -> _Lines:
        """Return the lines from start to end, counted from the first line here."""
        return _Lines(self.source[start:end], self.view[start:end], self.first + start, self.prefix, self.depth)

    def inside(self, view: Sequence[str], prefix: str) -> _Lines:
        """Return the lines as they look one container deeper."""
        return _Lines(self.source, view, self.first, self.prefix + prefix, self.depth + 1)


def _piece(first: int, lines: Sequence[str]) -> Piece:
    text = "".join(lines)
    return Piece(first, text, count(text))


def _packed(parts: Sequence[Piece], tokens: int) -> list[Piece]:
    """Join neighbouring parts into pieces of about equal size."""
    target = tokens / -(-tokens // _MOST)
    groups: list[list[Piece]] = [[]]
    size = 0
    for part in parts:
        if groups[-1] and (size + part.tokens > _MOST or size >= target):
            groups.append([])
            size = 0
        groups[-1].append(part)
        size += part.tokens
    return [_piece(group[0].first, [part.text for part in group]) for group in groups]


def _parts(lines: _Lines) -> Iterator[Piece]:
    """Yield the smallest pieces into which the lines should be cut."""
    whole = _piece(lines.first, lines.source)
    blocks = _openers(scan(lines.view)) if whole.tokens > _MOST else []
    if not blocks:
        yield whole
        return
    starts = [0, *(start for start, _ in blocks[1:]), len(lines.source)]
    for (_, block), start, end in zip(blocks, starts, starts[1:], strict=False):
        part = _piece(lines.first + start, lines.source[start:end])
        if part.tokens <= (_MOST_WHOLE if block.kind in (Kind.FENCE, Kind.TABLE) else _MOST):
            yield part
        else:
            yield from _block_parts(block, start, lines.span(start, end))


def _openers(blocks: Sequence[MarkdownBlock]) -> list[tuple[int, MarkdownBlock]]:
    """Return the lines to cut before, each with its block; a heading is never cut from the block after it."""
    cuts: list[tuple[int, MarkdownBlock]] = []
    heading: MarkdownBlock | None = None
    for block in blocks:
        if block.kind is Kind.HEADING and block is not blocks[-1]:
            heading = heading or block
            continue
        cuts.append(((heading or block).first, block))
        heading = None
    return cuts


def _block_parts(block: MarkdownBlock, start: int, lines: _Lines) -> Iterator[Piece]:
    """Yield the parts of a large block; `lines` are its lines and the blank lines around it, from number `start` on."""
    if block.kind in (Kind.FENCE, Kind.TABLE):
        yield from _rows(block, start, lines)
    elif block.kind is Kind.LIST and lines.depth < _MOST_DEPTH:
        starts = [0, *(line - start for line, _ in block.items[1:]), len(lines.source)]
        for (_, column), first, end in zip(block.items, starts, starts[1:], strict=False):
            whole = _piece(lines.first + first, lines.source[first:end])
            if whole.tokens <= _MOST:
                yield whole
                continue
            item = lines.span(first, end)
            yield from _parts(item.inside([line[column:] for line in item.view], " " * column))
    elif block.kind is Kind.QUOTE and lines.depth < _MOST_DEPTH:
        yield from _parts(lines.inside([unquoted(line) for line in lines.view], "> "))
    else:
        yield from _flowing(lines.source, lines.first)


def _rows(block: MarkdownBlock, start: int, lines: _Lines) -> Iterator[Piece]:
    """Yield the parts of an oversize fence, closed and opened again at each cut, or of a table, its head repeated."""
    opener = block.first - start
    head, foot = _repeated(block, opener, lines)
    body = opener + (1 if block.kind is Kind.FENCE else 2)
    group: list[str] = []
    first, room = 0, _MOST
    for number, line in enumerate(lines.source):
        size = count(line)
        if group and size > room and number > body:
            yield _piece(lines.first + first, [*group, foot])
            group, first, room = [head], number, _MOST - count(head + foot)
        if size > _MOST:
            yield from _flowing([*group, line], lines.first + first)
            group, first = [], number + 1
            continue
        group.append(line)
        room -= size
    if group:
        yield _piece(lines.first + first, group)


def _repeated(block: MarkdownBlock, opener: int, lines: _Lines) -> tuple[str, str]:
    """Return the lines to repeat after, and to add before, a cut inside a fence or table."""
    if block.kind is Kind.TABLE:
        head, foot = "".join(lines.source[opener : opener + 2]), ""
    else:
        head = f"{lines.prefix}{lines.view[opener]}\n"
        foot = f"{lines.prefix}{closing_fence([lines.view[opener]])}\n"
    return (head, foot) if count(head + foot) <= _MOST_REPEATED else ("", "")


def _flowing(lines: Sequence[str], first: int) -> Iterator[Piece]:
    """Yield each line; a line that is too large is cut between words."""
    for number, line in enumerate(lines, first):
        whole = _piece(number, [line])
        if whole.tokens <= _MOST:
            yield whole
            continue
        start = 0
        while count(line[start : start + 4 * _MOST]) > _MOST:
            window = line[start : start + fitting(line[start : start + 4 * _MOST], _MOST)]
            end = start + (window.rfind(" ") + 1 or len(window))
            yield _piece(number, [line[start:end]])
            start = end
        yield _piece(number, [line[start:]])
