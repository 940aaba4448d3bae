"""The server of the faults, on loopback."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.faults.faults import FAULTS, CutOff, Request, answer

SUFFIX = ".txt"
"""Ends every path of a fault: such a page has no Markdown twin that would be asked for first."""


@dataclass
class FaultSite:
    """The site that is open.

    Attributes:
        origin: `http://127.0.0.1:PORT`.
        asked: how often each fault was asked for; other paths count by themselves.
        requests: what was asked of a fault, in order.
        canary_hits: connections to the port that nobody should ever ask.
        pause: how long a fault waits before it answers, seconds.
    """

    origin: str = ""
    canary: str = ""
    asked: Counter[str] = field(default_factory=Counter)
    requests: list[Request] = field(default_factory=list)
    canary_hits: int = 0
    talks: set[asyncio.Task[None]] = field(default_factory=set)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    pause: float = 0.0

    @property
    def index(self) -> str:
        """Return the address of an llms.txt that lists every fault."""
        return f"{self.origin}/llms.txt"

    def url(self, fault: str) -> str:
        """Return where a fault is."""
        return f"{self.origin}/faults/{fault}{SUFFIX}"

    async def until_asked(self, fault: str, times: int) -> None:
        """Wait until a fault was asked for so many times."""
        while self.asked[fault] < times:
            self.news.clear()
            await self.news.wait()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self.talks.add(task)
            task.add_done_callback(self.talks.discard)
        abort = True
        try:
            await self._answer(await reader.readuntil(b"\r\n\r\n"), writer)
            await writer.drain()
            abort = False
        except (CutOff, OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the other side's business, or the end of the site
        finally:
            # An abort sends a reset where something is left unsent or unread.
            writer.transport.abort() if abort else writer.close()

    async def count_canary(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.canary_hits += 1
        writer.close()

    async def _answer(self, asked: bytes, writer: asyncio.StreamWriter) -> None:
        first, *lines = asked.decode("latin-1").split("\r\n")
        path = first.split(" ")[1]
        is_fault = path.startswith("/faults/")
        name = path.removeprefix("/faults/").removesuffix(SUFFIX) if is_fault else path
        self.asked[name] += 1
        self.news.set()
        if path == "/llms.txt":
            links = "\n".join(f"- [{fault}]({self.url(fault)})" for fault in FAULTS)
            writer.write(answer(f"# Faults\n\n## Pages\n\n{links}\n", media_type="text/plain"))
        elif name not in FAULTS:
            writer.write(answer("no", "404 Not Found"))
        else:
            fields = (line.partition(":") for line in lines if ":" in line)
            headers = {field.lower(): value.strip() for field, _, value in fields}
            self.requests.append(Request(self.asked[name], headers, self.canary))
            await asyncio.sleep(self.pause)
            await FAULTS[name](self.requests[-1], writer)


@asynccontextmanager
async def fault_site(port: int = 0) -> AsyncIterator[FaultSite]:
    """Serve the faults on the loopback interface.

    Args:
        port: 0 for a free one.

    Yields:
        The site; when the block ends, what is still being answered is cut off.
    """
    site = FaultSite()
    server = await asyncio.start_server(site.serve, "127.0.0.1", port)
    canary = await asyncio.start_server(site.count_canary, "127.0.0.1", 0)
    site.origin, site.canary = (f"http://127.0.0.1:{each.sockets[0].getsockname()[1]}" for each in (server, canary))
    try:
        yield site
    finally:
        server.close()
        canary.close()
        talks = list(site.talks)
        for talk in talks:
            talk.cancel()
        await asyncio.gather(*talks, return_exceptions=True)
