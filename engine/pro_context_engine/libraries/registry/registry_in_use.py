"""The choice of the registry to use: the newest of those downloaded and the one that ships with this release."""

from __future__ import annotations

import logging
from pathlib import Path

from pro_context_engine.domain.shared_registry import RegistryName
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.registry import known_libraries
from pro_context_engine.libraries.registry.known_libraries import KnownLibraries
from pro_context_engine.libraries.registry.registry_folder import DownloadedRegistry, RegistryFolder

_log = logging.getLogger("pro_context.registry")


@value_class
class RegistryInUse:
    """The registry in use.

    Attributes:
        known: its version and libraries.
        downloaded: its file, None for the one that ships with this release.
        damaged: file of a newer registry that is damaged, None if there is none.
        in_memory: name and bytes of one that other servers use and that could not be stored here, None for others.
    """

    known: KnownLibraries
    downloaded: DownloadedRegistry | None = None
    damaged: Path | None = None
    in_memory: tuple[RegistryName, bytes] | None = None

    @property
    def file(self) -> Path | None:
        """Return the path of its file, None if it has none on this machine."""
        if self.in_memory:
            return None
        return self.downloaded.file if self.downloaded else known_libraries.shipped_file()

    @property
    def name(self) -> RegistryName:
        """Return its name; may read the disk."""
        if self.in_memory:
            return self.in_memory[0]
        if self.downloaded:
            return RegistryName(self.downloaded.version, self.downloaded.sha256, self.downloaded.kept)
        return RegistryName(self.known.version, known_libraries.shipped_sha256(), kept=False)

    @property
    def kept(self) -> bool:
        """Tell whether it is used although it may be older than the one that ships with this release."""
        return bool((self.in_memory and self.in_memory[0].kept) or (self.downloaded and self.downloaded.kept))

    def read(self) -> bytes | None:
        """Return the bytes of its file, None if that is damaged or gone; blocks on the disk."""
        if self.in_memory:
            return self.in_memory[1]
        return self.downloaded.read() if self.downloaded else known_libraries.shipped()


def find(folder: RegistryFolder) -> RegistryInUse:
    """Return the registry to use; a damaged one causes a warning, and the next best is used."""
    oldest = known_libraries.shipped_version()
    damaged = None
    for one in folder.registries():
        if not one.kept and one.version <= oldest:
            break
        data = one.read()
        if data is not None:
            return RegistryInUse(known_libraries.parse(data), one, damaged)
        # A file that another process has replaced meanwhile is not damaged.
        if damaged is None and one.file.exists():
            damaged = one.file
            _log.warning("%s is damaged and not used; `pro-context registry update` replaces it", one.file)
    return RegistryInUse(known_libraries.read(), damaged=damaged)
