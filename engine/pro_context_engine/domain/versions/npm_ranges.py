"""The intersection of ranges of npm."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import product
from operator import eq, ge, gt, le, lt

from pro_context_engine.domain.versions.npm_versions import LONGEST_RANGE, Comparator, NpmVersion, npm_range

MAX_ALTERNATIVES = 50
"""The maximum number of alternatives in an intersection."""

_MAX_PAIRS = 200
"""The maximum number of pairs of alternatives that are intersected."""

_SIGNS: dict[Callable[..., bool], str] = {ge: ">=", gt: ">", le: "<=", lt: "<", eq: ""}


def npm_intersection(*ranges: str) -> str | None:
    """Return one range with the versions that are in all ranges.

    None if there are none, if a text is no range, or if the range is too long (at most 50 alternatives).

    Args:
        ranges: texts that `npm_range` reads.
    """
    found: str | None = ranges[0]
    for other in ranges[1:]:
        found = found and _both(found, other)
    return found


@lru_cache(maxsize=1_000)
def _both(first: str, second: str) -> str | None:
    one, other = npm_range(first), npm_range(second)
    if one is None or other is None or len(one.alternatives) * len(other.alternatives) > _MAX_PAIRS:
        return None
    found = _texts((*left, *right) for left, right in product(one.alternatives, other.alternatives))
    if not found or len(found) > MAX_ALTERNATIVES:
        return None
    if found == _texts(one.alternatives):
        return first
    text = " || ".join(found)
    return text if len(text) <= LONGEST_RANGE else None


def _texts(alternatives: Iterable[Sequence[Comparator]]) -> list[str]:
    """Return the alternatives that can have versions as texts, each once."""
    found = dict.fromkeys(text for conditions in alternatives if (text := _text(conditions)) is not None)
    return ["*"] if "*" in found else list(found)


def _text(conditions: Sequence[Comparator]) -> str | None:
    """Return the shortest text for the conditions, None if no version meets them all."""
    exact = next((one for one in conditions if one.compare is eq), None)
    if exact is not None:
        return str(exact.bound) if all(one.holds(exact.bound) for one in conditions) else None
    lower = max((one for one in conditions if one.compare in (ge, gt)), key=_lower_end, default=None)
    upper = min((one for one in conditions if one.compare in (le, lt)), key=_upper_end, default=None)
    if lower is not None and upper is not None and _lower_end(lower) > _upper_end(upper):
        return None
    if upper is not None and upper.bound == _LEAST:
        return None
    return " ".join(_written(one) for one in (lower, upper) if one is not None) or "*"


_LEAST = NpmVersion((0, 0, 0), ())
"""The bound below which there is no version."""


def _lower_end(condition: Comparator) -> tuple[NpmVersion, int]:
    """Return a key that orders conditions by where they begin: `>1.2.3` begins after `>=1.2.3`."""
    return condition.bound, 1 if condition.compare is gt else 0


def _upper_end(condition: Comparator) -> tuple[NpmVersion, int]:
    """Return a key that orders conditions by where they end, comparable with that of `_lower_end`."""
    return condition.bound, -1 if condition.compare is lt else 0


def _written(condition: Comparator) -> str:
    """Return a text from which `npm_range` reads this condition."""
    bound = condition.bound
    if condition.compare is ge and not bound.precedence:
        # From `>1.2`, which begins above all versions 1.2.*, at the pre-releases of 1.3.0.
        major, minor, _ = bound.release
        return f">{major}.{minor - 1}" if minor else f">{major - 1}"
    return f"{_SIGNS[condition.compare]}{bound}"
