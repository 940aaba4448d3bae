"""The headings that lead to a heading, from the stored headings of a page's chunks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import orjson

from pro_context_engine.domain.model import Heading


def path_to(anchor: str, texts: Sequence[str]) -> list[Heading]:
    """Return the headings that lead to the one with an anchor, which comes last; [] if it is not in the last text.

    Args:
        anchor: of the heading.
        texts: the headings of a page's chunks up to that of the heading, as they are stored.
    """
    own = [Heading(*values) for values in orjson.loads(texts[-1])]
    place = next((number for number, one in enumerate(own) if one.anchor == anchor), None)
    if place is None:
        return []
    path = [own[place]]
    earlier = (Heading(*values) for text in reversed(texts[:-1]) for values in reversed(orjson.loads(text)))
    for heading in chain(reversed(own[:place]), earlier):
        if path[-1].level == 1:
            break
        if heading.level < path[-1].level:
            path.append(heading)
    return path[::-1]
