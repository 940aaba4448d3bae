"""Work on large documents in a process of its own (docs/decisions/0022-large-documents-are-read-apart.md)."""
