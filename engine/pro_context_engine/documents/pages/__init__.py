"""The pure conversion of documents to Markdown pages, without network, disk or clock."""
