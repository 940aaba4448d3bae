"""The choice of the registry to use: the newest of those downloaded and the one that ships with this release."""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass
from pathlib import Path

from pro_context_engine.libraries.registry import known_libraries
from pro_context_engine.libraries.registry.known_libraries import KnownLibraries
from pro_context_engine.libraries.registry.registry_folder import DownloadedRegistry, RegistryFolder

_log = logging.getLogger("pro_context.registry")


@dataclass(frozen=True, slots=True)
class RegistryInUse:
    """The registry in use.

    Attributes:
        known: its version and libraries.
        downloaded: its file, None for the one that ships with this release.
        damaged: file of a newer registry that is damaged, None if there is none.
    """

    known: KnownLibraries
    downloaded: DownloadedRegistry | None = None
    damaged: Path | None = None

    @property
    def file(self) -> Path:
        """Return the path of its file."""
        return self.downloaded.file if self.downloaded else known_libraries.shipped_file()

    @property
    def sha256(self) -> str:
        """Return the digest of its file, in lower-case hex."""
        return self.downloaded.sha256 if self.downloaded else hashlib.sha256(known_libraries.shipped()).hexdigest()


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
