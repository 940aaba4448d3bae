"""The form in which paths of symbols are stored, so that paths with the same ending are neighbours in an index."""

from __future__ import annotations

from pro_context_engine.search.index.dotted_names import full_term

MOST_FOUND = 20
"""The most URLs that are returned for a name."""

MOST_PER_NAME = 200
"""The most places that are read for a name."""

# The last character of Unicode.
_LAST = "\U0010ffff"


def stored_path(name: str) -> str:
    """Return a path with its parts reversed, each followed by a dot (`execute.session.orm.`)."""
    return _reversed(full_term(name))


def written_path(stored: str) -> str:
    """Return the path that `stored_path` gives this form."""
    return ".".join(reversed(stored.removesuffix(".").split(".")))


def paths_ending_with(term: str) -> tuple[str, str]:
    """Return the first stored path that may end with a term, and the first one behind all of these.

    Args:
        term: as `dotted_names.full_term` returns it.
    """
    start = _reversed(term)
    # "/" is the character after ".".
    return start, f"{start[:-1]}/"


def paths_beginning_with(term: str) -> tuple[str, str, str]:
    """Return the bounds of the stored paths whose last part begins as that of a term, and the parts before it.

    Args:
        term: as `dotted_names.full_term` returns it.

    Returns:
        The first path, the last path, and what follows the first dot of each, "" for anything.
    """
    owner, _, last = term.rpartition(".")
    return last, f"{last}{_LAST}", _reversed(owner) if owner else ""


def _reversed(name: str) -> str:
    return "".join(f"{part}." for part in reversed(name.split(".")))
