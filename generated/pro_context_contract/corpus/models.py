"""Models of the corpus contract.

Generated from spec/contracts/corpus/; do not edit.
"""

from __future__ import annotations


from pro_context_contract.model import MISSING, Missing, Model, each


class SearchDocsInput(Model):
    query: str
    """The search query (e.g., 'how to paginate', 'RateLimitError')."""
    limit: int = 10
    """Maximum number of results to return. Default is 10."""
    cursor: str | Missing = MISSING
    """Opaque pagination token returned from a previous search. Omit for the first page. Returns an error if invalid or malformed."""
    _readers = {"limit": int}


class SearchDocsOutputHit(Model):
    chunk_id: str
    """Use this ID with get_doc."""
    score: int | float
    """Relevance score."""
    heading: str
    """The immediate heading for this chunk."""
    breadcrumb: str
    """E.g., 'Authentication > OAuth > Login'."""
    snippet: str
    """The matched text."""
    filepath: str
    """The source markdown file."""
    metadata: dict[str, str]
    """The taxonomy values for this chunk."""


class SearchDocsOutputHint(Model):
    """What to try where there are no hits."""

    message: str
    suggested_filters: dict[str, list[str]]
    """Values that the query finds something with, by filter."""


class SearchDocsOutput(Model):
    hits: list[SearchDocsOutputHit]
    next_cursor: str | None
    """Token for the next page. Null if no more results."""
    hint: SearchDocsOutputHint | None
    """What to try where there are no hits."""
    _readers = {"hits": each(SearchDocsOutputHit.from_json), "hint": SearchDocsOutputHint.from_json}


class GetDocInput(Model):
    chunk_id: str
    """The exact ID of the chunk to retrieve, as returned by search_docs (e.g., 'guides/retries.md#backoff-strategy')."""
    context: int = 0
    """Number of adjacent chunks to include before and after the target chunk. Default is 0. Use this to read the surrounding file context."""
    _readers = {"context": int}
