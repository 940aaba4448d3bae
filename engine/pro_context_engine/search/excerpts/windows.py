"""The part of a long text that a snippet is made from: analysing all of it would take longer than the search."""

from __future__ import annotations

from collections.abc import Sequence

_WINDOW = 450
"""The approximate number of characters that are analysed."""

_MOST_PLACES = 200
_FENCES = ("```", "~~~")


def window(text: str, terms: Sequence[str]) -> str:
    """Return the lines of a text with most of the terms; the whole text if it is short or has none of the terms.

    Args:
        text: Markdown.
        terms: output of `analysis.query_terms`.

    Returns:
        Whole lines, unless a line is as long as a chunk; in a fence of their own if they stand inside of a fence.
    """
    places = _places(text.lower(), terms) if len(text) > _WINDOW else []
    return _lines_from(text, _best_start(places)) if places else text


def _places(text: str, terms: Sequence[str]) -> list[tuple[int, str]]:
    """Return the places where words may begin with a term, in order."""
    return sorted((place, term) for term in terms for place in _places_of(text, term))


def _places_of(text: str, term: str) -> list[int]:
    """Return the first places where a word may begin with a term, which is a stem: `retri` of `retry`."""
    begun = term[:-1] if len(term) > 3 and term.endswith("i") else term
    places: list[int] = []
    place = text.find(begun)
    while place >= 0 and len(places) < _MOST_PLACES:
        places.append(place)
        place = text.find(begun, place + len(begun))
    return places


def _best_start(places: Sequence[tuple[int, str]]) -> int:
    """Return the beginning of the window with most of the terms, the first of equals."""
    inside: dict[str, int] = {}
    best, most, first = 0, 0, 0
    for end, term in places:
        inside[term] = inside.get(term, 0) + 1
        while places[first][0] < end - _WINDOW // 2:
            gone = places[first][1]
            inside[gone] -= 1
            if not inside[gone]:
                del inside[gone]
            first += 1
        if len(inside) > most:
            best, most = places[first][0], len(inside)
    return best


def _lines_from(text: str, start: int) -> str:
    """Return some lines around a place, in a fence of their own if they stand inside of a fence."""
    above = max(0, start - _WINDOW // 3)
    first = text.rfind("\n", 0, above) + 1
    # A line may be as long as a chunk.
    first = first if above - first < _WINDOW else above
    end = text.find("\n", first + _WINDOW)
    end = end if 0 <= end < first + 2 * _WINDOW else first + _WINDOW
    openers = [line for line in text[:first].split("\n") if line.lstrip().startswith(_FENCES)]
    return f"{openers[-1]}\n{text[first:end]}" if len(openers) % 2 else text[first:end]
