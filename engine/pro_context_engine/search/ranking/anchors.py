"""The choice of the section that an answer links to, because small sections share a chunk."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.domain.model import Chunk
from pro_context_engine.search.index.analysis import analyse, heading_words
from pro_context_engine.search.index.dotted_names import anchor_of


def best_anchor(chunk: Chunk, terms: Sequence[str], names: Sequence[str] = ()) -> str:
    """Return the anchor of the section that a question is about, "" if it has none.

    Args:
        chunk: the chunk that was found.
        terms: output of `analysis.query_terms`.
        names: output of `dotted_names.asked_names`; a section that documents one of these names is preferred.

    Returns:
        The anchor of the section with most of the terms, a term in the heading counted twice; of equals the section
        whose heading has no other words, then the first. The anchor of the chunk if it has no heading.
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
        in_title = asked.intersection(analyse(heading.title))
        in_text = asked.intersection(analyse("\n".join(lines[start + 1 : end])))
        found.append((2 * len(in_title) + len(in_text - in_title), frozenset() < heading_words(heading.title) <= asked))
    return chunk.headings[found.index(max(found))].anchor
