"""The preference for the libraries of the project and of the session in a search of everything that is indexed."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.domain.model import Hit

OTHERS = 0.6
"""The weight of a hit in any other library: with 1.7 times the reach it ranks as high as one in a preferred library
(docs/decisions/0047-searches-stay-in-the-project.md)."""


def merge(preferred: Sequence[Hit], others: Sequence[Hit], limit: int) -> list[Hit]:
    """Return the hits of two searches, best first; those in other libraries count less.

    Scores of two searches have different scales, because a word may be rare in one part of the index and common in the
    other. The reach of a hit is comparable; by it the scores of the others are put on the scale of the preferred ones.

    Args:
        preferred: the hits in preferred libraries, best first.
        others: the hits in other libraries, best first.
        limit: at most so many.
    """
    if not preferred or not others or not preferred[0].reach:
        return [*preferred, *others][:limit]
    scale = OTHERS * preferred[0].score / preferred[0].reach
    weighed = [*preferred, *(hit.with_score(hit.reach * scale) for hit in others)]
    return sorted(weighed, key=lambda hit: -hit.score)[:limit]
