"""Hits to answers: ranked pages, passages within a budget, snippets, relevance and confidence."""
