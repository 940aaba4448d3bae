"""Models of the corpus contract.

Generated from spec/contracts/corpus/; do not edit.
"""

from __future__ import annotations

from typing import Annotated, Dict

from pydantic import MISSING, BaseModel, ConfigDict, Field


class SearchDocsInput(BaseModel):
    model_config = ConfigDict(
        extra="allow",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    __annotations__ = {
        "__pydantic_extra__": Dict[str, str],
    }
    query: str
    """The search query (e.g., 'how to paginate', 'RateLimitError')."""
    limit: Annotated[int, Field(ge=1, le=50)] = 10
    """Maximum number of results to return. Default is 10."""
    cursor: str | MISSING = MISSING
    """Opaque pagination token returned from a previous search. Omit for the first page. Returns an error if invalid or malformed."""


class SearchDocsOutputHit(BaseModel):
    model_config = ConfigDict(
        validate_by_name=True,
        serialize_by_alias=True,
    )
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


class SearchDocsOutputHint(BaseModel):
    """What to try where there are no hits."""

    model_config = ConfigDict(
        validate_by_name=True,
        serialize_by_alias=True,
    )
    message: str
    suggested_filters: dict[str, list[str]]
    """Values that the query finds something with, by filter."""


class SearchDocsOutput(BaseModel):
    model_config = ConfigDict(
        validate_by_name=True,
        serialize_by_alias=True,
    )
    hits: list[SearchDocsOutputHit]
    next_cursor: str | None
    """Token for the next page. Null if no more results."""
    hint: SearchDocsOutputHint | None
    """What to try where there are no hits."""


class GetDocInput(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    chunk_id: str
    """The exact ID of the chunk to retrieve, as returned by search_docs (e.g., 'guides/retries.md#backoff-strategy')."""
    context: Annotated[int, Field(ge=0, le=5)] = 0
    """Number of adjacent chunks to include before and after the target chunk. Default is 0. Use this to read the surrounding file context."""
