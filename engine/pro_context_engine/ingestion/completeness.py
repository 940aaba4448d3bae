"""The libraries that lack no page, remembered until the store changes or a page expires."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime, timedelta

from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.model import Dates, Toc
from pro_context_engine.domain.value_class import part_class, value_class
from pro_context_engine.ingestion.freshness import Ages
from pro_context_engine.ingestion.opened_library import OpenedLibrary

MOST_KNOWN = 1_000
"""Bound on the remembered libraries."""

LOOK_AGAIN = timedelta(seconds=5)
"""Time after which pages that could not be read are looked for again."""


@value_class
class _Complete:
    toc: Toc
    pages: Mapping[str, Dates]
    until: datetime


@part_class
class Completeness:
    """Remember that a library lacks no page: comparing thousands of pages takes longer than an answer.

    A store gives the same objects as long as nothing is written; other objects are compared anew.

    Attributes:
        ages: tells when a page expires.
        clock: gives the current time in UTC.
    """

    ages: Ages
    clock: Clock
    _known: dict[tuple[str, str], _Complete] = field(init=False, default_factory=dict)

    def note(self, opened: OpenedLibrary, pages: Mapping[str, Dates]) -> None:
        """Note that no page of the library has to be fetched now."""
        self._known.pop(opened.key, None)
        if len(self._known) >= MOST_KNOWN:
            self._known.pop(next(iter(self._known)))
        # A page that is missing nevertheless could not be read, and may be tried again soon.
        paused = len(pages) < len(opened.toc.pages)
        ends = [*map(self.ages.expires, pages.values()), *([self.clock() + LOOK_AGAIN] if paused else [])]
        if ends:
            self._known[opened.key] = _Complete(opened.toc, pages, min(ends))

    def holds(self, opened: OpenedLibrary, pages: Mapping[str, Dates]) -> bool:
        """Tell whether the library is known to lack no page now."""
        known = self._known.get(opened.key)
        return known is not None and known.toc is opened.toc and known.pages is pages and self.clock() <= known.until
