"""Further reading for an answer: the pages that its passages link to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urldefrag, urljoin

from pro_context_engine.domain.model import Passage, TocEntry

MOST_LINKS = 200
"""The maximum number of links of a passage that are read."""

_LINK = re.compile(r"\]\(<?([^\s()<>]{1,2000})")


def linked_entries(passages: Sequence[Passage], entries: Mapping[str, TocEntry]) -> list[TocEntry]:
    """Return the entries of tables of contents that passages link to, in the order of the links.

    Args:
        passages: the passages of an answer.
        entries: of the tables of contents, by URL.
    """
    targets = dict.fromkeys(target for passage in passages for target in _targets(passage))
    return [entries[target] for target in targets if target in entries]


def _targets(passage: Passage) -> Iterator[str]:
    """Yield the URLs that a passage links to, with and without their fragment."""
    for number, link in enumerate(_LINK.finditer(passage.text)):
        if number == MOST_LINKS:
            return
        try:
            target = urljoin(passage.url, link[1])
        except ValueError:  # such as an unclosed bracket of an IPv6 address
            continue
        yield target
        yield urldefrag(target).url
