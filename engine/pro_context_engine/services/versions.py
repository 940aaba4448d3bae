"""Which version is meant where none is asked, the project's if somebody documents it, and how far it was met."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from pro_context_engine.domain.errors import DocsError
from pro_context_engine.domain.interfaces import Source, TaggedSource, VersionedSource
from pro_context_engine.domain.model import Library
from pro_context_engine.domain.results import SearchResult, SearchResults
from pro_context_engine.domain.versions.python_versions import exact_version, version_range
from pro_context_engine.domain.versions.version_match import Verdicts, VersionVerdict, version_verdict
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.ingestion.toc_intake import Opened
from pro_context_engine.libraries.finder import Shelf

log = logging.getLogger("pro_context.project")

VERSIONS_PATIENCE = 3.0
"""Seconds to wait for a package index or repository where its list of versions only completes an answer."""

Open = Callable[[Library, str | None], Awaitable[Opened]]
"""Give a library's TOC at a version, None for what its sources describe."""


class WantedVersions:
    """The versions of the project, held against what the sources have."""

    def __init__(self, shelf: Shelf, ingest: Ingest) -> None:
        self._shelf = shelf
        self._ingest = ingest

    def version(self, library: Library) -> str | None:
        """Return the version of the project's to ask the sources for, None where they are asked for what they have.

        None where a custom source is there, since somebody named it for this library, and where the first source has
        the project's version anyway: then the others stand in for it when it fails.
        """
        own = self._shelf.project_version(library)
        if own is None:
            return None
        sources = self._ingest.serving(library, None)
        if sources and (sources[0].traits.is_configured or sources[0].version(library) == own):
            return None
        # Sources without versions are not asked for one.
        return own if any(source.serves(library, own) for source in sources) else None

    async def published(self, library: Library) -> tuple[str, tuple[str, ...]]:
        """Return the latest stable version and the newest ones, newest first; ("", ()) where nobody knows of versions.

        A package index tells if it answers in time, else the library's repository, else the sources that have one
        version by themselves.
        """
        sources = self._ingest.serving(library, None)
        with suppress(TimeoutError):
            async with asyncio.timeout(VERSIONS_PATIENCE):
                latest, versions = await _told(sources, library)
            if latest:
                return latest, versions
        own = tuple(dict.fromkeys(version for source in sources if (version := source.version(library))))
        return (own[0], own) if own else ("", ())

    def verdict(self, library_id: str, documented: str, asked: str | None = None) -> VersionVerdict:
        """Judge the version that is documented, "" for unknown, by the one that was asked for and the project's."""
        library = self._shelf.find(library_id)
        own = self._shelf.project_version(library) if library else None
        return version_verdict(documented, asked or "", own or "")

    def verdicts(self, opened: Sequence[Opened], wanted: Sequence[tuple[Library, str | None]]) -> Verdicts:
        """Return what is to be said of the version of each library that was opened for what was wanted."""
        pairs = zip(opened, wanted, strict=True)
        return {one.key: self.verdict(library.library_id, one.key[1], asked) for one, (library, asked) in pairs}

    def judged(self, found: SearchResults, verdicts: Verdicts) -> SearchResults:
        """Return the results with what is to be said of their versions, those without a verdict judged alone."""

        def verdict(result: SearchResult) -> VersionVerdict:
            known = verdicts.get((result.library_id, result.version))
            return known or self.verdict(result.library_id, result.version)

        return replace(found, results=tuple(replace(result, verdict=verdict(result)) for result in found.results))

    async def open(self, library: Library, asked: str | None, opens: Open) -> Opened:
        """Give a library's TOC at the version that is asked, else the project's, else what its sources describe.

        Args:
            library: whose.
            asked: an exact version or a range, None for none.
            opens: `Ingest.open` or `Ingest.current`.

        Raises:
            DocsError: see `Ingest.open`.
        """
        own = self.version(library) if asked is None else None
        if own is not None:
            try:
                return await opens(library, own)
            except DocsError as fact:
                log.info("nothing has the project's version of %s: %s", library.library_id, type(fact).__name__)
        return await opens(library, await self._exact(library, asked) if asked else None)

    async def _exact(self, library: Library, asked: str) -> str:
        """Return the exact version that a range means, so that every source is asked for the same one.

        A package index says which versions there are; where the library is on none, its repository's tags do. The range
        itself is returned where nobody can tell.
        """
        if exact_version(asked) is not None:
            return asked
        sources = self._ingest.serving(library, None)
        for source in sources:
            with suppress(DocsError):
                if isinstance(source, VersionedSource):
                    return await source.exact_version(library, asked)
        for source in sources:
            with suppress(DocsError):
                if isinstance(source, TaggedSource):
                    return await source.version_within(library, asked)
        meant = version_range(asked)
        own = [version for source in sources if (version := source.version(library))]
        return next((version for version in own if meant and meant.contains(version, prereleases=True)), asked)


async def _told(sources: Sequence[Source], library: Library) -> tuple[str, tuple[str, ...]]:
    """Return what an index, else a repository, tells when it is asked; see `WantedVersions.published`."""
    for source in sources:
        with suppress(DocsError):
            if isinstance(source, VersionedSource):
                latest = await source.exact_version(library, None)
                return latest, tuple(source.known_versions(library)) or (latest,)
    for source in sources:
        with suppress(DocsError):
            if isinstance(source, TaggedSource) and (versions := await source.versions(library)):
                return versions[0], tuple(versions)
    return "", ()
