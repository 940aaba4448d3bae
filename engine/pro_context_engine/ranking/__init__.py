"""Hits to passages within a budget: pure."""
