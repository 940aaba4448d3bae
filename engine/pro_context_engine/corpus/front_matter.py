"""A page's front matter, which overrides its manifest: `metadata`, `mcp_metadata`, `mcp_strategy`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pro_context_engine.corpus import manifests
from pro_context_engine.corpus.parsed_files import Document, Unreadable, read_yaml
from pro_context_engine.corpus.taxonomy import MAX_KEYS, metadata_of
from pro_context_engine.corpus.values import Strategy

_MOST_LINES = 2_000
_ENDS = ("---", "...")
_FIELD = re.compile(r"[\w\"']\S*\s*:(?:\s|$)")


def split(file: str, text: str) -> tuple[Document | None, str]:
    """Return a file's front matter, None if it has none, and the text after it.

    Args:
        file: its path in the corpus.
        text: text of the file, with newlines of one kind.

    Raises:
        Unreadable: the front matter is not plain YAML.
    """
    if not text.startswith("---"):
        return None, text
    lines = text.split("\n", _MOST_LINES)
    if lines[0].rstrip() != "---":
        return None, text
    end = next((number for number, line in enumerate(lines[1:], 1) if line.rstrip() in _ENDS), 0)
    # A rule at the top of a page does not open front matter, nor does one before lines that are not fields.
    if not end or not _may_be_fields(lines[1:end]):
        return None, text
    document = read_yaml(file, "\n".join(lines[1:end]), above=1)
    if not isinstance(document.value, dict):
        return None, text
    return document, "\n".join(lines[end + 1 :])


def apply(document: Document | None, strategy: Strategy, metadata: dict[str, str]) -> tuple[Strategy, dict[str, str]]:
    """Return a page's strategy and metadata, where its front matter overrides its manifest.

    A key of the taxonomy that its manifest has may also be a field at the top level: `language: go`.

    Args:
        document: the front matter, None if the page has none.
        strategy: the strategy from the manifest.
        metadata: the metadata from the manifest.

    Raises:
        Unreadable: a field has an invalid value.
    """
    if document is None:
        return strategy, metadata
    fields = document.value
    known = {key: fields[key] for key in metadata if isinstance(fields.get(key), str)}
    own = metadata_of(document, known)
    for key in ("metadata", "mcp_metadata"):
        if fields.get(key) is not None:
            own |= metadata_of(document, fields[key], key)
    if fields.get("mcp_strategy") is not None:
        strategy = manifests.strategy_of(document, fields["mcp_strategy"], "mcp_strategy")
    if len(metadata | own) > MAX_KEYS:
        raise Unreadable(document.problem(f"has more than {MAX_KEYS} keys", "metadata"))
    return strategy, metadata | own


def _may_be_fields(lines: Sequence[str]) -> bool:
    """Tell whether lines between two rules can be fields; text after a blank line is text."""
    if ":" not in "".join(lines):
        return False
    return bool(lines[0].strip()) or bool(_FIELD.match(next(filter(str.strip, lines))))
