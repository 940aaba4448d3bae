"""The guides of packages whose source distribution has none: those of exactly the same version in other sources.

A repository is read at the tag of the version, a site in the edition that names the version. An edition of another or
an unknown version is left out, since each passage is shown as one of the package's version (decision 77).
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import field
from datetime import datetime, timedelta
from typing import Any

from pro_context_engine.domain.errors import DocsError, PageMissing, TocMissing, VersionUnknown
from pro_context_engine.domain.interfaces import Clock, Source
from pro_context_engine.domain.model import Library, Page, SourceName, Toc, TocEntry
from pro_context_engine.domain.page_address import address_of
from pro_context_engine.domain.value_class import part_class
from pro_context_engine.sources.package_index.package_folder import PackageFolder
from pro_context_engine.sources.packages.toc_sections import DOCUMENTATION

MOST_GUIDES = 500
"""The maximum number of guides of a package that come from another source."""

ABSENT_FOR = timedelta(days=7)
"""The time after which other sources are asked again for guides that they did not have."""

FAILED_FOR = timedelta(hours=1)
"""The same where a source could not be asked."""

MOST_SYMBOLS = 4
"""The number of documented names from which a page of a site counts as one of its API reference."""

_GUIDES, _UNTIL = "guides", "until"
# Pages that repeat the API, the README and the changelog, which the package has itself.
_REPEATS = re.compile(
    r"/(?:api|apis|apidocs?|api[-_](?:docs|reference)|autoapi|_autosummary|generated|reference|modules|genindex"
    r"|py-modindex|search|readme|change(?:s|log)|history|news|release[-_]?notes)(?:/|\.\w+$|$)",
    re.IGNORECASE,
)
log = logging.getLogger("pro_context.sources")


@part_class
class GuidesElsewhere:
    """The guides of packages in repositories and on documentation sites.

    Attributes:
        sources: the sources that may have guides, best first.
        folder: remembers the guides of each version.
        asks: tells whether a source may be used for a library, by its id.
        clock: gives the current time in UTC.
    """

    sources: Sequence[Source]
    folder: PackageFolder
    asks: Callable[[str, SourceName], bool]
    clock: Clock
    # For a folder that keeps nothing.
    _records: dict[tuple[str, str], dict[str, Any]] = field(init=False, default_factory=dict)

    def are_known(self, name: str, version: str) -> bool:
        """Tell whether it is known which guides there are, or that there are none; the call may block."""
        record = self._record(name, version)
        until = record.get(_UNTIL)
        return _UNTIL in record and (until is None or self.clock() < datetime.fromisoformat(until))

    def entries(self, name: str, version: str) -> list[TocEntry]:
        """Return the guides of a version as far as they are known; the call may block."""
        return [TocEntry(title, url, section=section) for title, url, section in self._record(name, version)[_GUIDES]]

    async def bring(self, library: Library, name: str, version: str, *, needed: bool) -> bool:
        """Look for the guides of a version, and remember the result; return whether there are any.

        Args:
            library: the library that the package belongs to.
            name: normalised name of the package.
            version: exact version.
            needed: whether the package has no guides of its own.
        """
        entries: list[TocEntry] = []
        wait = None if not needed else ABSENT_FOR
        for source in self._serving(library, version) if needed else ():
            try:
                entries = _guides(await source.toc(library, version), version)
            except (TocMissing, VersionUnknown) as fact:
                log.info("%s has no guides of %s: %s", source.name, name, type(fact).__name__)
            except DocsError as fact:
                log.info("%s cannot be asked for guides of %s: %s", source.name, name, type(fact).__name__)
                wait = FAILED_FOR
            if entries:
                break
        until = None if entries or wait is None else (self.clock() + wait).isoformat()
        listed = [(entry.title, entry.url, entry.section) for entry in entries]
        await asyncio.to_thread(self._remember, name, version, {_GUIDES: listed, _UNTIL: until})
        return bool(entries)

    async def page(self, library: Library, version: str, url: str, known: Page | None) -> Page:
        """Return a guide from the source that has it; see `interfaces.Source.page`.

        Raises:
            PageMissing: no source has the library in this version.
        """
        serving = self._serving(library, version)
        for source in serving:
            # A repository knows the addresses of its files.
            if source.owner(url) is not None or source is serving[-1]:
                return await source.page(library, version, url, known)
        raise PageMissing(url)

    def _serving(self, library: Library, version: str) -> list[Source]:
        if library.part_of:
            # The site and the repository document several packages, with versions of their own.
            return []
        own = [source for source in self.sources if self.asks(library.library_id, source.name)]
        return [source for source in own if source.serves(library, version)]

    def _record(self, name: str, version: str) -> dict[str, Any]:
        nothing: dict[str, Any] = {_GUIDES: []}
        stored = self._records.get((name, version)) or self.folder.read_versions(name).get(version)
        return stored if isinstance(stored, dict) and isinstance(stored.get(_GUIDES), list) else nothing

    def _remember(self, name: str, version: str, record: dict[str, Any]) -> None:
        self._records[name, version] = record
        known = {key: value for key, value in self.folder.read_versions(name).items() if isinstance(value, dict)}
        self.folder.write_versions(name, {**known, version: record})


def _guides(toc: Toc, version: str) -> list[TocEntry]:
    """Return the entries of a table of contents that are guides, [] where it documents another version."""
    if toc.version != version:
        return []
    names = Counter(address_of(symbol.url) for symbol in toc.symbols)
    return [
        TocEntry(entry.title, entry.url, section=entry.section or DOCUMENTATION)
        for entry in toc.pages
        if names[entry.url] < MOST_SYMBOLS and not _REPEATS.search(entry.url)
    ][:MOST_GUIDES]
