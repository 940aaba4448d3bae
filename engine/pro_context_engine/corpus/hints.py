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
    suggested = {key: _values(key, search(_without(filters, key))) for key in filters}
    if len(filters) > 1 and not any(suggested.values()):
        found = search({})
        suggested = {key: _values(key, found) for key in filters}
    kept = {key: values for key, values in suggested.items() if values}
    named = " and ".join(f"{key} '{value}'" for key, value in filters.items())
    message = f"0 results found for {named}." if named else "0 results found."
    return Hint(message if kept else f"{message} Try fewer or other words.", kept)


def _without(filters: Metadata, key: str) -> Metadata:
    return {other: value for other, value in filters.items() if other != key}


def _values(key: str, found: Sequence[Metadata]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values[key] for values in found if key in values))[:MAX_SUGGESTED]
