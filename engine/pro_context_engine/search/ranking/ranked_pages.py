"""Hits to pages: the score of a page is a weighted sum of the scores of its best chunks."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.domain.model import Hit
from pro_context_engine.domain.page_address import at_anchor
from pro_context_engine.domain.value_class import value_class

PIECE_WEIGHTS = (1.0, 0.2, 0.1)
"""The weights of a page's best, second and third chunk in its score."""

PageKey = tuple[str, str | None, str]
"""The key of a stored page: its library, version and URL."""


@value_class
class RankedPage:
    """A page with its raw score and its hits, ordered by own score.

    One with an anchor ("" before the first heading) is a section of the page. One with a line (1-based, where the
    section begins) is shown in one passage with the other sections of its page.
    """

    library_id: str
    version: str | None
    url: str
    title: str
    score: float
    hits: tuple[Hit, ...]
    anchor: str | None = None
    line: int | None = None

    @property
    def key(self) -> PageKey:
        """Return the key of the passages that this page is shown in, or this section of it if it is shown alone."""
        alone = self.anchor if self.line is None else None
        return (self.library_id, self.version, at_anchor(self.url, alone or ""))


def pages_of(hits: Sequence[Hit]) -> list[RankedPage]:
    """Group hits by page, best page first.

    Args:
        hits: in any order.

    Returns:
        Every page that has a hit; equal scores are ordered by library, version and URL.
    """
    groups: dict[PageKey, list[Hit]] = {}
    for hit in sorted(hits, key=_hit_order):
        groups.setdefault((hit.library_id, hit.version, hit.chunk.page_url), []).append(hit)
    pages = [_page(group) for group in groups.values()]
    return sorted(pages, key=lambda page: (-page.score, page.library_id, page.version or "", page.url))


def _page(hits: Sequence[Hit]) -> RankedPage:
    score = sum(weight * hit.score for weight, hit in zip(PIECE_WEIGHTS, hits, strict=False))
    first = hits[0]
    by_own_score = sorted(hits, key=lambda hit: -hit.own_score)
    return RankedPage(
        first.library_id, first.version, first.chunk.page_url, first.chunk.page_title, score, tuple(by_own_score)
    )


def _hit_order(hit: Hit) -> tuple[float, str, str, str, int]:
    return (-hit.score, hit.library_id, hit.version or "", hit.chunk.page_url, hit.chunk.ordinal)
