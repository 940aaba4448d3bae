"""The texts of links between pages, which are words for the page that a link points at."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Sequence

MOST_TEXTS = 50
"""The most links to a page that count: a site may have one on every page."""


def put_links(
    connection: sqlite3.Connection, snapshot: int, page: int, links: Iterable[tuple[str, Sequence[str]]]
) -> None:
    """Store the links of a page that has none, as `link_texts.links_of` returns them."""
    connection.executemany(
        "INSERT INTO link (page_id, snapshot_id, place, terms) VALUES (?, ?, ?, ?)",
        ((page, snapshot, place, " ".join(terms)) for place, terms in links),
    )


def link_terms(connection: sqlite3.Connection, pages: Collection[tuple[int, str]]) -> dict[tuple[int, str], str]:
    """Return the terms of the links that point at pages, joined by spaces.

    Args:
        connection: to the database.
        pages: (snapshot, place) of each; `link_texts.place_of` returns a place.
    """
    found: dict[tuple[int, str], str] = {}
    for snapshot, place in pages:
        rows = connection.execute(
            "SELECT terms FROM link WHERE snapshot_id = ? AND place = ? LIMIT ?", (snapshot, place, MOST_TEXTS)
        )
        found[snapshot, place] = " ".join(terms for (terms,) in rows)
    return found
