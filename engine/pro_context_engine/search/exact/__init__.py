"""Exact search: the lines of a text that contain a text or match a pattern, and how they are shown."""
