-- The tables of the documentation store. Texts of third parties stand in columns of type json, which holds any
-- character; columns that are compared or sorted are sorted by their bytes, as in SQLite.

-- Grows with every change of the documentation; `terms` counts the changes to the analysis of terms.
CREATE TABLE pro_context.revision (
    number bigint NOT NULL,
    terms integer NOT NULL
) WITH (fillfactor = 10);
INSERT INTO pro_context.revision (number, terms) VALUES (0, 0);

-- `fetched_at` is the time of the last check of the table of contents, `read_at` that of its last reading; `used_at` is
-- coarse. `toc_pages` is the number of pages that the table of contents names; `toc_number` is the revision that it
-- was stored with. `delivery` is [url, etag, last-modified].
CREATE TABLE pro_context.snapshot (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    library_id text COLLATE "C" NOT NULL,
    version text COLLATE "C" NOT NULL,
    source text NOT NULL,
    origin text NOT NULL,
    fetched_at timestamptz NOT NULL,
    read_at timestamptz NOT NULL,
    used_at timestamptz NOT NULL,
    delivery json NOT NULL,
    toc_pages integer NOT NULL,
    toc_number bigint NOT NULL,
    UNIQUE (library_id, version)
) WITH (fillfactor = 50);

-- `entries` is [[title, url, description, section, crawled], ...]; `text` is the llms.txt as a JSON string.
CREATE TABLE pro_context.toc (
    snapshot_id integer PRIMARY KEY REFERENCES pro_context.snapshot ON DELETE CASCADE,
    entries json NOT NULL,
    text json NOT NULL
);

-- `address` is the same for all URLs of a page. An address that is too long for an index has no row.
CREATE TABLE pro_context.toc_address (
    snapshot_id integer NOT NULL REFERENCES pro_context.snapshot ON DELETE CASCADE,
    address text COLLATE "C" NOT NULL,
    PRIMARY KEY (snapshot_id, address)
);
CREATE INDEX toc_address_address ON pro_context.toc_address (address);

-- `about` is [title, section, description]; `markdown` is a JSON string; `headings` is
-- [[title, level, anchor, line], ...]; `delivery` is [url, etag, last-modified, landed]. `chunks` and `terms` count the
-- chunks of the page and the terms in them; `bytes` estimates the room that the page takes with its chunks.
CREATE TABLE pro_context.page (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    snapshot_id integer NOT NULL REFERENCES pro_context.snapshot ON DELETE CASCADE,
    address text COLLATE "C" NOT NULL,
    url text COLLATE "C" NOT NULL,
    about json NOT NULL,
    markdown json NOT NULL,
    headings json NOT NULL,
    delivery json NOT NULL,
    read_at timestamptz NOT NULL,
    checked_at timestamptz NOT NULL,
    chunks integer NOT NULL,
    terms integer NOT NULL,
    bytes bigint NOT NULL,
    UNIQUE (snapshot_id, address)
) WITH (toast_tuple_target = 256, fillfactor = 90);
CREATE INDEX page_address ON pro_context.page (address);
CREATE INDEX page_sums ON pro_context.page (snapshot_id) INCLUDE (chunks, terms, bytes);

-- `content` is [chunk id, heading path, anchor, text, tokens, first line]; `headings` is as in `page`. `fields`
-- has one line for each field of the analysed terms, and before these a line with the term of the snapshot.
CREATE TABLE pro_context.chunk (
    page_id bigint NOT NULL REFERENCES pro_context.page ON DELETE CASCADE,
    ordinal integer NOT NULL,
    content json NOT NULL,
    headings json NOT NULL,
    fields text COLLATE "C" NOT NULL,
    PRIMARY KEY (page_id, ordinal)
) WITH (toast_tuple_target = 128);

CREATE FUNCTION pro_context.terms_of(fields text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN string_to_array(translate(fields, E'\n', ' '), ' ');
-- Every search reads the list of pending entries, so it is as short as PostgreSQL allows, in kB.
CREATE INDEX chunk_terms ON pro_context.chunk USING gin (pro_context.terms_of(fields))
    WITH (fastupdate = on, gin_pending_list_limit = 64);

-- `page_id` is the page with the link; `place` is that of the page it points at, stored or not.
CREATE TABLE pro_context.link (
    page_id bigint NOT NULL REFERENCES pro_context.page ON DELETE CASCADE,
    snapshot_id integer NOT NULL,
    place text COLLATE "C" NOT NULL,
    terms text COLLATE "C" NOT NULL
);
CREATE INDEX link_page ON pro_context.link (page_id);
CREATE INDEX link_place ON pro_context.link (snapshot_id, place, terms);

-- The inventory of a site; the parts of `name` are reversed.
CREATE TABLE pro_context.symbol (
    snapshot_id integer NOT NULL REFERENCES pro_context.snapshot ON DELETE CASCADE,
    name text COLLATE "C" NOT NULL,
    url text COLLATE "C" NOT NULL,
    PRIMARY KEY (snapshot_id, name, url)
);

-- The symbol table of a package version in its JSON form, compressed by zlib.
CREATE TABLE pro_context.package_symbols (
    snapshot_id integer PRIMARY KEY REFERENCES pro_context.snapshot ON DELETE CASCADE,
    content bytea STORAGE EXTERNAL NOT NULL
);

-- `path` is a path of the symbol, reversed; `name` is the canonical one as it is written.
CREATE TABLE pro_context.package_symbol (
    snapshot_id integer NOT NULL REFERENCES pro_context.snapshot ON DELETE CASCADE,
    path text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    url text COLLATE "C" NOT NULL,
    rank integer NOT NULL,
    PRIMARY KEY (snapshot_id, path, name)
);
