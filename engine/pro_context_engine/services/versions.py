"""The version that an answer is about: the asked one, else the project's, else the sources'; and how they match."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Generic, TypeVar

from pro_context_engine.concurrency.gathering import gather
from pro_context_engine.domain.errors import DocsError, StoreUnavailable, VersionUnknown
from pro_context_engine.domain.interfaces import PackagedSource, Source, TaggedSource, VersionedSource
from pro_context_engine.domain.model import Library
from pro_context_engine.domain.results import SearchResult, SearchResults
from pro_context_engine.domain.settings import Patience
from pro_context_engine.domain.value_class import part_class, value_class
from pro_context_engine.domain.versions.project_version import ProjectVersion
from pro_context_engine.domain.versions.requested_version import RequestedVersion, RequestKind, requested_version
from pro_context_engine.domain.versions.version_match import (
    NEWEST_REASON,
    OWN_COPY_REASON,
    Verdicts,
    VersionVerdict,
    is_within,
    version_verdict,
)
from pro_context_engine.ingestion.ingest import Ingest, exact_version_at
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.libraries.project_libraries import ProjectLibraries

log = logging.getLogger("pro_context.project")

OPENED_AT_ONCE = 8
"""Libraries of one question whose tables of contents are fetched at the same time."""


Content = TypeVar("Content")


@value_class
class PackageContent(Generic[Content]):
    """Content read from a package, with its exact version."""

    version: str
    content: Content


@part_class
class WantedVersions:
    """Open libraries in the version that is wanted, and judge the version that was found.

    Attributes:
        finder: finds the libraries.
        project: knows the project's versions.
        ingest: opens libraries.
        patience: seconds to wait for a list of versions that only completes an answer.
    """

    finder: LibraryFinder
    project: ProjectLibraries
    ingest: Ingest
    patience: float = Patience().versions

    def version(self, library: Library) -> str | None:
        """Return the project's exact version if the sources are to be asked for it, else None.

        None where a custom source serves the library, since the operator chose it, and where the first source has the
        project's version anyway: then the other sources can replace it when it fails.
        """
        own = self._project_version(library)
        if own is None or not own.exact:
            return None
        sources = self.ingest.serving(library, None)
        if sources and sources[0].version(library) == own.exact:
            return None
        # A source without versions is not asked for a version.
        return own.exact if self._serves(library, own.exact) else None

    async def published(self, library: Library) -> tuple[str, tuple[str, ...]]:
        """Return the latest stable version and the newest versions, newest first; ("", ()) where no source knows any.

        A package index gives them if it answers in time, else the library's repository, else the sources that have one
        version by themselves.
        """
        sources = self.ingest.serving(library, None)
        with suppress(TimeoutError):
            async with asyncio.timeout(self.patience):
                latest, versions = await _listed_versions(sources, library)
            if latest:
                return latest, versions
        own = tuple(dict.fromkeys(version for source in sources if (version := source.version(library))))
        return (own[0], own) if own else ("", ())

    def verdict(self, library_id: str, documented: str, asked: str | None = None) -> VersionVerdict:
        """Judge the documented version ("" for unknown) by the asked version and the project's."""
        library = self.finder.find(library_id)
        own = self.project.version(library) if library else None
        return version_verdict(documented, asked or "", own)

    def verdict_of(self, opened: OpenedLibrary, asked: str | None) -> VersionVerdict:
        """Judge the version of an opened library; where nothing decides it, the reason says so."""
        library_id, documented = opened.key
        verdict = self.verdict(library_id, documented, asked)
        if verdict.match is not None or not documented:
            return verdict
        own_copy = opened.source.traits.is_own_copy
        return replace(verdict, reason=(OWN_COPY_REASON if own_copy else NEWEST_REASON).format(documented=documented))

    def verdicts(self, opened: Sequence[OpenedLibrary], wanted: Sequence[tuple[Library, str | None]]) -> Verdicts:
        """Return the verdict on the version of each opened library, by its key."""
        pairs = zip(opened, wanted, strict=True)
        return {one.key: self.verdict_of(one, asked) for one, (_, asked) in pairs}

    def with_verdicts(self, found: SearchResults, verdicts: Verdicts) -> SearchResults:
        """Return the results with verdicts on their versions; results without a verdict are judged singly."""

        def verdict(result: SearchResult) -> VersionVerdict:
            known = verdicts.get((result.library_id, result.version))
            return known or self.verdict(result.library_id, result.version)

        return replace(found, results=tuple(replace(result, verdict=verdict(result)) for result in found.results))

    async def open(self, library: Library, asked: str | None, *, current: bool = False) -> OpenedLibrary:
        """Give a library's TOC at the asked version, else the project's, else the version that its sources have.

        Args:
            library: the library to open.
            asked: the caller's words for a version (see `requested_version`), None for none.
            current: whether to wait until a stale TOC is renewed.

        Raises:
            DocsError: see `Ingest.open`.
        """
        opens = self.ingest.current if current else self.ingest.open
        if asked:
            return await opens(library, await self._requested(library, requested_version(asked)))
        own = await self._projects(library)
        if own is not None:
            try:
                return await opens(library, own)
            except StoreUnavailable:
                raise
            except DocsError as fact:
                log.info("nothing has the project's version of %s: %s", library.library_id, type(fact).__name__)
        return await opens(library, None)

    async def exact(self, library: Library, asked: str | None) -> str | None:
        """Return the exact version that is wanted; None for the version that the sources have.

        Args:
            library: the library.
            asked: the caller's words for a version (see `requested_version`), None for none.

        Raises:
            VersionUnknown: the project's version is asked for, and it has none.
        """
        if asked:
            return await self._requested(library, requested_version(asked))
        own = self._project_version(library)
        return own.exact if own and own.exact else await self._projects(library)

    def libraries(self, wanted: Iterable[tuple[str, str | None]]) -> list[tuple[Library, str | None]]:
        """Return the libraries with these ids, each id and version once.

        Raises:
            LibraryUnknown: no library has one of the ids.
        """
        return [(self.finder.project_library(library_id), version) for library_id, version in dict.fromkeys(wanted)]

    async def open_all(self, wanted: Sequence[tuple[Library, str | None]]) -> list[OpenedLibrary]:
        """Give the TOC of each library at the version that is asked of it, in the order given, some at a time."""
        gate = asyncio.Semaphore(OPENED_AT_ONCE)

        async def open_one(library: Library, version: str | None) -> OpenedLibrary:
            async with gate:
                return await self.open(library, version)

        return await gather(open_one(library, version) for library, version in wanted)

    async def read_package(
        self, library: Library, asked: str | None, read: Callable[[PackagedSource, str], Awaitable[Content]]
    ) -> PackageContent[Content] | None:
        """Read the main package of a library at the wanted version, from the first source that has it.

        Args:
            library: the library.
            asked: see `exact`.
            read: reads what is needed of the package, from a source in an exact version.

        Returns:
            The content that was read, None for a library that no source has as a package.

        Raises:
            DocsError: the fact why it cannot be read.
        """
        version = await self.exact(library, asked)
        facts: list[DocsError] = []
        for source in self.ingest.serving(library, version):
            if isinstance(source, PackagedSource):
                try:
                    exact = await exact_version_at(source, library, version) or source.version(library) or ""
                    return PackageContent(exact, await read(source, exact))
                except DocsError as fact:
                    facts.append(fact)
        if facts:
            raise facts[0]
        return None

    def _serves(self, library: Library, version: str) -> bool:
        """Tell whether some source may have the library in an exact version."""
        return any(source.serves(library, version) for source in self.ingest.serving(library, None))

    def _project_version(self, library: Library) -> ProjectVersion | None:
        """Return the project's version, None where the operator's own source serves the library."""
        sources = self.ingest.serving(library, None)
        configured = bool(sources) and sources[0].traits.is_configured
        return None if configured else self.project.version(library)

    async def _projects(self, library: Library) -> str | None:
        """Return the exact version to open for the project, None if it states none or no source has it.

        Of a range it is the newest release that all files of the project allow; where no release is in all their
        ranges, the first range counts.
        """
        own = self._project_version(library)
        if own is None or own.exact:
            return self.version(library)
        for wanted in own.ranges:
            if (version := await self._newest_within(library, wanted)) is not None:
                return version
        return None

    async def _requested(self, library: Library, request: RequestedVersion) -> str | None:
        """Return the version that a request means, so that every source is asked for the same one.

        Of a range it is the project's version where that fits, else the newest release. Where no source lists releases,
        the caller's own text is returned.

        Raises:
            VersionUnknown: the project's version is asked for, and it has none.
        """
        own = self.project.version(library)
        if request.kind is RequestKind.EXACT:
            return request.wanted
        if request.kind is RequestKind.NEWEST:
            return await self._newest(library)
        if request.kind is RequestKind.PROJECT:
            version = (own.exact if own else "") or await self._projects(library)
            if version is None:
                raise VersionUnknown(library.library_id, request.text, self.ingest.versions(library))
            return version
        if own and own.exact and is_within(own.exact, request.wanted) and self._serves(library, own.exact):
            return own.exact
        return await self._newest_within(library, request.wanted) or request.text.strip()

    async def _newest(self, library: Library) -> str | None:
        """Return the newest stable release, None where no package index lists the library's releases."""
        for source in self.ingest.serving(library, None):
            with suppress(DocsError):
                if isinstance(source, VersionedSource):
                    return await source.exact_version(library, None)
        return None

    async def _newest_within(self, library: Library, wanted: str) -> str | None:
        """Return the newest release in a range, None if no source knows one.

        A package index lists the releases; where the library is on no index, its repository's tags do. Without either
        the versions that sources have by themselves count, then those that are stored.
        """
        sources = self.ingest.serving(library, None)
        for source in sources:
            with suppress(DocsError):
                if isinstance(source, VersionedSource):
                    return await source.exact_version(library, wanted)
        for source in sources:
            with suppress(DocsError):
                if isinstance(source, TaggedSource):
                    return await source.version_within(library, wanted)
        own = [version for source in sources if (version := source.version(library))]
        known = [*own, *await self.ingest.stored_versions(library)]
        return next((version for version in known if is_within(version, wanted)), None)


async def _listed_versions(sources: Sequence[Source], library: Library) -> tuple[str, tuple[str, ...]]:
    """Ask an index, else a repository, for the latest and the newest versions; see `WantedVersions.published`."""
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
