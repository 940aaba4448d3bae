"""The checks of the documentation in a PostgreSQL database, which keeps the checksums of its pages itself."""

from __future__ import annotations

from pro_context_engine.adapters.store.postgres.migration import Connection

_PROBLEMS = {
    "pages have another number of chunks": (
        "SELECT count(*) FROM pro_context.page WHERE chunks <> "
        "(SELECT count(*) FROM pro_context.chunk WHERE page_id = page.id)"
    ),
    "chunks are indexed for another snapshot": (
        "SELECT count(*) FROM pro_context.chunk JOIN pro_context.page ON page.id = page_id "
        "WHERE NOT starts_with(fields, '@' || snapshot_id || E'\\n')"
    ),
    "links belong to another snapshot": (
        "SELECT count(*) FROM pro_context.link JOIN pro_context.page ON page.id = page_id "
        "WHERE link.snapshot_id <> page.snapshot_id"
    ),
    "tables of contents are missing": (
        "SELECT count(*) FROM pro_context.snapshot WHERE NOT EXISTS "
        "(SELECT 1 FROM pro_context.toc WHERE snapshot_id = snapshot.id)"
    ),
}


def problems(connection: Connection) -> list[str]:
    """Return the problems of the documentation, in our own words; [] if it is sound."""
    found: list[str] = []
    for problem, query in _PROBLEMS.items():
        row = connection.execute(query).fetchone()
        if row and row[0]:
            found.append(f"{problem} ({row[0]})")
    return found
