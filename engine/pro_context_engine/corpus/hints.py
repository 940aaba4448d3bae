"""Suggestions for a search without results (contract `corpus`, tool search_docs)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pro_context_engine.corpus.values import Hint, Metadata

MAX_SUGGESTED = 20
"""The maximum number of suggested values of one filter."""


def hint_for(filters: Metadata, search: Callable[[Metadata], Sequence[Metadata]]) -> Hint:
    """Return a hint: for each filter, the other values with which the query has results.

    Args:
        filters: the filters of the search without results.
        search: returns the taxonomy values of the query's results under given filters, best first.
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
    """Return a suggestion if no other values help: the filters without which there are results, if any."""
    return f"There are results without {' or '.join(loose)}." if loose else "Try fewer or other words."


def _without(filters: Metadata, key: str) -> Metadata:
    return {other: value for other, value in filters.items() if other != key}


def _values(key: str, found: Sequence[Metadata]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values[key] for values in found if key in values))[:MAX_SUGGESTED]
