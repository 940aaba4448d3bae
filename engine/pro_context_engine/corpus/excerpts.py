"""The part of a long chunk that a snippet is made from: looking at every word of it would cost more than the search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pro_context_engine.model import Chunk
from pro_context_engine.ranking.highlighting import Sought
from pro_context_engine.ranking.snippets import snippet

_WINDOW = 450
"""Characters looked at closely, about."""

_MOST_PLACES = 200
_TOKENS = 100
_FENCES = ("```", "~~~")


def excerpt(chunk: Chunk, sought: Sought) -> str:
    """Return the lines of a chunk with most of the terms; see `ranking.snippets.snippet`."""
    if len(chunk.text) > _WINDOW:
        start = _best_start(chunk.text.lower(), sought.terms)
        chunk = replace(chunk, text=_lines_from(chunk.text, start))
    return snippet(chunk, sought, _TOKENS)


def _best_start(text: str, terms: Sequence[str]) -> int:
    """Return where a window begins that has most of the terms, the first of equals; 0 where there are none."""
    places = sorted((place, term) for term in terms for place in _places(text, term))
    best, most, first = 0, 0, 0
    for last, (end, _) in enumerate(places):
        while places[first][0] < end - _WINDOW // 2:
            first += 1
        distinct = len({term for _, term in places[first : last + 1]})
        if distinct > most:
            best, most = places[first][0], distinct
    return best


def _places(text: str, term: str) -> list[int]:
    """Return the first places where a word may begin like a term, which is a stem: `retri` of `retry`."""
    begun = term[:-1] if len(term) > 3 and term.endswith("i") else term
    places: list[int] = []
    place = text.find(begun)
    while place >= 0 and len(places) < _MOST_PLACES:
        places.append(place)
        place = text.find(begun, place + len(begun))
    return places


def _lines_from(text: str, start: int) -> str:
    """Return some lines around a place, in a fence of their own where they stand in one."""
    above = max(0, start - _WINDOW // 3)
    first = text.rfind("\n", 0, above) + 1
    # A line may be as long as a chunk.
    first = first if above - first < _WINDOW else above
    end = text.find("\n", first + _WINDOW)
    end = end if 0 <= end < first + 2 * _WINDOW else first + _WINDOW
    openers = [line for line in text[:first].split("\n") if line.lstrip().startswith(_FENCES)]
    return f"{openers[-1]}\n{text[first:end]}" if len(openers) % 2 else text[first:end]
