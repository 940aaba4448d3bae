"""Sessions that were opened without a key (`security.anonymousInitialize`): the first key that uses one owns it."""

from __future__ import annotations

from collections import OrderedDict

MAX_SESSIONS = 10_000
"""Sessions that are remembered; whoever loses one opens another."""


class UnownedSessions:
    """Who has taken which of them."""

    def __init__(self) -> None:
        self._owners: OrderedDict[str, str | None] = OrderedDict()

    def opened(self, session: str) -> None:
        """Remember a session that nobody owns."""
        self._owners[session] = None
        if len(self._owners) > MAX_SESSIONS:
            self._owners.popitem(last=False)

    def belongs_to(self, session: str, key_id: str) -> bool:
        """Tell whether a session was opened without a key and is this key's, from now on if nobody's so far."""
        if session not in self._owners:
            return False
        self._owners.move_to_end(session)
        if self._owners[session] is None:
            self._owners[session] = key_id
        return self._owners[session] == key_id
