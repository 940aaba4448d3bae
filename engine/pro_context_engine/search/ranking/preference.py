"""The preference for the libraries of the project and of the session in a search of everything that is indexed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pro_context_engine.domain.model import Hit

OTHERS = 0.65
"""The weight of a hit in any other library: with 1.5 times the score it ranks as high as one in a preferred library
(docs/decisions/0047-searches-stay-in-the-project.md)."""


def prefer(hits: Sequence[Hit], preferred: Collection[tuple[str, str | None]]) -> list[Hit]:
    """Return the hits of a search, best first; those in other libraries count less.

    Args:
        hits: their scores are on one scale.
        preferred: (libraryId, version, "" or None for none) of the preferred snapshots.
    """
    weighed = (hit if _is_in(hit, preferred) else hit.with_score(hit.score * OTHERS) for hit in hits)
    return sorted(weighed, key=lambda hit: -hit.score)


def _is_in(hit: Hit, scopes: Collection[tuple[str, str | None]]) -> bool:
    return (hit.library_id, hit.version or "") in scopes
