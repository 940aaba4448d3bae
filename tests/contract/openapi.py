"""A contract's tools as an OpenAPI document, the language that schemathesis generates calls from.

Each tool is one `POST /NAME` whose body is its arguments; nothing is ever served that way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import schemathesis

from pro_context_contract import Contract

KNOWN_LIBRARIES = ("langchain-ai/langchain", "pypi/brightwheel", "langchain", "brightwheel")
KNOWN_VERSIONS = ("2.4.1", "2.4")
KNOWN_TOPICS = ("retry", "chat models", "how do I stream tokens?", "Courier.send", "TypeError: 'NoneType'", "the")
KNOWN_SECTIONS = ("Concepts", "Getting Started")
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
    """Return the tools of a contract as an OpenAPI 3.1 document."""
    return {
        "openapi": "3.1.0",
        "info": {"title": contract.name, "version": contract.version},
        "paths": {f"/{tool['name']}": {"post": _operation(tool)} for tool in contract.tools},
    }


def _operation(tool: Mapping[str, Any]) -> dict[str, Any]:
    given = {"application/json": {"schema": tool["inputSchema"]}}
    answer = {"application/json": {"schema": tool["outputSchema"]}}
    return {
        "operationId": tool["name"],
        "requestBody": {"required": True, "content": given},
        "responses": {"200": {"description": "The tool's result.", "content": answer}},
    }
