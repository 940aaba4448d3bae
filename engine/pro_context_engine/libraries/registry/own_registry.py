"""The registry of a server that shares none: its folder has the downloaded ones, and the last check."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import get_args

from pro_context_engine.domain.shared_registry import Outcome, RegistryCheck, RegistryName
from pro_context_engine.libraries.registry.registry_folder import RegistryFolder


class OwnRegistry:
    """Implements `SharedRegistry` for a server that is alone.

    Args:
        folder: of the downloaded registries.
    """

    look_seconds = 0.0

    def __init__(self, folder: RegistryFolder) -> None:
        self._folder = folder

    async def named(self) -> RegistryName | None:
        """Return None: there is no other server."""
        return None

    async def content(self, name: RegistryName) -> bytes | None:
        """Return None."""
        return None

    async def put(self, name: RegistryName, content: bytes, *, if_newer: bool) -> None:
        """Do nothing."""

    async def last_check(self) -> RegistryCheck | None:
        """Return the last check, None if there was none or its record cannot be read."""
        note = await asyncio.to_thread(self._folder.read_note)
        try:
            at, reason = datetime.fromisoformat(note["at"]), str(note["reason"])
            outcome = next(one for one in get_args(Outcome) if one == note["outcome"])
        except (KeyError, TypeError, ValueError, StopIteration):
            return None
        return RegistryCheck(at, outcome, reason) if at.tzinfo else None

    async def note_check(self, check: RegistryCheck) -> None:
        """Record a check, if the disk allows it."""
        note = {"at": check.at.isoformat(), "outcome": check.outcome, "reason": check.reason}
        await asyncio.to_thread(self._folder.write_note, note)
