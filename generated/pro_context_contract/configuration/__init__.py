"""The JSON Schema of the configuration; the models of a complete configuration are in `models`.

Generated from spec/configuration.yaml; do not edit.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the configuration, with `x-…` keywords for the reader of configuration files.

    These are `x-variable` and `x-shorthand` (environment variables), `x-path`, `x-words` and `x-form` (kinds of text),
    `x-operator-only` (refused in a project's file), `x-secret` (never printed) and `x-no-effect` (not implemented).
    """
    content: dict[str, Any] = json.loads((Path(__file__).parent / "schema.json").read_bytes())
    return content
