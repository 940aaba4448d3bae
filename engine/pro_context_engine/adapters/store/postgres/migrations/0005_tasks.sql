-- Work that no request waits for. A task that a server has taken is due again some seconds after its server has ended.
CREATE TABLE pro_context.task (
    digest bytea PRIMARY KEY,
    task text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    reason text NOT NULL DEFAULT '',
    due_at timestamptz NOT NULL,
    put_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);

-- The pages that other servers need first of the server that has the lease.
ALTER TABLE pro_context.lease ADD COLUMN wanted text[] NOT NULL DEFAULT '{}';
