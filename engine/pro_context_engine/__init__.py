"""The documentation engine: knows documentation; knows nothing of MCP, contracts or HTTP servers.

What a handler may import is here, and nothing else. A name is fetched from its module when it is first used: a command
that needs one room of the engine does not wait for all of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pro_context_engine.assembly import open_engine
    from pro_context_engine.corpus.values import CorpusHit, Hint, Neighbour
    from pro_context_engine.documents.toc_markdown import toc_markdown
    from pro_context_engine.domain.errors import CursorUnusable, DocsError
    from pro_context_engine.domain.model import (
        Heading,
        KeptPackage,
        Library,
        Match,
        Passage,
        Snapshot,
        StoreStatus,
        Toc,
        TocEntry,
    )
    from pro_context_engine.domain.results import (
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
    from pro_context_engine.engine import DocsEngine
    from pro_context_engine.search.ranking.excerpts import FirstSections, first_sections
    from pro_context_engine.search.ranking.toc import foremost_entries
    from pro_context_engine.services.health import (
        Availability,
        Health,
        availability,
        availability_of,
        entries_by_place,
        hit_rate,
        last_fetch_of,
        overall,
    )

_MODULES = {
    "Answer": "domain.results",
    "EngineStatus": "domain.results",
    "KnownLibrary": "domain.results",
    "LibraryDocs": "domain.results",
    "LibraryIndex": "domain.results",
    "LibraryOverview": "domain.results",
    "SearchResult": "domain.results",
    "SearchResults": "domain.results",
    "SiteKind": "domain.results",
    "SiteTrouble": "domain.results",
    "UrlVerdict": "domain.results",
    "open_engine": "assembly",
    "CorpusHit": "corpus.values",
    "Hint": "corpus.values",
    "Neighbour": "corpus.values",
    "DocsEngine": "engine",
    "CursorUnusable": "domain.errors",
    "DocsError": "domain.errors",
    "Availability": "services.health",
    "Health": "services.health",
    "availability": "services.health",
    "availability_of": "services.health",
    "entries_by_place": "services.health",
    "hit_rate": "services.health",
    "last_fetch_of": "services.health",
    "overall": "services.health",
    "Heading": "domain.model",
    "KeptPackage": "domain.model",
    "Library": "domain.model",
    "Match": "domain.model",
    "Passage": "domain.model",
    "Snapshot": "domain.model",
    "StoreStatus": "domain.model",
    "Toc": "domain.model",
    "TocEntry": "domain.model",
    "FirstSections": "search.ranking.excerpts",
    "first_sections": "search.ranking.excerpts",
    "foremost_entries": "search.ranking.toc",
    "toc_markdown": "documents.toc_markdown",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = found
    return found
