"""Hits to answers: ranked pages and sections, relevance and confidence, and passages within a budget."""
