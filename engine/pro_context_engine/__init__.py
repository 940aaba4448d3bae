"""The documentation engine: knows documentation; knows nothing of MCP, contracts or HTTP servers.

What a handler may import is here, and nothing else.
"""

from pro_context_engine.answers import (
    Answer,
    EngineStatus,
    KnownLibrary,
    LibraryDocs,
    LibraryIndex,
    LibraryOverview,
    SearchResult,
    SearchResults,
    SiteKind,
    SiteTrouble,
    UrlVerdict,
)
from pro_context_engine.assembly import open_engine
from pro_context_engine.corpus.values import CorpusHit, Hint, Neighbour
from pro_context_engine.docs_engine import DocsEngine
from pro_context_engine.errors import CursorUnusable, DocsError
from pro_context_engine.health import (
    Availability,
    Health,
    availability,
    availability_of,
    entries_by_place,
    hit_rate,
    last_fetch_of,
    overall,
)
from pro_context_engine.model import Heading, KeptPackage, Library, Match, Passage, Snapshot, StoreStatus, Toc, TocEntry
from pro_context_engine.ranking.first_sections import FirstSections, first_sections
from pro_context_engine.ranking.toc import foremost
from pro_context_engine.toc_listing import toc_markdown

__all__ = [
    "Answer",
    "Availability",
    "CorpusHit",
    "CursorUnusable",
    "DocsEngine",
    "DocsError",
    "EngineStatus",
    "FirstSections",
    "Heading",
    "Health",
    "Hint",
    "KeptPackage",
    "KnownLibrary",
    "Library",
    "LibraryDocs",
    "LibraryIndex",
    "LibraryOverview",
    "Match",
    "Neighbour",
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
    "availability",
    "availability_of",
    "entries_by_place",
    "first_sections",
    "foremost",
    "hit_rate",
    "last_fetch_of",
    "open_engine",
    "overall",
    "toc_markdown",
]
