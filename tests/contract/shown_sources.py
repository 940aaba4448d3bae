"""The sources that the marked lines of an answer of get-docs name."""

from __future__ import annotations

import re
from typing import NamedTuple


class ShownSource(NamedTuple):
    """The source of one part of `content`; `version` is "" where none is known."""

    library_id: str
    version: str
    url: str
    title: str


def shown_sources(content: str) -> list[ShownSource]:
    """Return the source of each part of `content`, in order; lines without the answer's mark are others' text."""
    mark = content.rpartition(" ")[2]
    line = re.compile(rf"^> Source: (\S+) \((\S+?)(?: (\S+))?\) {re.escape(mark)}\n> Section: (.*)$", re.M)
    return [
        ShownSource(library_id, version or "", url, title) for url, library_id, version, title in line.findall(content)
    ]
