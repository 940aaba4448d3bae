"""Links of an llms.txt that lead to other llms.txt files instead of pages.

Large sites have an index of indexes (`/api/llms.txt`, `/llms/python.txt`), and link to other renderings of the whole
documentation (`llms-full.txt`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from pro_context_engine.domain.model import TocEntry
from pro_context_engine.sources.llms_files.link_list import MAX_ENTRIES
from pro_context_engine.sources.sites import speaks_for

MOST_SUB_INDEXES = 20

_FULL_TEXT = re.compile(r"/llms-(?:ctx-)?full\.txt$")
_RENDERING = re.compile(r"/llms-(?:ctx|ctx-full|full|medium|small)\.txt$")
_INDEX = re.compile(r"/(?:llms(?:-[\w.-]+)?|llms/[^/]+)\.txt$")


def sub_indexes(entries: Iterable[TocEntry], url: str) -> list[TocEntry]:
    """Return the entries that lead to other indexes of the same site.

    Args:
        entries: of an llms.txt.
        url: its address.
    """
    return [entry for entry in entries if _leads_to(entry, _INDEX, url) and not _leads_to(entry, _RENDERING, url)]


def linked_full_text(entries: Iterable[TocEntry], url: str) -> str | None:
    """Return the URL of the full text that an index links to, None if it links to none."""
    return next((entry.url for entry in entries if _leads_to(entry, _FULL_TEXT, url)), None)


def merge_sub_indexes(
    entries: Iterable[TocEntry], url: str, found: Mapping[str, Iterable[TocEntry]]
) -> tuple[TocEntry, ...]:
    """Return the entries of an index with those of its sub-indexes in the place of the links to them.

    Args:
        entries: of the index.
        url: its address.
        found: the entries of each sub-index, by its URL; a sub-index without any is left out.

    Returns:
        Pages, each URL once, at most 20,000; the pages of a sub-index are in a section with the title of its link.
    """
    pages: dict[str, TocEntry] = {}
    for entry in entries:
        if not _leads_to(entry, _INDEX, url):
            pages.setdefault(entry.url, entry)
            continue
        for page in found.get(entry.url, ()):
            if not _leads_to(page, _INDEX, url):
                pages.setdefault(page.url, page._replace(section=entry.title))
    return tuple(pages.values())[:MAX_ENTRIES]


def _leads_to(entry: TocEntry, where: re.Pattern[str], url: str) -> bool:
    # An anchor leads into a full text under the name of an index, which is documentation.
    return "#" not in entry.url and bool(where.search(urlsplit(entry.url).path)) and speaks_for(url, entry.url)
