"""Bytes to Markdown pages, and pages to chunks. Pure."""
