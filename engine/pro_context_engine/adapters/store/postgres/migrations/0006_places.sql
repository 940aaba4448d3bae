-- The places that each server has at a site, for requests under way. After a crash of the database they are gone, and
-- taken again within a second.
CREATE UNLOGGED TABLE pro_context.host_place (
    digest bytea NOT NULL,
    server text COLLATE "C" NOT NULL,
    wanted integer NOT NULL,
    places integer NOT NULL,
    waits_since timestamptz,
    ends_at timestamptz NOT NULL,
    PRIMARY KEY (digest, server)
) WITH (fillfactor = 50);
