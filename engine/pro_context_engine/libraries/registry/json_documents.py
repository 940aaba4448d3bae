"""The reading of untrusted JSON within bounds."""

from __future__ import annotations

import json
from typing import Any

from pro_context_engine.libraries.registry.refusal import RegistryRefused


def read_object(data: bytes, what: str) -> dict[str, Any]:
    """Return the JSON object in some bytes.

    Args:
        data: bytes whose length the caller bounds; the parser bounds nesting and numbers.
        what: the name of the document in the message of a refusal.

    Raises:
        RegistryRefused: the bytes are not a JSON object.
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
