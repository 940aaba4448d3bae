"""Hits to answers: ranked pages, passages within a budget, snippets, relevance and confidence."""

from pro_context_engine.search.ranking.confidence import confidence
from pro_context_engine.search.ranking.first_sections import FirstSections, first_sections
from pro_context_engine.search.ranking.passages import passages
from pro_context_engine.search.ranking.ranked_pages import PageKey, RankedPage, pages_of
from pro_context_engine.search.ranking.relevance import relevances
from pro_context_engine.search.ranking.snippets import snippet
from pro_context_engine.search.ranking.toc import foremost, likely, related

__all__ = [
    "FirstSections",
    "PageKey",
    "RankedPage",
    "confidence",
    "first_sections",
    "foremost",
    "likely",
    "pages_of",
    "passages",
    "related",
    "relevances",
    "snippet",
]
