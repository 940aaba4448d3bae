-- API keys, of which only digests are stored.
CREATE TABLE pro_context.api_key (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    prefix text COLLATE "C" NOT NULL UNIQUE,
    digest bytea NOT NULL,
    name text NOT NULL,
    is_admin boolean NOT NULL,
    rate_limit integer,
    created_at timestamptz NOT NULL,
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    uses bigint NOT NULL
) WITH (fillfactor = 50);

-- Grows with every key that is added or revoked.
CREATE TABLE pro_context.key_revision (number bigint NOT NULL);
INSERT INTO pro_context.key_revision (number) VALUES (0);
