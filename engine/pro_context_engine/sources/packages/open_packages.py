"""The packages that were read last, with their parsed syntax."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Collection, Sequence
from threading import Lock, Timer

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.domain.recent_values import RecentValues
from pro_context_engine.domain.symbols import NamesInTexts, SymbolPlace
from pro_context_engine.sources.packages.package_documentation import Documentation, SearchedDocumentation

READERS = 4
"""The threads that read pages; those of one package wait for each other."""

_KEPT_PACKAGES = 3
"""Packages that are kept open; their parsed syntax is large."""


IDLE_SECONDS = 120.0
"""Seconds after their last use for which packages are kept open."""


class OpenPackages:
    """Gives packages as documentation; safe to use from several threads."""

    def __init__(
        self, open_package: Callable[[InstalledPackage], Documentation], idle_seconds: float = IDLE_SECONDS
    ) -> None:
        """Open nothing yet.

        Args:
            open_package: makes documentation of a package.
            idle_seconds: seconds after their last use for which packages are kept open.
        """
        self._open = open_package
        self._opened = RecentValues[InstalledPackage, Documentation](_KEPT_PACKAGES)
        self._lock = Lock()
        self._idle_seconds = idle_seconds
        self._used_at = 0.0
        self._release: Timer | None = None

    def documentation(self, package: InstalledPackage) -> Documentation:
        """Return a package's documentation, the same as before for the three packages used last."""
        with self._lock:
            documentation = self._opened.keep(package, self._opened.get(package) or self._open(package))
            self._used_at = time.monotonic()
            if self._release is None:
                self._release_after(self._idle_seconds)
            return documentation

    def definition_places(self, package: InstalledPackage, names: Sequence[str]) -> Sequence[SymbolPlace | None]:
        """Return for each name the place that documents it, None where none is found or names are not looked for."""
        documentation = self.documentation(package)
        if isinstance(documentation, SearchedDocumentation):
            return documentation.definition_places(names)
        return [None] * len(names)

    def names_in_texts(self, package: InstalledPackage, names: Collection[str]) -> NamesInTexts:
        """Return which names the texts of a package have; nothing where names are not looked for."""
        documentation = self.documentation(package)
        if isinstance(documentation, SearchedDocumentation):
            return documentation.names_in_texts(names)
        return NamesInTexts()

    def _release_after(self, seconds: float) -> None:
        self._release = Timer(seconds, self._release_unused)
        self._release.daemon = True
        self._release.start()

    def _release_unused(self) -> None:
        """Forget the packages if none was used for a while, and free their memory."""
        with self._lock:
            left = self._used_at + self._idle_seconds - time.monotonic()
            if left > 0:
                self._release_after(left)
                return
            self._opened.clear()
            self._release = None
        # Syntax trees refer to their parents, so that only the collector frees them.
        gc.collect()
