"""Which YAML texts are plain: no aliases, no tags, not nested deeper than somebody writes.

The rest takes a parser much longer, or much more memory, than its length lets expect.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class NotPlainYaml(Exception):
    """A YAML text is not plain; `reason` is ours, `mark` the parser's place of it (0-based `line` and `column`)."""

    def __init__(self, reason: str, mark: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.mark = mark


def check_shape(events: Iterable[Any], max_depth: int) -> None:
    """Refuse a text that is not plain, before anything is made of it.

    Args:
        events: what `yaml.parse` gives.
        max_depth: levels of nesting.

    Raises:
        NotPlainYaml: at the first thing that is not.
    """
    # By their form and not their class: so the module, and whoever imports it, can do without the parser.
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
