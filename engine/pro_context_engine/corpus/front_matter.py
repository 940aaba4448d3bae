"""What a page says of itself, before any manifest: `metadata`, `mcp_metadata`, `mcp_strategy` in its front matter."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pro_context_engine.corpus import manifests
from pro_context_engine.corpus.parsed_files import Document, Unreadable, read_yaml
from pro_context_engine.corpus.values import Strategy

_MOST_LINES = 2_000
_ENDS = ("---", "...")
_FIELD = re.compile(r"[\w\"']\S*\s*:(?:\s|$)")


def split(file: str, text: str) -> tuple[Document | None, str]:
    """Return a file's front matter, None where it has none, and the text after it.

    Args:
        file: its path in the corpus.
        text: of the file, with newlines of one kind.

    Raises:
        Unreadable: it has one that is no plain YAML.
    """
    if not text.startswith("---"):
        return None, text
    lines = text.split("\n", _MOST_LINES)
    if lines[0].rstrip() != "---":
        return None, text
    end = next((number for number, line in enumerate(lines[1:], 1) if line.rstrip() in _ENDS), 0)
    # A rule at the top of a page opens no front matter; nor does one that something else follows than fields.
    if not end or not _may_be_fields(lines[1:end]):
        return None, text
    document = read_yaml(file, "\n".join(lines[1:end]), above=1)
    if not isinstance(document.value, dict):
        return None, text
    return document, "\n".join(lines[end + 1 :])


def applied(document: Document | None, strategy: Strategy, metadata: dict[str, str]) -> tuple[Strategy, dict[str, str]]:
    """Return how a page is cut and what it is about, by its front matter first.

    A key of the taxonomy that its manifest knows may also stand at the top: `language: go`.

    Args:
        document: its front matter, None where it has none.
        strategy: what the manifest says.
        metadata: likewise.

    Raises:
        Unreadable: it says what cannot be meant.
    """
    if document is None:
        return strategy, metadata
    said = document.value
    known = {key: said[key] for key in metadata if isinstance(said.get(key), str)}
    own = manifests.metadata_of(document, known)
    for key in ("metadata", "mcp_metadata"):
        if said.get(key) is not None:
            own |= manifests.metadata_of(document, said[key], key)
    if said.get("mcp_strategy") is not None:
        strategy = manifests.strategy_of(document, said["mcp_strategy"], "mcp_strategy")
    if len(metadata | own) > manifests.MAX_KEYS:
        raise Unreadable(document.problem(f"has more than {manifests.MAX_KEYS} keys", "metadata"))
    return strategy, metadata | own


def _may_be_fields(lines: Sequence[str]) -> bool:
    """Tell whether lines between two rules can be fields; text after a blank line is text, whatever stands in it."""
    if ":" not in "".join(lines):
        return False
    return bool(lines[0].strip()) or bool(_FIELD.match(next(filter(str.strip, lines))))
