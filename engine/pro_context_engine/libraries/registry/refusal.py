"""The reasons why a published registry is not used."""

from __future__ import annotations


class RegistryRefused(Exception):
    """A registry or its manifest is refused; `reason` is a short phrase of our own, never third-party text."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class RegistryOlder(RegistryRefused):
    """The published registry is older than the one in use, which is no error."""
