"""What survives a restart: snapshots, pages and the searchable index.

Everything behind `open_store` implements `interfaces.SnapshotStore` and `interfaces.ChunkIndex`.
"""

from pro_context_engine.store.opening import open_store
from pro_context_engine.store.sqlite import SqliteStore

__all__ = ["SqliteStore", "open_store"]
