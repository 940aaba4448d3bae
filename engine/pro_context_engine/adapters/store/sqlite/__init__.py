"""What survives a restart: snapshots, pages and the searchable index.

What `open_store` gives implements every protocol of `storage`.
"""

from pro_context_engine.adapters.store.sqlite.open_file import open_store
from pro_context_engine.adapters.store.sqlite.store import SqliteStore

__all__ = ["SqliteStore", "open_store"]
