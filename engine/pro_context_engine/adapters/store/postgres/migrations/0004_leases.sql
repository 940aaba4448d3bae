-- Which server does which work. A server that ends without notice leaves its tasks to the others.
CREATE TABLE pro_context.lease (
    digest bytea PRIMARY KEY,
    server text NOT NULL,
    task text NOT NULL,
    ends_at timestamptz NOT NULL
) WITH (fillfactor = 50);
