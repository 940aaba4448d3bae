"""The stored form of headings, and the headings that lead to a heading, from those of a page's chunks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import orjson

from pro_context_engine.domain.model import Heading

_VALUES = len(Heading._fields)
_LEVEL, _ANCHOR = map(Heading._fields.index, ("level", "anchor"))


def stored_headings(headings: Iterable[Heading], pieces: Sequence[Sequence[int]] = ()) -> list[tuple[object, ...]]:
    """Return headings in the form in which they are stored, with the pieces of the text below each, if there are any.

    Args:
        headings: of a page or a chunk.
        pieces: see `Chunk.pieces`.
    """
    return (
        [(*one, own) for one, own in zip(headings, pieces, strict=True)] if pieces else [tuple(one) for one in headings]
    )


def headings_of(stored: Iterable[Sequence[Any]]) -> tuple[Heading, ...]:
    """Return headings from their stored form."""
    return tuple(Heading(*values[:_VALUES]) for values in stored)


def pieces_of(stored: Iterable[Sequence[Any]]) -> tuple[tuple[int, ...], ...]:
    """Return the pieces from the stored form of a chunk's headings; see `Chunk.pieces`."""
    return tuple(tuple(values[_VALUES]) for values in stored if len(values) > _VALUES)


def path_to(anchor: str, texts: Sequence[str]) -> list[Heading]:
    """Return the headings that lead to the one with an anchor, which comes last; [] if it is not in the last text.

    Args:
        anchor: of the heading.
        texts: the headings of a page's chunks up to that of the heading, as they are stored.
    """
    own = orjson.loads(texts[-1])
    place = next((number for number, one in enumerate(own) if one[_ANCHOR] == anchor), None)
    if place is None:
        return []
    # A page may have hundreds of headings, of which a few lead to the one.
    path = [own[place]]
    earlier = (one for text in reversed(texts[:-1]) for one in reversed(orjson.loads(text)))
    for heading in chain(reversed(own[:place]), earlier):
        level = path[-1][_LEVEL]
        if level == 1:
            break
        if heading[_LEVEL] < level:
            path.append(heading)
    return list(headings_of(reversed(path)))
