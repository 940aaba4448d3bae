"""The operator's view of the store and of the unpacked packages beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from pro_context_engine.domain.interfaces import KeptPackages
from pro_context_engine.domain.model import KeptPackage, Snapshot, StoreStatus
from pro_context_engine.domain.storage import Maintenance
from pro_context_engine.libraries import name_keys
from pro_context_engine.libraries.finder import LibraryFinder

_PYTHON = "pypi/"
_NPM = "npm/"


class MaintenanceService:
    """Report, delete and verify stored documentation."""

    def __init__(self, store: Maintenance, packages: KeptPackages | None, finder: LibraryFinder) -> None:
        self._store = store
        self._packages = packages
        self._finder = finder

    async def status(self) -> StoreStatus:
        """Return where documentation is stored, its size, and its libraries."""
        return await self._store.status()

    async def writable(self) -> bool:
        """Tell whether pages that are fetched now are stored where the configuration says."""
        return await self._store.writable()

    async def clear(self, library_ids: Sequence[str] | None) -> list[Snapshot]:
        """Delete the snapshots of some libraries (exact ids), or of all (None); return the deleted ones."""
        return await self._store.clear(library_ids)

    async def verify(self) -> list[str]:
        """Return the problems of the store, as sentences; [] when there are none."""
        return await self._store.verify()

    async def packages(self) -> list[KeptPackage]:
        """Return the unpacked packages of the package index that are kept beside the store."""
        return await asyncio.to_thread(self._packages.kept) if self._packages else []

    async def clear_packages(self, library_ids: Sequence[str] | None) -> list[KeptPackage]:
        """Delete the unpacked packages of some libraries (exact ids), or of all (None); return the deleted ones."""
        if self._packages is None:
            return []
        packages = None if library_ids is None else {name for one in library_ids for name in self._names(one)}
        return await asyncio.to_thread(self._packages.clear, packages)

    def _names(self, library_id: str) -> list[str]:
        """Return the names of a library's packages; its id gives them where the library is no longer known."""
        library = self._finder.find(library_id)
        own = [library_id.removeprefix(_PYTHON)] if library_id.startswith(_PYTHON) else []
        if library_id.startswith(_NPM):
            own = [f"{_NPM}{name_keys.npm_package(library_id.removeprefix(_NPM))}"]
        of_npm = [f"{_NPM}{name}" for name in library.npm_packages] if library else []
        return [*own, *(library.python_packages if library else ()), *of_npm]
