"""What schemathesis generates calls from: a contract's OpenAPI document, and arguments that mean something."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import schemathesis

from pro_context_contract import Contract

GENERATED = Path(__file__).parents[2] / "generated" / "openapi"

KNOWN_LIBRARIES = ("langchain-ai/langchain", "pypi/brightwheel", "langchain", "brightwheel")
KNOWN_VERSIONS = ("2.4.1", "2.4")
KNOWN_TOPICS = ("retry", "chat models", "how do I stream tokens?", "Courier.send", "TypeError: 'NoneType'", "the")
KNOWN_SECTIONS = ("Concepts", "Getting Started")
KNOWN_CHUNKS = ("guides/retries.md#jitter", "sdks/go/auth.md#refreshing", "guides/glossary.md", "guides/retries.md#no")
KNOWN_PAGES = ("pypi://brightwheel/2.4.1/readme", "pypi://brightwheel/2.4.1/api/brightwheel")

_KNOWN_LIKELIHOOD = 0.7
"""How often a generated argument is one that means something, so that calls get past the first look-up."""

_MEANING = {
    "query": "topics",
    "topic": "topics",
    "libraryId": "libraries",
    "libraryIds[*]": "libraries",
    "libraries[*].libraryId": "libraries",
    "libraries[*].version": "versions",
    "version": "versions",
    "sections[*]": "sections",
    "chunk_id": "chunks",
    "url": "pages",
}
"""The dictionary of each argument."""


def schema(contract: Contract, pages: Sequence[str] = KNOWN_PAGES) -> Any:
    """Return what schemathesis makes calls from: positive and negative ones, boundaries first.

    Args:
        contract: as published.
        pages: addresses of pages that exist.
    """
    known = {
        "libraries": KNOWN_LIBRARIES,
        "versions": KNOWN_VERSIONS,
        "topics": KNOWN_TOPICS,
        "sections": KNOWN_SECTIONS,
        "chunks": KNOWN_CHUNKS,
        "pages": pages,
    }
    config = {
        "dictionaries": {name: {"values": list(values)} for name, values in known.items()},
        "parameters": {
            f"body.{argument}": {"dictionary": name, "probability": _KNOWN_LIKELIHOOD}
            for argument, name in _MEANING.items()
        },
        "phases": {"coverage": {"unexpected-methods": []}},
    }
    return schemathesis.openapi.from_dict(document(contract), config=schemathesis.Config.from_dict(config))


def document(contract: Contract) -> dict[str, Any]:
    """Return the tools of a contract as the generated OpenAPI document."""
    file = GENERATED / f"{contract.name}-{contract.version}.json"
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if contract.corpus_filters:
        [tool] = [tool for tool in contract.tools if tool["name"] == contract.corpus_filters]
        body = found["paths"][f"/{tool['name']}"]["post"]["requestBody"]
        body["content"]["application/json"]["schema"] = tool["inputSchema"]
    return found
