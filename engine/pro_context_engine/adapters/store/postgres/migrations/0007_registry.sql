-- The list of libraries that all servers use; `single` lets the table have one row. `kept` says that somebody has
-- asked for an older one.
CREATE TABLE pro_context.registry (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    version text COLLATE "C" NOT NULL,
    sha256 text NOT NULL,
    kept boolean NOT NULL,
    content bytea NOT NULL
);

-- The last check for a newer list by any server.
CREATE TABLE pro_context.registry_check (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    checked_at timestamptz NOT NULL,
    outcome text NOT NULL,
    reason text NOT NULL
);
