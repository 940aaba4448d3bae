"""The engine behind the harbor contract: does what the horn is told, and lets tests wait for it."""

import asyncio
from dataclasses import dataclass, field


@dataclass
class HarborDocs:
    """Stands in for the documentation engine."""

    waiting: int = 0
    started: asyncio.Event = field(default_factory=asyncio.Event)
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)
    release: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait(self) -> None:
        """Wait until the test releases or cancels."""
        self.waiting += 1
        self.started.set()
        try:
            await self.release.wait()
        except asyncio.CancelledError:
            self.cancelled.set()
            raise

    async def until_waiting(self, calls: int) -> None:
        """Return when so many calls have begun to wait."""
        while self.waiting < calls:
            self.started.clear()
            await self.started.wait()
