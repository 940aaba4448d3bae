"""Which section of a chunk is meant: small sections share one."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.domain.model import Chunk
from pro_context_engine.search.index.analysis import analyse, heading_words
from pro_context_engine.search.index.dotted_names import anchor_of


def best_anchor(chunk: Chunk, terms: Sequence[str], names: Sequence[str] = ()) -> str:
    """Return the anchor of the section that a question is about, "" if it has none.

    Args:
        chunk: what was found.
        terms: of `index.query_terms`.
        names: of `index.names.asked_names`; where one of them is documented goes first.

    Returns:
        The anchor of the section that has most of the terms, twice as much in its heading as in its text; of equals one
        whose heading says nothing else, then the first. The chunk's own where no heading stands in it.
    """
    documented = anchor_of(chunk.text, chunk.page_title, names) if names else ""
    if documented or len(chunk.headings) < 2:
        return documented or (chunk.headings[0].anchor if chunk.headings else chunk.anchor)
    asked = frozenset(terms)
    lines = chunk.text.split("\n")
    starts = [heading.line - chunk.first_line for heading in chunk.headings]
    found: list[tuple[int, bool]] = []
    for heading, start, end in zip(chunk.headings, starts, [*starts[1:], len(lines)], strict=True):
        titled = asked.intersection(analyse(heading.title))
        said = asked.intersection(analyse("\n".join(lines[start + 1 : end])))
        found.append((2 * len(titled) + len(said - titled), frozenset() < heading_words(heading.title) <= asked))
    return chunk.headings[found.index(max(found))].anchor
