"""Text to index terms and queries: pure."""
