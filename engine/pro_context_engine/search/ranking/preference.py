"""The preference for the libraries of the project and of the session in a search of everything that is indexed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pro_context_engine.domain.model import Hit

OTHERS = 2 / 3
"""The weight of a hit in any other library: with 1.5 times the score it ranks as high as one in a preferred library
(docs/decisions/0047-searches-stay-in-the-project.md)."""


Prefers = Callable[[str], bool]
"""Tells whether the library with an id is preferred."""


def prefer(hits: Sequence[Hit], prefers: Prefers) -> list[Hit]:
    """Return the hits, best first, after the scores of those in other libraries are lowered.

    Args:
        hits: best first.
        prefers: is asked once for each library of the hits; where it prefers all or none, no score changes.
    """
    preferred = {library_id: prefers(library_id) for library_id in {hit.library_id for hit in hits}}
    if len(set(preferred.values())) < 2:
        return list(hits)
    weighed = (hit if preferred[hit.library_id] else hit.with_score(hit.score * OTHERS) for hit in hits)
    return sorted(weighed, key=lambda hit: -hit.score)
