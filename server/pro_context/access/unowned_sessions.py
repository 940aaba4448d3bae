"""Sessions that were opened without a key (`security.anonymousInitialize`): the first key that uses one owns it."""

from __future__ import annotations

from collections import OrderedDict

MAX_SESSIONS = 10_000
"""The most sessions; the oldest is removed first."""


class UnownedSessions:
    """The sessions opened without a key, with the keys that own them now."""

    def __init__(self) -> None:
        self._owners: OrderedDict[str, str | None] = OrderedDict()

    def add(self, session: str) -> None:
        """Add a session without an owner."""
        self._owners[session] = None
        if len(self._owners) > MAX_SESSIONS:
            self._owners.popitem(last=False)

    def belongs_to(self, session: str, key_id: str) -> bool:
        """Tell whether a session was opened without a key and belongs to this key; its first key becomes its owner."""
        if session not in self._owners:
            return False
        self._owners.move_to_end(session)
        if self._owners[session] is None:
            self._owners[session] = key_id
        return self._owners[session] == key_id
