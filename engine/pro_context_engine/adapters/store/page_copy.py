"""A page as one store gives it to another one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pro_context_engine.domain.model import Chunk, Dates, Page


class PageCopy(NamedTuple):
    """A stored page with its chunks.

    Attributes:
        page: with its delivery.
        dates: of its last check and its last reading.
        chunks: in page order.
        terms: of each chunk the analysed terms of each of its fields, joined by spaces; see `chunk_fields`.
        links: targets and joined terms of its links; see `link_texts.links_of`.
    """

    page: Page
    dates: Dates
    chunks: Sequence[Chunk]
    terms: Sequence[Sequence[str]]
    links: Sequence[tuple[str, str]]
