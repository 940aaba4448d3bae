"""Text to terms: what the index stores for a chunk and looks up for a query."""

from pro_context_engine.search.index.analysis import analyse, query_pairs, query_terms
from pro_context_engine.search.index.chunk_fields import FIELDS, fields_of

__all__ = ["FIELDS", "analyse", "fields_of", "query_pairs", "query_terms"]
