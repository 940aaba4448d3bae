"""The texts of docstrings as Markdown."""
