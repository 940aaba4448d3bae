"""Libraries that are opened, so that they can be answered from."""

from __future__ import annotations

from pro_context_engine.domain.interfaces import Source
from pro_context_engine.domain.model import Library, Snapshot, Toc
from pro_context_engine.domain.value_class import value_class


@value_class
class OpenedLibrary:
    """A library in one version with its table of contents.

    Attributes:
        library: the library.
        source: the source that gave the table of contents.
        snapshot: the snapshot that the table of contents belongs to.
        toc: the table of contents.
        cached: whether it came from the store.
        stale: whether it is due to be read again.
    """

    library: Library
    source: Source
    snapshot: Snapshot
    toc: Toc
    cached: bool
    stale: bool

    @property
    def key(self) -> tuple[str, str]:
        """Return the key of its snapshot: (libraryId, version or "")."""
        return (self.snapshot.library_id, self.snapshot.version)
