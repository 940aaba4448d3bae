"""The check of a list of libraries before it is used: the form that spec/registry/libraries.yaml publishes.

Unknown fields are ignored, so that a list may have fields for newer releases (decision 18).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pro_context_engine.libraries.registry.refusal import RegistryRefused

MOST_LIBRARIES = 50_000
MOST_RANKS = 20
LOWEST_RANK = 1_000_000_000
LONGEST_URL = 2_048

VERSION = re.compile(r"registry-v[0-9]{4}-[0-9]{2}-[0-9]{2}")
"""The form of a registry's version."""

_PART = r"\.?[A-Za-z0-9_-][A-Za-z0-9._-]*"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9-])?"
# The last label begins with a letter, which excludes numeric addresses of single machines.
_URL = rf"https://(?:{_LABEL}\.)+[A-Za-z][A-Za-z0-9-]{{1,62}}(?::[0-9]{{1,5}})?(?:/[!-~]*)?"
_PATH = rf"{_PART}(?:/{_PART})*"

Judge = Callable[[object], bool]
"""A function that tells whether a value has its form."""


def check(document: Mapping[str, Any]) -> None:
    """Refuse a list of libraries unless every entry has its form and all names are unique.

    Args:
        document: the parsed list.

    Raises:
        RegistryRefused: an entry is invalid; the message has its position and its field.
    """
    version, libraries = document.get("version"), document.get("libraries")
    if not isinstance(version, str) or not VERSION.fullmatch(version):
        raise RegistryRefused("the registry has no valid version")
    if not isinstance(libraries, list) or not 0 < len(libraries) <= MOST_LIBRARIES:
        raise RegistryRefused(f"the registry does not have 1 to {MOST_LIBRARIES} libraries")
    taken: set[tuple[str, str]] = set()
    for number, entry in enumerate(libraries):
        if not isinstance(entry, dict):
            raise RegistryRefused(f"libraries[{number}] is not an object")
        wrong = _error_in(entry)
        if wrong:
            raise RegistryRefused(f"libraries[{number}].{wrong}")
        for kind, name in _names(entry):
            if (kind, name) in taken:
                raise RegistryRefused(f"libraries[{number}].{kind} is also another library's")
            taken.add((kind, name))


def _error_in(entry: Mapping[str, Any]) -> str:
    """Return the error in an entry, beginning with the field, "" if there is none."""
    for field in _REQUIRED:
        if field not in entry:
            return f"{field} is missing"
    for field, (has_form, form) in _FIELDS.items():
        if field in entry and not has_form(entry[field]):
            return f"{field} is not {form}"
    return ""


def _names(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the names that must be unique, each with its field."""
    yield "libraryId", entry["libraryId"].lower()
    yield "slug", entry["slug"]
    for ecosystem, packages in entry.get("packages", {}).items():
        yield from ((f"packages.{ecosystem}", name) for name in packages)


def _text(longest: int) -> Judge:
    """Return a check for text of one line without invisible characters."""
    return lambda value: (
        isinstance(value, str) and 0 < len(value) <= longest and value == value.strip() and value.isprintable()
    )


def _form(pattern: str, longest: int) -> Judge:
    compiled = re.compile(pattern)
    return lambda value: isinstance(value, str) and len(value) <= longest and bool(compiled.fullmatch(value))


def _list_of(judge: Judge, most: int) -> Judge:
    return lambda value: (
        isinstance(value, list) and len(value) <= most and all(map(judge, value)) and len(set(value)) == len(value)
    )


def _packages(value: object) -> bool:
    return isinstance(value, dict) and all(
        ecosystem in _PACKAGES and _PACKAGES[ecosystem](names) for ecosystem, names in value.items()
    )


def _ranks(value: object) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= MOST_RANKS
        # A bool is an int in Python.
        and all(type(rank) is int and 0 < rank <= LOWEST_RANK for rank in value.values())
    )


_PACKAGES: Mapping[str, Judge] = {
    "python": _list_of(_form(r"[a-z0-9]+(?:-[a-z0-9]+)*", 200), 2_000),
    "npm": _list_of(_form(r"(?:@[a-z0-9._~-]+/)?[a-z0-9._~-]+", 220), 2_000),
}
_WORDS = _list_of(_form(r"[a-z0-9][a-z0-9+#.-]*", 50), 50)
_REQUIRED = ("libraryId", "slug", "name")
_AN_ADDRESS = (_form(_URL, LONGEST_URL), "an https address of a public name")
_FIELDS: Mapping[str, tuple[Judge, str]] = {
    "libraryId": (_form(rf"{_PART}/{_PART}", 200), "an id owner/name"),
    "slug": (_form(r"[a-z0-9][a-z0-9_-]*", 200), "a short name in lower case"),
    "name": (_text(200), "a name"),
    "description": (_text(500), "one line of text"),
    "purposes": (_list_of(_text(100), 20), "a list of purposes"),
    "languages": (_WORDS, "a list of languages"),
    "categories": (_WORDS, "a list of categories"),
    "packages": (_packages, "lists of package names"),
    "aliases": (_list_of(_text(200), 200), "a list of names"),
    "docsUrl": _AN_ADDRESS,
    "repoUrl": _AN_ADDRESS,
    "llmsTxtUrl": _AN_ADDRESS,
    "llmsFullTxtUrl": _AN_ADDRESS,
    "docsPath": (_form(_PATH, 500), "a folder of the repository"),
    "versionPattern": (_form(r"[!-~]*\{version\}[!-~]*", 500), "an address with {version}"),
    "popularity": (_ranks, "ranks from 1"),
}
