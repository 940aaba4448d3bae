"""Why a published registry is not taken."""

from __future__ import annotations


class RegistryRefused(Exception):
    """A registry, or its manifest, is not taken; `reason` is one of our own short phrases, never text of theirs."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class RegistryOlder(RegistryRefused):
    """What is published is older than what is in use: nothing is wrong, and there is nothing to take."""
