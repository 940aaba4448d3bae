"""Work that no request waits for: the port of a store, and the queue of a server that is alone."""

from __future__ import annotations

import json
from typing import Protocol

from pro_context_engine.domain.value_class import value_class


@value_class
class FailedWork:
    """A piece of work that has failed often, and is tried only once a day.

    Attributes:
        library_id: the library that should be brought up to date.
        version: see `task_of`.
        attempts: the number of attempts.
        reason: of the last failure, in our own words.
    """

    library_id: str
    version: str
    attempts: int
    reason: str


def task_of(library_id: str, version: str) -> str:
    """Return the task to bring a library up to date, at a version, "" for the one that its sources have."""
    return json.dumps([library_id, version])


def library_of(task: str) -> tuple[str, str]:
    """Return library ID and version of a task."""
    library_id, version = json.loads(task)
    return library_id, version


class WorkQueue(Protocol):
    """The tasks that any server may do; the task of one that ends without notice goes to another one."""

    async def put(self, task: str, delay: float = 0.0) -> None:
        """Add a task, unless the queue has it.

        Args:
            task: the text that tells the server what to do.
            delay: seconds until it may be done.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        ...

    async def take(self) -> str | None:
        """Return the task that has waited longest, which no other server gets meanwhile; None where none is due."""
        ...

    async def done(self, task: str) -> None:
        """Remove a task that was taken."""
        ...

    async def fail(self, task: str, reason: str) -> None:
        """Put a task that was taken off, longer with each failure.

        Args:
            task: the task.
            reason: in our own words.
        """
        ...

    async def failed(self) -> list[FailedWork]:
        """Return the work that has failed often and is tried only once a day, at most a hundred."""
        ...


class NoQueue:
    """The queue of a server that is alone: it does all work at once, and keeps no task."""

    async def put(self, task: str, delay: float = 0.0) -> None:
        """Do nothing."""

    async def take(self) -> str | None:
        """Return None."""
        return None

    async def done(self, task: str) -> None:
        """Do nothing."""

    async def fail(self, task: str, reason: str) -> None:
        """Do nothing."""

    async def failed(self) -> list[FailedWork]:
        """Return []."""
        return []
