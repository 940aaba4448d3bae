"""The sentence that marks a file as generated."""

from __future__ import annotations


def header(source: str) -> str:
    """Return the sentence that stands at the top of every generated file.

    Args:
        source: the path of the file or folder that a person edits instead, relative to the repository.
    """
    return f"Generated from {source}; do not edit."
