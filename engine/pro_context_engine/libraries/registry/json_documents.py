"""JSON documents by strangers: read within bounds."""

from __future__ import annotations

import json
from typing import Any

from pro_context_engine.libraries.registry.refusal import RegistryRefused


def read_object(data: bytes, what: str) -> dict[str, Any]:
    """Return the JSON object that some bytes are.

    Args:
        data: no longer than is good for us; nesting and numbers are bounded by the parser.
        what: how a refusal calls it.

    Raises:
        RegistryRefused: they are none.
    """
    if data.lstrip()[:1] == b"<":
        raise RegistryRefused(f"{what} is a web page, not JSON")
    try:
        document = json.loads(data, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise RegistryRefused(f"{what} is not JSON") from None
    if not isinstance(document, dict):
        raise RegistryRefused(f"{what} is not a JSON object")
    return document


def _refuse(constant: str) -> None:
    raise ValueError(constant)
