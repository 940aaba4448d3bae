"""The documentation engine: knows documentation; knows nothing of MCP, contracts or HTTP servers.

What a handler may import is here, and nothing else.
"""

from pro_context_engine.answers import (
    Answer,
    EngineStatus,
    KnownLibrary,
    LibraryDocs,
    SearchResult,
    SearchResults,
    UrlVerdict,
)
from pro_context_engine.assembly import open_engine
from pro_context_engine.docs_engine import DocsEngine
from pro_context_engine.errors import DocsError
from pro_context_engine.model import Heading, KeptPackage, Library, Match, Passage, Snapshot, StoreStatus, Toc, TocEntry

__all__ = [
    "Answer",
    "DocsEngine",
    "DocsError",
    "EngineStatus",
    "Heading",
    "KeptPackage",
    "KnownLibrary",
    "Library",
    "LibraryDocs",
    "Match",
    "Passage",
    "SearchResult",
    "SearchResults",
    "Snapshot",
    "StoreStatus",
    "Toc",
    "TocEntry",
    "UrlVerdict",
    "open_engine",
]
