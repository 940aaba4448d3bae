"""The preference for the libraries of the project and of the session in a search of everything that is indexed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pro_context_engine.domain.model import Hit

OTHERS = 0.8
"""The weight of a hit in any other library (docs/decisions/0047-searches-stay-in-the-project.md)."""


def prefer(hits: Sequence[Hit], preferred: Collection[str]) -> list[Hit]:
    """Return the hits, best first, after the scores of those in other libraries are lowered.

    Args:
        hits: best first.
        preferred: ids of the preferred libraries; without any, and where all hits are in them, no score changes.
    """
    if not any(hit.library_id in preferred for hit in hits):
        return list(hits)
    weighed = (hit if hit.library_id in preferred else hit.with_score(hit.score * OTHERS) for hit in hits)
    return sorted(weighed, key=lambda hit: -hit.score)
