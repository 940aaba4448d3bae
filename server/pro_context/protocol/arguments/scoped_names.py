"""npm's scoped names as arguments, where a published pattern does not have the `@` of a scope.

`@types/node` and `npm/@types/node` have exactly one reading, the id `npm/types/node` (decision 20).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_SCOPED = re.compile(r"(?:npm/)?@([^@/]+/[^@/]+)")


def scoped_name_id(name: str) -> str:
    """Return the id of a scoped npm package for its name, any other text unchanged."""
    scoped = _SCOPED.fullmatch(name)
    return f"npm/{scoped[1]}" if scoped else name


class ScopedNames:
    """The arguments of the tools that take ids by a pattern without `@`.

    Args:
        schemas: the schema that the arguments of each tool must match, by the tool's name.
    """

    def __init__(self, schemas: Mapping[str, Mapping[str, Any]]) -> None:
        self._patterns = {
            tool: {name: re.compile(value["pattern"]) for name, value in properties.items() if "pattern" in value}
            for tool, schema in schemas.items()
            if (properties := schema.get("properties", {}))
        }

    def as_ids(self, tool: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the arguments, with a scoped name as an id wherever the pattern takes the id and not the name."""
        changed = {
            name: written
            for name, pattern in self._patterns.get(tool, {}).items()
            if isinstance(value := arguments.get(name), str)
            and not pattern.search(value)
            and pattern.search(written := scoped_name_id(value))
        }
        return {**arguments, **changed} if changed else arguments
