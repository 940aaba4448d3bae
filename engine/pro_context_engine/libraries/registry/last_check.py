"""The outcome of the last check for a newer registry, recorded in the registry folder."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from pro_context_engine.libraries.registry.registry_folder import RegistryFolder

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
