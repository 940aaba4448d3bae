-- Sessions of clients, found by the SHA-256 of their id. What changes often is in no index, so that rows are changed in place.
CREATE TABLE pro_context.session (
    digest bytea PRIMARY KEY,
    contract text NOT NULL,
    key_id text NOT NULL,
    version text NOT NULL,
    content json NOT NULL,
    used_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 80);

-- Token buckets. After a crash of the database they are gone, and full.
CREATE UNLOGGED TABLE pro_context.token_bucket (
    name text COLLATE "C" PRIMARY KEY,
    tokens double precision NOT NULL,
    granted integer NOT NULL,
    filled_at timestamptz NOT NULL,
    full_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Messages between servers, kept for some minutes.
CREATE TABLE pro_context.event (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    server text NOT NULL,
    topic text NOT NULL,
    content json NOT NULL,
    sent_at timestamptz NOT NULL DEFAULT now()
);
