"""Hits to answers: ranked pages, passages within a budget, snippets, relevance and confidence."""

from pro_context_engine.ranking.confidence import confidence
from pro_context_engine.ranking.first_sections import FirstSections, first_sections
from pro_context_engine.ranking.pages import PageKey, RankedPage, pages_of
from pro_context_engine.ranking.passages import passages
from pro_context_engine.ranking.relevance import relevances
from pro_context_engine.ranking.snippets import snippet
from pro_context_engine.ranking.toc import foremost, likely, related

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
