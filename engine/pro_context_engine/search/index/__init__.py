"""Text to terms: the terms that the index stores for a chunk and looks up for a question."""
