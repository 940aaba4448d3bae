"""What to try where a search found nothing (seed 002 section 1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pro_context_engine.corpus.values import Hint, Metadata

MAX_SUGGESTED = 20
"""Values of one filter."""


def hint_for(filters: Metadata, search: Callable[[Metadata], Sequence[Metadata]]) -> Hint:
    """Return a hint: for each filter, the other values that the query finds something with.

    Args:
        filters: of the search that found nothing.
        search: gives the taxonomy values of what the query finds with other filters, best first.
    """
    found = {key: search(_without(filters, key)) for key in filters}
    if len(filters) > 1 and not any(found.values()):
        found = dict.fromkeys(filters, search({}))
    suggested = {key: values for key in filters if (values := _values(key, found[key]))}
    named = " and ".join(f"{key} '{value}'" for key, value in filters.items())
    message = f"0 results found for {named}." if named else "0 results found."
    if not suggested:
        message += f" {_other_ways([key for key in filters if found[key]])}"
    return Hint(message, suggested)


def _other_ways(loose: Sequence[str]) -> str:
    """Return what to try; the query finds something, that has no value for them, without some of these filters."""
    return f"There are some without {' or '.join(loose)}." if loose else "Try fewer or other words."


def _without(filters: Metadata, key: str) -> Metadata:
    return {other: value for other, value in filters.items() if other != key}


def _values(key: str, found: Sequence[Metadata]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values[key] for values in found if key in values))[:MAX_SUGGESTED]
