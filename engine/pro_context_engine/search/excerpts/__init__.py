"""Texts in short: the parts of sections and pages that an answer shows, quoted, and their size in tokens."""
