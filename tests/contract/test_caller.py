"""The judge of generated calls finds what it looks for."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp_types import CallToolResult, TextContent
from schemathesis import GenerationMode
from tests.contract.caller import Judge
from tests.contract.promises import contracts

[FULL] = [contract for contract in contracts() if contract.name == "full"]
[SEARCH] = [tool for tool in FULL.tools if tool.name == "search-docs"]
FOUND: dict[str, Any] = {"results": [], "totalMatches": 0, "searchedLibraries": []}


class Answering:
    """A caller whose every call is answered with the same."""

    def __init__(self, output: object, text: object) -> None:
        self.result = CallToolResult(
            content=[TextContent(text=json.dumps(text))], structured_content=output, is_error=output is None
        )

    def call(self, tool: str, arguments: object) -> CallToolResult:
        return self.result


def error(code: str, **fields: str) -> dict[str, Any]:
    return {"code": code, "message": "m", "recoverable": False, "suggestion": "s"} | fields


@pytest.mark.parametrize(
    ("output", "text", "mode", "found"),
    [
        (FOUND, FOUND, "positive", ""),
        (FOUND, FOUND, "negative", "accepted, though outside the inputSchema"),
        (FOUND, {**FOUND, "totalMatches": 1}, "positive", "the text is not the JSON"),
        ({**FOUND, "totalMatches": "0"}, {**FOUND, "totalMatches": "0"}, "positive", "outside the outputSchema"),
        (None, error("LIBRARY_NOT_FOUND"), "positive", ""),
        (None, error("INVALID_INPUT"), "negative", ""),
        (None, error("INVALID_INPUT"), "positive", "positive arguments are answered with"),
        (None, error("LIBRARY_NOT_FOUND"), "negative", "negative arguments are answered with"),
        (None, error("INTERNAL_ERROR"), "positive", "answered with INTERNAL_ERROR"),
        (None, error("PAGE_NOT_FOUND"), "positive", "answered with PAGE_NOT_FOUND"),
        (None, {"code": "LIBRARY_NOT_FOUND"}, "positive", "lacks ['message', 'recoverable', 'suggestion']"),
    ],
)
def test_violations(output: object, text: object, mode: str, found: str) -> None:
    outcome = Judge(FULL, SEARCH).outcome(Answering(output, text), {}, GenerationMode(mode))
    assert (found in outcome.violations[0]) if found else not outcome.violations
