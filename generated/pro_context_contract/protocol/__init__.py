"""The versions of MCP with their methods, shapes, codes and keys.

Generated from the types of the package mcp; do not edit.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

HANDSHAKE_VERSIONS: Final = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
"""The versions that begin with a handshake, oldest first."""

STATELESS_VERSIONS: Final = ["2026-07-28"]
"""The versions in which every request is complete in itself, oldest first."""

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603
CONNECTION_CLOSED: Final = -32000
REQUEST_TIMEOUT: Final = -32001
HEADER_MISMATCH: Final = -32020
MISSING_REQUIRED_CLIENT_CAPABILITY: Final = -32021
UNSUPPORTED_PROTOCOL_VERSION: Final = -32022

PROTOCOL_VERSION_META_KEY: Final = "io.modelcontextprotocol/protocolVersion"
CLIENT_INFO_META_KEY: Final = "io.modelcontextprotocol/clientInfo"
CLIENT_CAPABILITIES_META_KEY: Final = "io.modelcontextprotocol/clientCapabilities"
SERVER_INFO_META_KEY: Final = "io.modelcontextprotocol/serverInfo"
LOG_LEVEL_META_KEY: Final = "io.modelcontextprotocol/logLevel"
SUBSCRIPTION_ID_META_KEY: Final = "io.modelcontextprotocol/subscriptionId"


def tables() -> dict[str, Any]:
    """Return the tables of all versions.

    `requests` and `notifications` have the methods of each version, each with the name of the schema of its params;
    `shapes` the version in whose `definitions` that schema is; `results` the fields of each result.
    """
    content: dict[str, Any] = json.loads((Path(__file__).parent / "tables.json").read_bytes())
    return content
