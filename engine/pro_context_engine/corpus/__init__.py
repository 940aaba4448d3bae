"""A Markdown tree made searchable as one corpus (seed 002): manifests, pages in chunks, an index, its search."""
