"""The SQLite store: snapshots, pages and the searchable index; `open_store` returns every port of `domain.storage`."""

from pro_context_engine.adapters.store.sqlite.open_file import open_store
from pro_context_engine.adapters.store.sqlite.store import SqliteStore

__all__ = ["SqliteStore", "open_store"]
