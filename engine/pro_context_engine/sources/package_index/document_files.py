"""The selection of a package's documents for its users, used when unpacking and when reading."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

_MARKUP = frozenset({".md", ".markdown", ".rst"})
_NAMES = (
    "readme",
    "changelog",
    "changes",
    "history",
    "news",
    "migration",
    "upgrading",
    "release_notes",
    "releasenotes",
)
_NEVER = (
    "license",
    "licence",
    "copying",
    "authors",
    "contributors",
    "contributing",
    "code_of_conduct",
    "notice",
    "security",
)
_FOLDERS = frozenset({"doc", "docs", "documentation"})
# The texts that a package gives to language models lie among its code.
_FOR_MODELS = re.compile(r"(?:.*[-_])?(?:prompts?|instructions)", re.IGNORECASE)
# They tell agents how to work on the code of their folder, not how to use it. A page about agents is `agents.md`.
_FOR_AGENTS = frozenset({"AGENTS", "CLAUDE", "GEMINI"})
_SKIPPED_FOLDERS = frozenset(
    {
        *("__pycache__", "_vendor", "licenses", "locale", "locales", "node_modules", "site-packages", "static"),
        *("templates", "test", "tests"),
    }
)


def is_document(path: PurePosixPath) -> bool:
    """Tell whether a file is a Markdown, reStructuredText or text document about the package.

    The README at the top is excluded: it has a page of its own, made from METADATA.

    Args:
        path: relative to the package's folder, or to the folder of all packages.
    """
    stem, suffix = path.stem.lower(), path.suffix.lower()
    if (len(path.parts) == 1 and stem == "readme") or stem.startswith(_NEVER) or "license" in stem:
        return False
    if path.stem in _FOR_AGENTS or in_skipped_folder(path):
        return False
    named = stem.startswith(_NAMES)
    in_folder = not _FOLDERS.isdisjoint(part.lower() for part in path.parts[:-1])
    if not in_folder and any(map(_FOR_MODELS.fullmatch, (*path.parts[1:-1], stem))):
        return False
    # A requirements file in a folder of documents lists the packages that build them.
    text = suffix == ".txt" and (named or (in_folder and not stem.startswith("requirements")))
    return suffix in _MARKUP or (suffix == "" and named) or text


def in_skipped_folder(path: PurePosixPath) -> bool:
    """Tell whether a file lies in a folder without text for users: tests, metadata, hidden folders, vendored code."""
    folders = [part.lower() for part in path.parts[:-1]]
    return any(
        folder in _SKIPPED_FOLDERS or folder.startswith(".") or folder.endswith((".dist-info", ".egg-info"))
        for folder in folders
    )
