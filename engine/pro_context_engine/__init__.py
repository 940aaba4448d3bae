"""The documentation engine: knows documentation; knows nothing of MCP, contracts or HTTP servers.

What a handler may import is here, and nothing else. A name is fetched from its module when it is first used: a command
that needs one room of the engine does not wait for all of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
    from pro_context_engine.model import (
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
    from pro_context_engine.ranking.first_sections import FirstSections, first_sections
    from pro_context_engine.ranking.toc import foremost
    from pro_context_engine.toc_listing import toc_markdown

_MODULES = {
    "Answer": "answers",
    "EngineStatus": "answers",
    "KnownLibrary": "answers",
    "LibraryDocs": "answers",
    "LibraryIndex": "answers",
    "LibraryOverview": "answers",
    "SearchResult": "answers",
    "SearchResults": "answers",
    "SiteKind": "answers",
    "SiteTrouble": "answers",
    "UrlVerdict": "answers",
    "open_engine": "assembly",
    "CorpusHit": "corpus.values",
    "Hint": "corpus.values",
    "Neighbour": "corpus.values",
    "DocsEngine": "docs_engine",
    "CursorUnusable": "errors",
    "DocsError": "errors",
    "Availability": "health",
    "Health": "health",
    "availability": "health",
    "availability_of": "health",
    "entries_by_place": "health",
    "hit_rate": "health",
    "last_fetch_of": "health",
    "overall": "health",
    "Heading": "model",
    "KeptPackage": "model",
    "Library": "model",
    "Match": "model",
    "Passage": "model",
    "Snapshot": "model",
    "StoreStatus": "model",
    "Toc": "model",
    "TocEntry": "model",
    "FirstSections": "ranking.first_sections",
    "first_sections": "ranking.first_sections",
    "foremost": "ranking.toc",
    "toc_markdown": "toc_listing",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = found
    return found
