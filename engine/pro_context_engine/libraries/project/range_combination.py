"""The range of one package that several files of a project give together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pro_context_engine.domain.versions.npm_ranges import npm_intersection
from pro_context_engine.domain.versions.python_ranges import python_intersection
from pro_context_engine.libraries.project.requirements import Ecosystem

MAX_RANGES = 30
"""The maximum number of ranges of one package that are combined; callers leave the others out."""

_MAX_CONTRADICTIONS = 5
"""The maximum number of ranges that contradict others of a package; those after them are left out unseen."""

_INTERSECTIONS: dict[Ecosystem, Callable[..., str | None]] = {
    Ecosystem.PYTHON: python_intersection,
    Ecosystem.NPM: npm_intersection,
}


def combine(ecosystem: Ecosystem, ranges: Sequence[str]) -> tuple[str, frozenset[str]]:
    """Return the range of the versions that all ranges allow, and the ranges that went into it.

    A range that contradicts those before it is left out, and so is one whose combination with them is too long.

    Args:
        ecosystem: the ecosystem whose notation the ranges have.
        ranges: texts that `version_range` or `npm_range` reads, the most important first.

    Returns:
        The combined range, "" if there is no range; the used ranges as they were given.
    """
    if len(ranges) < 2:
        return "".join(ranges), frozenset(ranges)
    intersect = _INTERSECTIONS[ecosystem]
    combined = intersect(*ranges)
    if combined is not None:
        return combined, frozenset(ranges)
    combined, *others = ranges
    used = [combined]
    contradictions = 0
    for one in others:
        both = intersect(combined, one)
        if both is not None:
            combined = both
            used.append(one)
            continue
        contradictions += 1
        if contradictions == _MAX_CONTRADICTIONS:
            break
    return combined, frozenset(used)
