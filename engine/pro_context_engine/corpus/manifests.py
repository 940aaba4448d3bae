"""Manifests (`.docs-mcp.json`): how the pages of a folder are cut, and their taxonomy values.

Only the nearest manifest above a page applies; those of folders further up do not. Within it, overrides are tried in
order and the last match wins. The page's own front matter overrides them all (`front_matter`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from fnmatch import fnmatchcase
from typing import Any, get_args

from pro_context_engine.corpus.parsed_files import Document, Unreadable, read_json
from pro_context_engine.corpus.taxonomy import MAX_KEYS, key_problem, metadata_of
from pro_context_engine.corpus.values import ChunkBy, Metadata, Strategy
from pro_context_engine.documents.pages.text import one_line
from pro_context_engine.domain.value_class import value_class

NAME = ".docs-mcp.json"

MAX_PATTERN = 256
"""The maximum length of the pattern of an override, characters."""

_MOST_ALTERNATIVES = 64
_BRACES = re.compile(r"\{([^{}]*)\}")
_MOST_OVERRIDES = 256
_LARGEST_CHUNK = 1_000_000
_MOST_INSTRUCTIONS = 4_000
_KEYS = ("$schema", "version", "metadata", "strategy", "overrides", "taxonomy", "mcpServerInstructions")


@value_class
class Override:
    """An exception for the pages that match a pattern; a strategy of None keeps that of the manifest."""

    pattern: str
    metadata: Metadata
    strategy: Strategy | None


@value_class
class CorpusManifest:
    """The content of a manifest.

    Attributes:
        folder: its folder, as a path in the corpus, "" for the root.
        metadata: taxonomy values of every page.
        strategy: strategy for every page.
        overrides: exceptions, in order.
        descriptions: descriptions of keys of the taxonomy.
        instructions: text for agents when they connect, "" if there is none.
    """

    folder: str = ""
    metadata: Metadata = field(default_factory=dict)
    strategy: Strategy = field(default_factory=Strategy)
    overrides: tuple[Override, ...] = ()
    descriptions: Mapping[str, str] = field(default_factory=dict)
    instructions: str = ""

    def of(self, path: str) -> tuple[Strategy, dict[str, str]]:
        """Return the strategy and the metadata for a page.

        Args:
            path: path of the page in the corpus, below the manifest's folder.
        """
        strategy, metadata = self.strategy, dict(self.metadata)
        inside = path.removeprefix(f"{self.folder}/") if self.folder else path
        for override in self.overrides:
            if matches_pattern(inside, override.pattern):
                metadata |= override.metadata
                strategy = override.strategy or strategy
        return strategy, metadata


def read(path: str, text: str) -> CorpusManifest:
    """Return the content of a manifest file.

    Args:
        path: path of the file in the corpus.
        text: text of the file.

    Raises:
        Unreadable: at the first error.
    """
    document = read_json(path, text)
    value = document.value
    if not isinstance(value, dict):
        raise Unreadable(document.problem("must be an object"))
    for key in value:
        if key not in _KEYS:
            raise Unreadable(document.problem("there is no such key", key))
    if value.get("version") != "1":
        raise Unreadable(document.problem('must be "1"', "version"))
    return CorpusManifest(
        path.rpartition("/")[0],
        metadata_of(document, value.get("metadata", {}), "metadata"),
        strategy_of(document, value.get("strategy", {"chunk_by": "h2"}), "strategy"),
        tuple(_overrides(document, value.get("overrides", []))),
        dict(_descriptions(document, value.get("taxonomy", {}))),
        _instructions(document, value.get("mcpServerInstructions", "")),
    )


def strategy_of(document: Document, value: Any, *steps: str | int) -> Strategy:
    """Return the strategy in a document; see `taxonomy.metadata_of`."""
    if not isinstance(value, dict):
        raise Unreadable(document.problem("must be an object", *steps))
    for key in value:
        if key not in ("chunk_by", "max_chunk_size", "min_chunk_size"):
            raise Unreadable(document.problem("there is no such key", *steps, key))
    if value.get("chunk_by") not in get_args(ChunkBy):
        raise Unreadable(document.problem(f"must be one of {', '.join(get_args(ChunkBy))}", *steps, "chunk_by"))
    sizes = {key: size for key, size in value.items() if key != "chunk_by"}
    for key, size in sizes.items():
        if not isinstance(size, int) or isinstance(size, bool) or not 1 <= size <= _LARGEST_CHUNK:
            raise Unreadable(document.problem(f"must be a whole number of 1 to {_LARGEST_CHUNK}", *steps, key))
    return Strategy(chunk_by=value["chunk_by"], **sizes)


def _overrides(document: Document, value: Any) -> Iterator[Override]:
    if not isinstance(value, list) or len(value) > _MOST_OVERRIDES:
        raise Unreadable(document.problem(f"must be a list of at most {_MOST_OVERRIDES}", "overrides"))
    for number, entry in enumerate(value):
        at = ("overrides", number)
        if not isinstance(entry, dict):
            raise Unreadable(document.problem("must be an object", *at))
        for key in entry:
            if key not in ("pattern", "metadata", "strategy"):
                raise Unreadable(document.problem("there is no such key", *at, key))
        pattern = entry.get("pattern")
        if not isinstance(pattern, str) or not 1 <= len(pattern.strip()) <= MAX_PATTERN:
            what = f"must be a text of 1 to {MAX_PATTERN} characters"
            raise Unreadable(document.problem(what, *at, "pattern"))
        strategy = strategy_of(document, entry["strategy"], *at, "strategy") if "strategy" in entry else None
        metadata = metadata_of(document, entry.get("metadata", {}), *at, "metadata")
        yield Override(pattern.strip(), metadata, strategy)


def _descriptions(document: Document, value: Any) -> Iterator[tuple[str, str]]:
    if not isinstance(value, dict) or len(value) > MAX_KEYS:
        raise Unreadable(document.problem(f"must be an object of at most {MAX_KEYS} keys", "taxonomy"))
    for key, entry in value.items():
        if reason := key_problem(key):
            raise Unreadable(document.problem(reason, "taxonomy", key))
        text = entry.get("description", "") if isinstance(entry, dict) else None
        if not isinstance(text, str):
            raise Unreadable(document.problem('must be an object like {"description": "…"}', "taxonomy", key))
        yield key, one_line(text)[:_MOST_INSTRUCTIONS]


def _instructions(document: Document, value: Any) -> str:
    if not isinstance(value, str) or len(value) > _MOST_INSTRUCTIONS:
        what = f"must be a text of at most {_MOST_INSTRUCTIONS} characters"
        raise Unreadable(document.problem(what, "mcpServerInstructions"))
    return one_line(value)


def matches_pattern(path: str, pattern: str) -> bool:
    """Tell whether a path matches a pattern; time grows with the product of their lengths.

    Args:
        path: relative, with slashes.
        pattern: relative, with slashes: `*` and `?` match within a name, `**` over any folders, then there are `[…]`
            and `{a,b}`; of more than 64 alternatives in braces, the first ones count.
    """
    names = path.split("/")
    return any(_matches(names, alternative.removeprefix("./").split("/")) for alternative in _alternatives(pattern))


def _matches(names: list[str], steps: list[str]) -> bool:
    """Tell whether the steps match all names."""
    # reached[n]: the steps so far can match the first n names
    reached = [True] + [False] * len(names)
    for step in steps:
        if step == "**":
            first = reached.index(True) if True in reached else len(reached)
            reached = [position >= first for position in range(len(reached))]
        else:
            met = [before and fnmatchcase(name, step) for before, name in zip(reached, names, strict=False)]
            reached = [False, *met]
    return reached[-1]


def _alternatives(pattern: str) -> list[str]:
    """Return the pattern without braces, once for each combination of alternatives."""
    found = [pattern[:MAX_PATTERN]]
    for _ in range(pattern[:MAX_PATTERN].count("{")):
        found = [each for one in found for each in _expand_first(one)][:_MOST_ALTERNATIVES]
    return found


def _expand_first(pattern: str) -> list[str]:
    braces = _BRACES.search(pattern)
    if braces is None:
        return [pattern]
    return [f"{pattern[: braces.start()]}{choice}{pattern[braces.end() :]}" for choice in braces[1].split(",")]
