"""The pure conversion of documents to Markdown pages, and of pages to chunks."""
