"""A Markdown tree made searchable as one corpus (contract `corpus`): manifests, pages, chunks, index and search."""
