"""Hits to passages: what an answer shows within its budget of tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pro_context_engine.chunks.tokens import count, cut
from pro_context_engine.model import Chunk, Hit, Passage
from pro_context_engine.ranking.pages import PageKey, RankedPage, pages_of
from pro_context_engine.ranking.relevance import relevances

LEAST_SHARE = 0.4
"""A hit whose score is below this share of the best one's is noise beside it."""

HITS_PER_PAGE = 3
CONTEXT_SHARE = 0.25
"""How much of the budget the rest of a hit's section may take, as a share."""


def passages(
    hits: Sequence[Hit],
    neighbours: Mapping[PageKey, Sequence[Chunk]],
    max_tokens: int,
    terms: Sequence[str],
    *,
    overhead: int = 0,
) -> list[Passage]:
    """Choose passages that fill a budget: the best page's best chunk with its section, then the next page's, and so on.

    Args:
        hits: in any order.
        neighbours: every chunk of the pages that matter, in page order, by `RankedPage.key`; a page may be missing,
            then its hits come without context.
        max_tokens: bound of all texts together, by `chunks.tokens.count`.
        terms: of `index.query_terms`, for the relevance.
        overhead: tokens the caller writes around each passage (title line, separator).

    Returns:
        Passages by page, best page first, in page order within a page. Their tokens plus the overhead of each never
        exceed `max_tokens`.
    """
    pages = pages_of(hits)
    selection = _Selection(max_tokens, overhead)
    for page, hit in _in_turn(pages):
        if not selection.add(page.key, hit.chunk):
            selection.add_beginning(page.key, hit.chunk)
        else:
            selection.add_section(page.key, hit.chunk, neighbours.get(page.key, ()), int(max_tokens * CONTEXT_SHARE))
    ranked = [hit for page in pages for hit in page.hits]
    ranked.sort(key=lambda hit: -hit.score)
    relevance = {
        (hit.library_id, hit.version, hit.chunk.page_url, hit.chunk.ordinal): value
        for hit, value in zip(ranked, relevances(ranked, terms), strict=True)
    }
    return [
        _passage(page, run, max(relevance.get((*page.key, chunk.ordinal), 0.0) for chunk in run))
        for page in pages
        for run in _runs(selection.pages.get(page.key, {}))
    ]


def _in_turn(pages: Sequence[RankedPage]) -> Iterator[tuple[RankedPage, Hit]]:
    """Give each page's best hit, then each page's second, then each page's third; noise left out."""
    least = LEAST_SHARE * max((page.hits[0].score for page in pages), default=0.0)
    for turn in range(HITS_PER_PAGE):
        for page in pages:
            if turn < len(page.hits) and page.hits[turn].score >= least:
                yield page, page.hits[turn]


@dataclass(slots=True)
class _Selection:
    """The chunks chosen so far by page and ordinal, and the tokens that are left."""

    left: int
    overhead: int
    pages: dict[PageKey, dict[int, Chunk]] = field(default_factory=dict)

    def add(self, key: PageKey, chunk: Chunk) -> bool:
        """Choose the chunk if it fits; tell whether it is among the chosen."""
        chosen = self.pages.setdefault(key, {})
        if chunk.ordinal in chosen:
            return True
        extends = chunk.ordinal - 1 in chosen or chunk.ordinal + 1 in chosen
        price = count(chunk.text) + (0 if extends else self.overhead)
        if price > self.left:
            return False
        chosen[chunk.ordinal] = chunk
        self.left -= price
        return True

    def add_beginning(self, key: PageKey, chunk: Chunk) -> None:
        """Choose what fits of a chunk, if nothing is chosen yet: an answer must not be empty for want of room."""
        room = self.left - self.overhead
        if room > 0 and not any(self.pages.values()):
            self.add(key, replace(chunk, text=cut(chunk.text, room)))
            self.left = 0

    def add_section(self, key: PageKey, chunk: Chunk, page: Sequence[Chunk], room: int) -> None:
        """Choose what follows and precedes the chunk in its section, nearest first, up to so many tokens."""
        following = [near for near in page if near.ordinal > chunk.ordinal]
        preceding = [near for near in reversed(page) if near.ordinal < chunk.ordinal]
        for direction in (following, preceding):
            for near in direction:
                room -= near.tokens
                if near.heading_path[: len(chunk.heading_path)] != chunk.heading_path or room < 0:
                    break
                if not self.add(key, near):
                    return


def _runs(chosen: Mapping[int, Chunk]) -> list[list[Chunk]]:
    """Return the chosen chunks of a page as runs without gaps, in page order."""
    runs: list[list[Chunk]] = []
    for ordinal in sorted(chosen):
        if ordinal - 1 in chosen:
            runs[-1].append(chosen[ordinal])
        else:
            runs.append([chosen[ordinal]])
    return runs


def _passage(page: RankedPage, run: Sequence[Chunk], relevance: float) -> Passage:
    first = run[0]
    text = "".join(chunk.text for chunk in run).strip("\n")
    path = [title for title in first.heading_path if title != page.title]
    return Passage(
        library_id=page.library_id,
        version=page.version,
        url=f"{page.url}#{first.anchor}" if first.anchor else page.url,
        title=" › ".join([page.title, *path]),
        text=text,
        tokens=count(text),
        relevance=relevance,
    )
