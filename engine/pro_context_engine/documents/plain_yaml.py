"""The check that a YAML text is plain: without aliases and tags, and not nested too deeply.

A text that is not plain can take a parser far more time or memory than its length suggests.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class NotPlainYaml(Exception):
    """A YAML text is not plain: `reason` says why, `mark` is the parser's position (0-based `line` and `column`)."""

    def __init__(self, reason: str, mark: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.mark = mark


def check_shape(events: Iterable[Any], max_depth: int) -> None:
    """Refuse a YAML text that is not plain, before any object is built from it.

    Args:
        events: the events that `yaml.parse` gives.
        max_depth: the most levels of nesting.

    Raises:
        NotPlainYaml: at the first event that is not allowed.
    """
    # Events are told by the name of their class, so that neither this module nor its importers need the parser.
    depth = 0
    for event in events:
        kind = type(event).__name__
        if kind == "AliasEvent":
            raise NotPlainYaml("aliases are not supported", event.start_mark)
        if getattr(event, "tag", None):
            raise NotPlainYaml("tags are not supported", event.start_mark)
        depth += kind in ("MappingStartEvent", "SequenceStartEvent")
        depth -= kind in ("MappingEndEvent", "SequenceEndEvent")
        if depth > max_depth:
            raise NotPlainYaml(f"is nested deeper than {max_depth} levels", event.start_mark)
