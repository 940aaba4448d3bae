"""The tables of the SQLite store, as the migrations that make them.

`PRAGMA user_version` counts the migrations a file has seen. A published migration never changes; a new one is appended.
"""

APPLICATION_ID = 0x50_72_43_78
"""Marks a file as ours (`PRAGMA application_id`)."""

TERMS_VERSION = 3
"""Counts the changes to the terms that `index.analyse` returns; a file of another version is emptied when opened.

Its terms would not match those of queries.
"""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE terms_version (version INTEGER NOT NULL)",
        # `used_at` is in seconds since 1970, coarse (see `eviction`). `toc_checksum` is that of the rows of toc_entry.
        # `fetched_at` is the time of the last check of the TOC; `fingerprint` has the time of its last reading.
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
        # `address` is the same for all URLs of a page (`page_address`).
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
        # The terms are analysed already, so the tokenizer only splits at spaces: `ascii` takes every non-ASCII
        # character as part of a token, and the dot is for versions. `scope` holds the snapshot, so that one library
        # among many is found by intersecting posting lists instead of filtering every match. The columns may change
        # with TERMS_VERSION, since the tables are then created anew.
        """
        CREATE VIRTUAL TABLE chunk_terms USING fts5 (
            scope, title, path, headings, summary, names, body, tokenize = "ascii tokenchars '.'"
        )
        """,
        "CREATE TRIGGER chunk_deleted AFTER DELETE ON chunk BEGIN DELETE FROM chunk_terms WHERE rowid = old.id; END",
    ),
    (
        # Apart from the page, whose whole text would be written again with every check; `page.fetched_at` stays the
        # time of its last reading.
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
        # The parts of `name` are reversed (`execute.session.orm.`), so that names with the same ending are neighbours.
        # There is no checksum: a damaged row only changes which page of a table of contents is read first.
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
        # The number of chunks of a page and of the terms in them: scoring weighs rarity and length by their sums.
        """
        CREATE TABLE page_length (
            page_id INTEGER PRIMARY KEY REFERENCES page ON DELETE CASCADE,
            snapshot_id INTEGER NOT NULL,
            chunks INTEGER NOT NULL,
            terms INTEGER NOT NULL
        )
        """,
        "CREATE INDEX page_length_snapshot ON page_length (snapshot_id, chunks, terms)",
        # `page_id` is the page with the link; `place` is that of the page it points at (`link_texts.place_of`), stored
        # or not. There is no checksum: a damaged row only changes an order.
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
    (
        # The symbol table of a package version in its JSON form, compressed by zlib, which adds a checksum.
        """
        CREATE TABLE package_symbols (
            snapshot_id INTEGER PRIMARY KEY REFERENCES snapshot ON DELETE CASCADE,
            content BLOB NOT NULL
        )
        """,
        # `path` is a path of the symbol, reversed as in `symbol`; `name` is the canonical one as it is written. There
        # is no checksum: a damaged row only changes an order.
        """
        CREATE TABLE package_symbol (
            snapshot_id INTEGER NOT NULL REFERENCES snapshot ON DELETE CASCADE,
            path TEXT NOT NULL,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            url TEXT NOT NULL,
            rank INTEGER NOT NULL,
            PRIMARY KEY (snapshot_id, path, name)
        ) WITHOUT ROWID
        """,
    ),
)
