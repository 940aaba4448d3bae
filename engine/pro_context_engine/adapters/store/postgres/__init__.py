"""The PostgreSQL store: every port of `domain.storage` over one database that many servers share."""

from pro_context_engine.adapters.store.postgres.store import PostgresStore, open_database

__all__ = ["PostgresStore", "open_database"]
