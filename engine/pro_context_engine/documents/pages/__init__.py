"""Bytes to Markdown pages: pure, no network, disk or clock."""
