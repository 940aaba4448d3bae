"""Newer registries: found, checked, and used from the next question on.

The reasons are in docs/decisions/0018-newer-registries.md, those for several servers in decision 119.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field
from datetime import timedelta

from pro_context_engine.concurrency import progress
from pro_context_engine.domain.errors import StoreUnavailable
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.settings import RegistryFeed
from pro_context_engine.domain.shared_registry import Outcome, RegistryCheck, RegistryName, SharedRegistry
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.domain.work_leases import WorkLeases
from pro_context_engine.libraries.registry import differences, known_libraries
from pro_context_engine.libraries.registry.differences import Differences
from pro_context_engine.libraries.registry.known_libraries import KnownLibraries
from pro_context_engine.libraries.registry.manifest import RegistryManifest, check_date
from pro_context_engine.libraries.registry.publication import Publication
from pro_context_engine.libraries.registry.refusal import RegistryOlder, RegistryRefused
from pro_context_engine.libraries.registry.registry_folder import RegistryFolder
from pro_context_engine.libraries.registry.registry_in_use import RegistryInUse

AFTER_START = 5.0
"""Seconds from the start of a server to its check for a newer registry, so that the first answers are not delayed."""

_CHECK = "registry check"
"""The name of the lease of the server that checks."""

_log = logging.getLogger("pro_context.registry")


@value_class
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


@dataclass(slots=True, repr=False, eq=False)
class RegistryUpdates:
    """The updates of the registry.

    Attributes:
        in_use: the registry in use.
        folder: folder of the downloaded ones.
        feed: settings of the published registry.
        fetcher: fetches bytes.
        use: takes the libraries of a newer one.
        shared: the registry that the servers of the store share.
        leases: tell which server checks for a newer one.
        clock: returns the current time in UTC.
    """

    in_use: RegistryInUse
    folder: RegistryFolder
    feed: RegistryFeed
    fetcher: Fetcher
    use: Callable[[KnownLibraries], object]
    shared: SharedRegistry
    leases: WorkLeases
    clock: Clock
    _refused: RegistryName | None = field(init=False, default=None)
    _behind: list[asyncio.Task[None]] = field(init=False, default_factory=list)

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
        await self.follow()
        if location:
            return await self._update(location, force=force, sha256=sha256.lower())
        if not self.feed.url:
            raise RegistryRefused("no address is configured (registry.url)")
        try:
            done = await self._update(self.feed.url, force=force, sha256=sha256.lower())
        except RegistryOlder:
            await self._note("current")
            raise
        except RegistryRefused as refusal:
            await self._note("failed", refusal.reason)
            raise
        await self._note("current" if done.version == done.before else "updated")
        return done

    async def follow(self) -> None:
        """Use the registry that the servers of the store share; where the one in use is newer, share that one."""
        if not self.shared.look_seconds:
            return
        own = await asyncio.to_thread(lambda: self.in_use.name)
        with suppress(StoreUnavailable):
            named = await self.shared.named()
            if named is None or named.gives_way_to(own):
                content = await asyncio.to_thread(self.in_use.read)
                if content is not None:
                    await self.shared.put(own, content, if_newer=True)
            elif named not in (own, self._refused):
                await self._take_shared(named)

    def start(self, delay: float = AFTER_START) -> None:
        """Follow the other servers and check for a newer registry, in the background; a failure is only recorded.

        Args:
            delay: seconds until the check, which takes place if one is due.
        """
        if self._behind:
            return
        # An empty context, so that no request's progress listener receives the progress of the check.
        if self.feed.url and self.feed.check_at_start:
            self._behind.append(asyncio.create_task(self._check(delay), context=Context()))
        if self.shared.look_seconds:
            self._behind.append(asyncio.create_task(self._follow_always(), context=Context()))

    async def last_check(self) -> RegistryCheck | None:
        """Return the outcome of the last check for a newer registry, None if there was none or it is unknown now."""
        try:
            return await self.shared.last_check()
        except StoreUnavailable:
            return None

    async def close(self) -> None:
        """Cancel the tasks in the background."""
        for task in self._behind:
            task.cancel()
        await asyncio.gather(*self._behind, return_exceptions=True)

    async def _follow_always(self) -> None:
        while True:
            try:
                await self.follow()
            except Exception:
                _log.exception("following the registry of the other servers failed")
            await asyncio.sleep(self.shared.look_seconds)

    async def _check(self, delay: float) -> None:
        try:
            await asyncio.sleep(delay)
            await self.follow()
            # A registry that was forced stays until an update is requested.
            if self.in_use.kept or not await self.leases.take(_CHECK):
                return
            try:
                await self._check_now()
            finally:
                await self.leases.release(_CHECK)
        except RegistryRefused as refusal:
            _log.info("there is no newer registry: %s", refusal.reason)
        except StoreUnavailable:
            _log.info("the check for a newer registry is left out: the database does not answer")
        except Exception:
            _log.exception("looking for a newer registry failed")

    async def _check_now(self) -> None:
        if not self._due(await self.shared.last_check()):
            return
        done = await self.update()
        if done.version != done.before:
            _log.info("the registry is %s now", done.version)

    def _due(self, last: RegistryCheck | None) -> bool:
        age = self.clock() - last.at if last else None
        # A time in the future comes from a wrong clock.
        return age is None or age < timedelta(0) or age >= self.feed.check_every

    async def _update(self, location: str, *, force: bool, sha256: str) -> Update:
        if self.folder.path is None and not self.shared.look_seconds:
            raise RegistryRefused("it cannot be stored (cache.directory is null)")
        progress.report(0, 1, "reading the manifest")
        publication = Publication(location, self.fetcher)
        manifest = await publication.manifest()
        if sha256 and sha256 != manifest.sha256:
            raise RegistryRefused("its checksum is not the given one")
        if await self._is_in_use(manifest, force=force):
            version = self.in_use.known.version
            return Update(version, version)
        data = await publication.file(manifest)
        progress.report(0, 1, "checking the registry")
        known = await asyncio.to_thread(known_libraries.parse_checked, data)
        if known.version != manifest.version:
            raise RegistryRefused("the registry's version differs from its manifest's")
        try:
            await self.shared.put(RegistryName(known.version, manifest.sha256, force), data, if_newer=False)
        except StoreUnavailable as error:
            raise RegistryRefused("the database does not answer") from error
        before = self.in_use.known
        await self._take(known, data, RegistryName(known.version, manifest.sha256, force))
        changes = await asyncio.to_thread(differences.compare, before.libraries, known.libraries)
        return Update(known.version, before.version, changes)

    async def _is_in_use(self, manifest: RegistryManifest, *, force: bool) -> bool:
        """Tell whether the published registry is in use already.

        Raises:
            RegistryRefused: it is older, from the future, or differs from the one in use with the same version.
        """
        check_date(manifest.version, self.clock())
        before = await asyncio.to_thread(lambda: self.in_use.name)
        if before.sha256 == manifest.sha256 and (force or not before.kept):
            return True
        least = known_libraries.shipped_version() if before.kept else before.version
        if not force and manifest.version < least:
            raise RegistryOlder(f"it is older ({manifest.version}) than the one in use ({least})")
        if not force and not before.kept and manifest.version == least:
            raise RegistryRefused(f"it differs from the one in use, which has the same version ({least})")
        return False

    async def _take_shared(self, name: RegistryName) -> None:
        """Use a registry that another server has put, unless it is unusable here."""
        data = await self.shared.content(name)
        if data is None:
            # Another one has taken its place meanwhile, which the next look finds.
            return
        try:
            known = await asyncio.to_thread(_parsed, data, name)
        except RegistryRefused as refusal:
            self._refused = name
            _log.warning("the registry of the other servers, %s, is not used: %s", name.version, refusal.reason)
            return
        await self._take(known, data, name)
        _log.info("the registry is %s now, as on the other servers", name.version)

    async def _take(self, known: KnownLibraries, data: bytes, name: RegistryName) -> None:
        try:
            stored = await asyncio.to_thread(self.folder.put, data, name.version, kept=name.kept)
            in_use = RegistryInUse(known, stored)
        except OSError:
            if not self.shared.look_seconds:
                raise RegistryRefused("the cache directory cannot be written") from None
            in_use = RegistryInUse(known, in_memory=(name, data))
        await asyncio.to_thread(self.use, known)
        self.in_use = in_use

    async def _note(self, outcome: Outcome, reason: str = "") -> None:
        with suppress(StoreUnavailable):
            await self.shared.note_check(RegistryCheck(self.clock(), outcome, reason))


def _parsed(data: bytes, name: RegistryName) -> KnownLibraries:
    """Return the registry in the bytes that another server has put.

    Raises:
        RegistryRefused: they are not the registry of this name.
    """
    if hashlib.sha256(data).hexdigest() != name.sha256:
        raise RegistryRefused("it is damaged")
    known = known_libraries.parse_checked(data)
    if known.version != name.version:
        raise RegistryRefused("its version is not the announced one")
    return known
