"""The pages that a crawl has found and not read yet, nearest first."""

from __future__ import annotations

from collections import Counter, deque
from urllib.parse import urlsplit

MOST_KNOWN = 10_000
"""Addresses that one crawl remembers."""

MOST_QUERIES = 20
"""Addresses of one path that differ in their query alone; a calendar has one for every day."""

MOST_SEGMENTS = 16
MOST_REPEATED = 3
"""How often a path may have the same segment; broken relative links make a path longer with every step."""


class Frontier:
    """Gives the addresses of a crawl in breadth-first order, each once.

    Args:
        most_depth: links away from the start that are still followed.
    """

    def __init__(self, most_depth: int) -> None:
        self._most_depth = most_depth
        self._waiting: deque[tuple[str, int]] = deque()
        self._known: set[str] = set()
        self._queries: Counter[str] = Counter()

    def add(self, url: str, depth: int) -> None:
        """Add an address, unless it is known, too far away, or looks like a trap.

        Args:
            url: absolute, without fragment.
            depth: how many links away from the start.
        """
        if depth > self._most_depth or url in self._known or len(self._known) >= MOST_KNOWN:
            return
        self._known.add(url)
        if depth == 0 or not self._is_trap(url):
            self._waiting.append((url, depth))

    def note(self, url: str) -> bool:
        """Add the target of a redirect; return whether it was unknown."""
        is_new = url not in self._known
        self._known.add(url)
        return is_new

    def next(self) -> tuple[str, int] | None:
        """Return the next address and its depth, None where there is none left."""
        return self._waiting.popleft() if self._waiting else None

    def _is_trap(self, url: str) -> bool:
        parts = urlsplit(url)
        if parts.query:
            self._queries[parts.path] += 1
        segments = [segment for segment in parts.path.split("/") if segment]
        repeated = max(Counter(segments).values(), default=0)
        return self._queries[parts.path] > MOST_QUERIES or len(segments) > MOST_SEGMENTS or repeated > MOST_REPEATED
