"""What can be set, as a JSON Schema; the models of a complete configuration are in `models`.

Generated from spec/configuration.yaml; do not edit.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the configuration, with marks (`x-…`) for whoever reads one.

    The marks: `x-variable` and `x-shorthand` (environment variables), `x-path`, `x-words` and `x-form` (what a text is),
    `x-operator-only` (not for a project's file), `x-secret` (never repeated), `x-no-effect` (not yet).
    """
    content: dict[str, Any] = json.loads((Path(__file__).parent / "schema.json").read_bytes())
    return content
