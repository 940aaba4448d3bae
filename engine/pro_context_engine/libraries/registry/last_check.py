"""How the last look for a newer registry ended: noted beside the registries, for people and for the next look."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from pro_context_engine.libraries.registry.registry_folder import RegistryFolder

Outcome = Literal["updated", "current", "failed"]


@dataclass(frozen=True, slots=True)
class Check:
    """A look for a newer registry: when (UTC), how it ended, and why, in our own words, it failed."""

    at: datetime
    outcome: Outcome
    reason: str = ""


def read_check(folder: RegistryFolder) -> Check | None:
    """Return the last look, None if there was none or its note cannot be read; blocks on the disk."""
    note = folder.read_note()
    try:
        at, reason = datetime.fromisoformat(note["at"]), str(note["reason"])
        outcome = next(one for one in get_args(Outcome) if one == note["outcome"])
    except (KeyError, TypeError, ValueError, StopIteration):
        return None
    return Check(at, outcome, reason) if at.tzinfo else None


def note_check(folder: RegistryFolder, check: Check) -> None:
    """Note a look, if that can be done; blocks on the disk."""
    folder.write_note({"at": check.at.isoformat(), "outcome": check.outcome, "reason": check.reason})
