"""The rules that turn wire names and texts into Python source, for all generated code."""

from __future__ import annotations

import json
import keyword
import re

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


def words(name: str) -> list[str]:
    """Return the words of a name in lower case: `getDocs`, `get-docs` and `GET_DOCS` all give get, docs."""
    return [word.lower() for word in _WORD.findall(name)]


def snake(name: str) -> str:
    """Return the Python identifier of an argument, field, tool or resource: `libraryId` gives library_id."""
    joined = "_".join(words(name))
    return f"{joined}_" if keyword.iskeyword(joined) else joined


def pascal(name: str) -> str:
    """Return the class name of a tool, resource, prompt or code: `LIBRARY_NOT_FOUND` gives LibraryNotFound."""
    return "".join(word.capitalize() for word in words(name))


def stem(name: str) -> str:
    """Return the file name of an element without its suffix: session-libraries for `Session Libraries`."""
    return name.lower().replace(" ", "-") if " " in name else name


def string(text: str) -> str:
    """Return the literal of a text on one line, with JSON's escapes, and Python's for unprintable characters."""
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(char if char.isprintable() else f"\\U{ord(char):08x}" for char in quoted)
