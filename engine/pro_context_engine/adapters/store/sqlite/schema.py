"""The tables of the SQLite store, as the migrations that make them.

`PRAGMA user_version` counts the migrations a file has seen. A published migration never changes; a new one is appended.
"""

APPLICATION_ID = 0x50_72_43_78
"""Marks a file as ours (`PRAGMA application_id`)."""

TERMS_VERSION = 3
"""Counts the changes of what `index.analyse` returns; a file indexed by other rules is emptied when it is opened.

Its terms would no longer meet those of queries.
"""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE terms_version (version INTEGER NOT NULL)",
        # `used_at` is in seconds since 1970, coarse (see `eviction`). `toc_checksum` is that of the rows of toc_entry.
        # `fetched_at` moves with every check of the TOC; `fingerprint` says when it was read (see `snapshots`).
        """
        CREATE TABLE snapshot (
            id INTEGER PRIMARY KEY,
            library_id TEXT NOT NULL,
            version TEXT NOT NULL,
            source TEXT NOT NULL,
            origin TEXT NOT NULL,
            fetched_at TEXT NOT NULL,
            fingerprint TEXT NOT NULL,
            toc_checksum INTEGER NOT NULL,
            checksum INTEGER NOT NULL,
            used_at INTEGER NOT NULL,
            UNIQUE (library_id, version)
        )
        """,
        # `address` is what makes two URLs the same page (`page_addresses`).
        """
        CREATE TABLE toc_entry (
            snapshot_id INTEGER NOT NULL REFERENCES snapshot ON DELETE CASCADE,
            position INTEGER NOT NULL,
            address TEXT NOT NULL,
            url TEXT NOT NULL,
            title TEXT NOT NULL,
            description TEXT NOT NULL,
            section TEXT NOT NULL,
            PRIMARY KEY (snapshot_id, position)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX toc_entry_address ON toc_entry (address)",
        """
        CREATE TABLE page (
            id INTEGER PRIMARY KEY,
            snapshot_id INTEGER NOT NULL REFERENCES snapshot ON DELETE CASCADE,
            address TEXT NOT NULL,
            url TEXT NOT NULL,
            title TEXT NOT NULL,
            markdown TEXT NOT NULL,
            headings TEXT NOT NULL,
            description TEXT NOT NULL,
            section TEXT NOT NULL,
            fetched_at TEXT NOT NULL,
            checksum INTEGER NOT NULL,
            UNIQUE (snapshot_id, address)
        )
        """,
        "CREATE INDEX page_address ON page (address)",
        """
        CREATE TABLE chunk (
            id INTEGER PRIMARY KEY,
            page_id INTEGER NOT NULL REFERENCES page ON DELETE CASCADE,
            ordinal INTEGER NOT NULL,
            chunk_id TEXT NOT NULL,
            heading_path TEXT NOT NULL,
            anchor TEXT NOT NULL,
            text TEXT NOT NULL,
            tokens INTEGER NOT NULL,
            first_line INTEGER NOT NULL,
            checksum INTEGER NOT NULL,
            UNIQUE (page_id, ordinal)
        )
        """,
        # The terms come analysed, so the tokenizer only has to split at spaces: every non-ASCII character is part of
        # a token for `ascii`, the dot is for versions. `scope` holds the snapshot, so that one library among many is
        # found by intersecting posting lists instead of filtering every match. Its columns may change with
        # TERMS_VERSION, since the file is then made anew.
        """
        CREATE VIRTUAL TABLE chunk_terms USING fts5 (
            scope, title, path, headings, summary, names, body, tokenize = "ascii tokenchars '.'"
        )
        """,
        "CREATE TRIGGER chunk_deleted AFTER DELETE ON chunk BEGIN DELETE FROM chunk_terms WHERE rowid = old.id; END",
    ),
    (
        # Apart from the page, whose whole text would be written again with every check; `page.fetched_at` stays the
        # time it was read.
        """
        CREATE TABLE page_check (
            page_id INTEGER PRIMARY KEY REFERENCES page ON DELETE CASCADE,
            url TEXT NOT NULL,
            etag TEXT NOT NULL,
            last_modified TEXT NOT NULL,
            checked_at TEXT NOT NULL,
            checksum INTEGER NOT NULL
        )
        """,
    ),
    (
        # `name` is written backwards (`execute.session.orm.`), so that the names with one ending are neighbours. There
        # is no checksum: a damaged row only changes which page of a table of contents is read first.
        """
        CREATE TABLE symbol (
            snapshot_id INTEGER NOT NULL REFERENCES snapshot ON DELETE CASCADE,
            name TEXT NOT NULL,
            url TEXT NOT NULL,
            PRIMARY KEY (snapshot_id, name, url)
        ) WITHOUT ROWID
        """,
    ),
    (
        # What rarity and length are judged by: how many chunks a page has, and how many terms in them.
        """
        CREATE TABLE page_length (
            page_id INTEGER PRIMARY KEY REFERENCES page ON DELETE CASCADE,
            snapshot_id INTEGER NOT NULL,
            chunks INTEGER NOT NULL,
            terms INTEGER NOT NULL
        )
        """,
        "CREATE INDEX page_length_snapshot ON page_length (snapshot_id, chunks, terms)",
        # Of the page that has the link; `place` is that of the page it points at (see `index.links`), stored or not.
        # There is no checksum: a damaged row only changes an order.
        """
        CREATE TABLE link (
            page_id INTEGER NOT NULL REFERENCES page ON DELETE CASCADE,
            snapshot_id INTEGER NOT NULL,
            place TEXT NOT NULL,
            terms TEXT NOT NULL
        )
        """,
        "ALTER TABLE chunk ADD COLUMN headings TEXT NOT NULL DEFAULT '[]'",
        "CREATE INDEX link_page ON link (page_id)",
        "CREATE INDEX link_place ON link (snapshot_id, place, terms)",
    ),
    (
        # The llms.txt behind a table of contents.
        """
        CREATE TABLE toc_text (
            snapshot_id INTEGER PRIMARY KEY REFERENCES snapshot ON DELETE CASCADE,
            text TEXT NOT NULL,
            checksum INTEGER NOT NULL
        )
        """,
        "ALTER TABLE page_check ADD COLUMN landed TEXT NOT NULL DEFAULT ''",
    ),
    (
        # There is no checksum: a damaged row only changes whether an entry outlives a renewal.
        "ALTER TABLE toc_entry ADD COLUMN crawled INTEGER NOT NULL DEFAULT 0",
        "UPDATE toc_entry SET crawled = 1 WHERE snapshot_id IN (SELECT id FROM snapshot WHERE source = 'crawl')",
    ),
)
