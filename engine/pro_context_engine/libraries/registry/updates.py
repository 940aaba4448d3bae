"""Newer registries: found, checked, and used from the next question on.

The reasons are in docs/decisions/0018-newer-registries.md.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, get_args

from pro_context_engine.concurrency import progress
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.settings import RegistryFeed
from pro_context_engine.libraries.registry import differences, known_libraries
from pro_context_engine.libraries.registry.differences import Differences
from pro_context_engine.libraries.registry.in_use import RegistryInUse
from pro_context_engine.libraries.registry.known_libraries import KnownLibraries
from pro_context_engine.libraries.registry.manifest import RegistryManifest, check_date
from pro_context_engine.libraries.registry.publication import Publication
from pro_context_engine.libraries.registry.refusal import RegistryOlder, RegistryRefused
from pro_context_engine.libraries.registry.registry_folder import RegistryFolder

AFTER_START = 5.0
"""Seconds from the start of a server to its check for a newer registry, so that the first answers are not delayed."""

_log = logging.getLogger("pro_context.registry")


Outcome = Literal["updated", "current", "failed"]


@dataclass(frozen=True, slots=True)
class RegistryCheck:
    """A check for a newer registry: its time (UTC), its outcome, and the reason of a failure in our own words."""

    at: datetime
    outcome: Outcome
    reason: str = ""


def read_check(folder: RegistryFolder) -> RegistryCheck | None:
    """Return the last check, None if there was none or its record cannot be read; blocks on the disk."""
    note = folder.read_note()
    try:
        at, reason = datetime.fromisoformat(note["at"]), str(note["reason"])
        outcome = next(one for one in get_args(Outcome) if one == note["outcome"])
    except (KeyError, TypeError, ValueError, StopIteration):
        return None
    return RegistryCheck(at, outcome, reason) if at.tzinfo else None


def write_check(folder: RegistryFolder, check: RegistryCheck) -> None:
    """Record a check, if the disk allows it; blocks on the disk."""
    folder.write_note({"at": check.at.isoformat(), "outcome": check.outcome, "reason": check.reason})


@dataclass(frozen=True, slots=True)
class Update:
    """The result of an update.

    Attributes:
        version: version in use now.
        before: version in use before; the same if nothing changed.
        differences: differences between the two.
    """

    version: str
    before: str
    differences: Differences = field(default_factory=Differences)


class RegistryUpdates:
    """The updates of the registry.

    Args:
        in_use: the registry in use.
        folder: folder of the downloaded ones.
        feed: settings of the published registry.
        fetcher: fetches bytes.
        use: takes the libraries of a newer one.
        clock: returns the current time in UTC.
    """

    def __init__(
        self,
        in_use: RegistryInUse,
        folder: RegistryFolder,
        feed: RegistryFeed,
        fetcher: Fetcher,
        use: Callable[[KnownLibraries], object],
        clock: Clock,
    ) -> None:
        self.in_use = in_use
        self._folder = folder
        self._feed = feed
        self._fetcher = fetcher
        self._use = use
        self._clock = clock
        self._behind: asyncio.Task[None] | None = None

    async def update(self, location: str = "", *, force: bool = False, sha256: str = "") -> Update:
        """Use the published registry if it is newer than the one in use.

        The outcome at the configured address is recorded for the next check and for `last_check`.

        Args:
            location: URL or path of its manifest, "" for the configured one.
            force: whether an older one is used too, and kept until the next update.
            sha256: the digest that it must have, "" for the one in its manifest.

        Raises:
            RegistryRefused: it is refused, and the one in use stays.
        """
        if location:
            return await self._update(location, force, sha256.lower())
        if not self._feed.url:
            raise RegistryRefused("no address is configured (registry.url)")
        try:
            done = await self._update(self._feed.url, force, sha256.lower())
        except RegistryOlder:
            await self._note("current")
            raise
        except RegistryRefused as refusal:
            await self._note("failed", refusal.reason)
            raise
        await self._note("current" if done.version == done.before else "updated")
        return done

    def start_check(self, delay: float = AFTER_START) -> None:
        """Check for a newer registry in the background, if a check is due; a failure is only recorded.

        Args:
            delay: seconds until the check.
        """
        if self._feed.url and self._feed.check_at_start and self._behind is None:
            # An empty context, so that no request's progress listener receives the progress of the check.
            self._behind = asyncio.create_task(self._check(delay), context=Context())

    async def last_check(self) -> RegistryCheck | None:
        """Return the outcome of the last check for a newer registry, None if there was none."""
        return await asyncio.to_thread(read_check, self._folder)

    async def close(self) -> None:
        """Cancel the check in the background."""
        if self._behind is not None:
            self._behind.cancel()
            with suppress(asyncio.CancelledError):
                await self._behind

    async def _check(self, delay: float) -> None:
        try:
            await asyncio.sleep(delay)
            # A registry that was forced stays until an update is requested.
            kept = self.in_use.downloaded and self.in_use.downloaded.kept
            if kept or not self._due(await self.last_check()):
                return
            done = await self.update()
            if done.version != done.before:
                _log.info("the registry is %s now", done.version)
        except RegistryRefused as refusal:
            _log.info("there is no newer registry: %s", refusal.reason)
        except Exception:
            _log.exception("looking for a newer registry failed")

    def _due(self, last: RegistryCheck | None) -> bool:
        age = self._clock() - last.at if last else None
        # A time in the future comes from a wrong clock.
        return age is None or age < timedelta(0) or age >= self._feed.check_every

    async def _update(self, location: str, force: bool, sha256: str) -> Update:
        if self._folder.path is None:
            raise RegistryRefused("it cannot be stored (cache.directory is null)")
        progress.report(0, 1, "reading the manifest")
        publication = Publication(location, self._fetcher)
        manifest = await publication.manifest()
        if sha256 and sha256 != manifest.sha256:
            raise RegistryRefused("its checksum is not the given one")
        if await self._is_in_use(manifest, force):
            version = self.in_use.known.version
            return Update(version, version)
        data = await publication.file(manifest)
        progress.report(0, 1, "checking the registry")
        known = await asyncio.to_thread(known_libraries.parse_checked, data)
        if known.version != manifest.version:
            raise RegistryRefused("the registry's version differs from its manifest's")
        return await self._take(known, data, force)

    async def _is_in_use(self, manifest: RegistryManifest, force: bool) -> bool:
        """Tell whether the published registry is in use already.

        Raises:
            RegistryRefused: it is older, from the future, or differs from the one in use with the same version.
        """
        check_date(manifest.version, self._clock())
        before = self.in_use
        same = await asyncio.to_thread(lambda: before.sha256) == manifest.sha256
        kept = before.downloaded is not None and before.downloaded.kept
        if same and (force or not kept):
            return True
        least = known_libraries.shipped_version() if kept else before.known.version
        if not force and manifest.version < least:
            raise RegistryOlder(f"it is older ({manifest.version}) than the one in use ({least})")
        if not force and not kept and manifest.version == least:
            raise RegistryRefused(f"it differs from the one in use, which has the same version ({least})")
        return False

    async def _take(self, known: KnownLibraries, data: bytes, force: bool) -> Update:
        before = self.in_use.known
        try:
            stored = await asyncio.to_thread(self._folder.put, data, known.version, kept=force)
        except OSError:
            raise RegistryRefused("the cache directory cannot be written") from None
        await asyncio.to_thread(self._use, known)
        self.in_use = RegistryInUse(known, stored)
        changes = await asyncio.to_thread(differences.compare, before.libraries, known.libraries)
        return Update(known.version, before.version, changes)

    async def _note(self, outcome: Outcome, reason: str = "") -> None:
        await asyncio.to_thread(write_check, self._folder, RegistryCheck(self._clock(), outcome, reason))
