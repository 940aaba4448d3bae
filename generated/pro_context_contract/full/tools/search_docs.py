"""search-docs: Search Documentation.

Generated from spec/contracts/full/tools/search-docs.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.contract import Session
from pro_context_contract.full.models import SearchDocsInput, SearchDocsOutput

__all__ = ["ERRORS", "NAME", "Input", "Output", "SearchDocsHandler", "SearchDocsInput", "SearchDocsOutput"]

NAME = "search-docs"
ERRORS = (
    "LIBRARY_NOT_FOUND",
    "VERSION_NOT_FOUND",
    "LLMS_TXT_NOT_FOUND",
    "SOURCE_UNAVAILABLE",
    "NETWORK_FETCH_FAILED",
    "URL_NOT_ALLOWED",
    "INVALID_CONTENT",
    "STALE_CACHE_EXPIRED",
    "REGISTRY_TIMEOUT",
    "INDEXING_IN_PROGRESS",
    "STORE_UNAVAILABLE",
    "RATE_LIMITED",
    "INVALID_INPUT",
    "INTERNAL_ERROR",
)
Input = SearchDocsInput
Output = SearchDocsOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class SearchDocsHandler(Protocol[Docs_contra]):
    """The type of the handler of search-docs.

    - a call with other names or forms of arguments that has one reading is answered, and readAs says how it was read.
    - only documentation that was fetched before is searched, and searchedLibraries names it.
    - the name of a library, and the reason of its version, come with its first result.
    - answers stay within 2,000 tokens; of many results the last have one line and no section; where fewer fit than maxResults, hint says so and nextCursor gives the others.
    - naming a known library that is not indexed indexes it, and says when to ask again if that takes long.
    - without libraryIds one version of each library is searched, the project's where it is known and indexed.
    - without libraryIds the project's libraries and those this session has used outrank equally relevant others.
    - scope project searches only libraries that the project needs, locks or has installed, and needs a project.
    - notSearched names what a search leaves out for want of indexed pages, named libraries or direct dependencies.
    - every result's URL can be given to read-page.
    - of a query of more than 500 characters, the questions, errors and names of code count, as readAs says.
    - queries find what the query's own words miss; the query counts most.
    - a snippet shows the lines that match, the words that were asked for in bold outside of code and links.
    - nextCursor gives what follows, nothing twice and nothing left out; where results have changed it is refused.
    - where nothing matches, nearestHeadings names the headings spelt like the query.
    - versionMatch says how a result's version relates to the requested one, else to the project's.
    - with match text or pattern the lines of a page come together, and each shown line is of the page or file, numbered as read-page counts, and matches where it says so.
    - of exact matches, definitions and headings come before parameters and other lines, and tests come last.
    - without maxResults, the results of an exact search have the lines that matter most, in some 200 tokens; nextCursor gives the others.
    - an exact match ignores case unless the query has a capital letter.
    - in source only text files that the package's record names are searched, and each is a page for read-page.
    - a pattern needs google-re2, and without it the refusal names the extra; text works without it.
    - an exact search ends after 2 seconds, 60 MB or 1,000 lines, and notSearched says so.
    - a query in another language is searched by its names of code, and hint asks for English.
    - in docs or api searches only documents or only the API reference, by words too.
    - a query that matches nothing gives an empty list, not an error.
    """

    async def __call__(self, request: SearchDocsInput, docs: Docs_contra, session: Session) -> SearchDocsOutput:
        """Searches previously indexed documentation using BM25, or for exact text or a pattern, also in a package's source. Returns ranked results with snippets and URLs. Without libraryIds only searches content that has been previously fetched. Use read-page to get full content for any result."""
        ...
