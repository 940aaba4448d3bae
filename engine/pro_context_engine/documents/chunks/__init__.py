"""Pages to chunks, and the one token counter: pure."""
