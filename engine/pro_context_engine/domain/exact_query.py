"""The query of an exact search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class SearchPart(StrEnum):
    """The part of the documentation that a search covers: documents, the API reference, or files as they are."""

    DOCS = "docs"
    API = "api"
    SOURCE = "source"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactQuery:
    """A query for exact text; see `DocsEngine.search` for the arguments that are the same there.

    Attributes:
        text: literal text, or a pattern in the syntax of RE2; case counts if it has a capital letter.
        is_pattern: whether it is a pattern, which needs the extra `patterns`.
        part: where it is looked for; None for documents and the API reference.
        library_ids: the libraries to search, which the part source needs; None for all indexed ones.
        version: of those libraries.
        limit: bound on the results; as many are given as fit into 2,000 tokens.
        cursor: of earlier results, "" for the first.
        project_only: whether only the project's libraries are searched.
        used: ids of the libraries that the caller's session has used.
    """

    text: str
    is_pattern: bool = False
    part: SearchPart | None = None
    library_ids: Sequence[str] | None = None
    version: str | None = None
    limit: int = 5
    cursor: str = ""
    project_only: bool = False
    used: Sequence[str] = ()
