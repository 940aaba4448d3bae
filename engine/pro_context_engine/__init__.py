"""The documentation engine: knows documentation; knows nothing of MCP, contracts or HTTP servers.

What a handler may import is here, and nothing else.
"""

from pro_context_engine.answers import (
    Answer,
    EngineStatus,
    KnownLibrary,
    LibraryDocs,
    LibraryIndex,
    SearchResult,
    SearchResults,
    SiteKind,
    SiteTrouble,
    UrlVerdict,
)
from pro_context_engine.assembly import open_engine
from pro_context_engine.docs_engine import DocsEngine
from pro_context_engine.errors import CursorUnusable, DocsError
from pro_context_engine.model import Heading, KeptPackage, Library, Match, Passage, Snapshot, StoreStatus, Toc, TocEntry
from pro_context_engine.toc_listing import toc_markdown

__all__ = [
    "Answer",
    "CursorUnusable",
    "DocsEngine",
    "DocsError",
    "EngineStatus",
    "Heading",
    "KeptPackage",
    "KnownLibrary",
    "Library",
    "LibraryDocs",
    "LibraryIndex",
    "Match",
    "Passage",
    "SearchResult",
    "SearchResults",
    "SiteKind",
    "SiteTrouble",
    "Snapshot",
    "StoreStatus",
    "Toc",
    "TocEntry",
    "UrlVerdict",
    "open_engine",
    "toc_markdown",
]
