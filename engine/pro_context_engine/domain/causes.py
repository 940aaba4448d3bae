"""The causes for which a source has no documentation: plain values of facts, which a contract turns into advice."""

from __future__ import annotations

from enum import StrEnum

MB = 1_000_000


class Cause(StrEnum):
    """The cause of a failure, in the order in which one of several explains best why there is no documentation.

    The first ones are certain and have a remedy of their own.
    """

    TOO_LARGE = "too-large"
    CREDENTIALS = "credentials"
    UNREADABLE = "unreadable"
    UNTRUSTED = "untrusted"
    SWITCHED_OFF = "switched-off"
    BUSY = "busy"
    NO_NETWORK = "no-network"
    NOT_PUBLISHED = "not-published"
    UNKNOWN = ""

    @property
    def passing(self) -> bool:
        """Tell whether the same request may succeed later without a change of anything here."""
        return self in (Cause.BUSY, Cause.NO_NETWORK)

    @property
    def rank(self) -> int:
        """Return the place in the order of causes, 0 for the one that explains best."""
        return list(Cause).index(self)


def megabytes(size: int) -> int:
    """Return a number of bytes in MB, rounded up."""
    return -(-size // MB)


def too_large(size: int, limit: int) -> str:
    """Return the reason that a file is larger than the limit.

    Args:
        size: bytes of the file, 0 for unknown.
        limit: bytes that are allowed.
    """
    has = f"has {megabytes(size)} MB" if size > limit else "is larger"
    return f"larger than the limit: it {has}, and the limit is {megabytes(limit)} MB"
