"""The taxonomy of a corpus: every key of its pages' metadata with its values, and the rules for both."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pro_context_engine.corpus.parsed_files import Document, Unreadable
from pro_context_engine.corpus.values import CorpusProblem, Facet, Metadata
from pro_context_engine.documents.pages.text import one_line

RESERVED = frozenset({"query", "limit", "cursor"})
"""Arguments of every search, which no key of the taxonomy may have as its name (contract `corpus`)."""

MAX_KEYS = 64
MAX_KEY = 64
MAX_VALUE = 128
_KEY_NAME = re.compile(rf"[A-Za-z_][A-Za-z0-9_-]{{0,{MAX_KEY - 1}}}")

MAX_VALUES = 512
"""The maximum number of values of a key, because every agent that connects reads them."""

MAX_GROUPS = 1_000
"""The maximum number of combinations of values; a filter selects among these."""


class Taxonomy:
    """The keys and values found so far."""

    def __init__(self) -> None:
        self._values: dict[str, set[str]] = {}
        self._groups: set[frozenset[tuple[str, str]]] = set()

    @classmethod
    def of(cls, groups: Iterable[Metadata]) -> Taxonomy:
        """Return the taxonomy of some groups of values."""
        taxonomy = cls()
        for group in groups:
            taxonomy.add("", group)
        return taxonomy

    def add(self, file: str, metadata: Metadata) -> None:
        """Add the values of a page.

        Raises:
            Unreadable: the corpus exceeds a bound.
        """
        self._groups.add(frozenset(metadata.items()))
        if len(self._groups) > MAX_GROUPS:
            what = f"its metadata is one combination too many: the pages before have {MAX_GROUPS} different ones"
            raise Unreadable(CorpusProblem(file, 0, what))
        for key, value in metadata.items():
            values = self._values.setdefault(key, set())
            values.add(value)
            if len(values) > MAX_VALUES:
                raise Unreadable(CorpusProblem(file, 0, f"{key} has more than {MAX_VALUES} values in this corpus"))
        if len(self._values) > MAX_KEYS:
            raise Unreadable(CorpusProblem(file, 0, f"the metadata of this corpus has more than {MAX_KEYS} keys"))

    def facets(self, descriptions: Mapping[str, str]) -> dict[str, Facet]:
        """Return each key with its description and its values, both sorted."""
        return {
            key: Facet(descriptions.get(key, ""), tuple(sorted(values))) for key, values in sorted(self._values.items())
        }


def metadata_of(document: Document, value: Any, *steps: str | int) -> dict[str, str]:
    """Return the taxonomy values in a document.

    Args:
        document: the document.
        value: the value in it.
        steps: the keys and positions that lead to the value.

    Raises:
        Unreadable: the value is not a mapping of names to texts.
    """
    if not isinstance(value, dict):
        raise Unreadable(document.problem("must be an object of texts", *steps))
    if len(value) > MAX_KEYS:
        raise Unreadable(document.problem(f"has more than {MAX_KEYS} keys", *steps))
    return dict(_pair(document, key, text, *steps) for key, text in value.items())


def key_problem(key: str) -> str:
    """Return why a key of the taxonomy cannot be an argument of a search, "" if it can."""
    if not _KEY_NAME.fullmatch(key):
        return f"a key must be a name of at most {MAX_KEY} letters, digits, hyphens and underscores"
    return "is the name of an argument that every search has" if key in RESERVED else ""


def _pair(document: Document, key: str, value: Any, *steps: str | int) -> tuple[str, str]:
    name = key.strip()
    if reason := key_problem(name):
        raise Unreadable(document.problem(reason, *steps, key))
    text = one_line(value) if isinstance(value, str) else ""
    if not 1 <= len(text) <= MAX_VALUE:
        raise Unreadable(document.problem(f"must be a text of 1 to {MAX_VALUE} characters", *steps, key))
    return name, text
