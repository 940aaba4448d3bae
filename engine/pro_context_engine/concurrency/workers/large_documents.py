"""Where a document is worked on: a large one in another process, so that this one goes on answering.

What is native in the work (regular expressions, the HTML converter) lets nothing else run here until it returns, which
for a large text takes up to half a second; threads are no help.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple, cast

from pro_context_engine.concurrency.workers.process import WorkerLost, WorkerMissing
from pro_context_engine.concurrency.workers.worker import Worker
from pro_context_engine.domain.errors import NotDocumentation

log = logging.getLogger("pro_context.workers")

LARGE = 100_000
"""Characters; nothing shorter was found to hold up everything else for more than 50 ms (bench/hostile.py)."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_worker = Worker()


async def close() -> None:
    """End the process, if there is one; it is started again when there is work."""
    await asyncio.to_thread(_worker.end)


async def work_on(url: str, characters: int, function: Callable[[*Ts], T], *arguments: *Ts) -> T:
    """Return what a function makes of a document; it blocks, and works elsewhere than on the event loop.

    Args:
        url: of the document.
        characters: its size.
        function: pure, and for a process of its own as `Worker.do` wants it.
        arguments: of the function.

    Raises:
        NotDocumentation: the document is more work than is done for one.
        DocsError: what the function raises.
    """
    if characters < LARGE:
        return await asyncio.to_thread(function, *arguments)
    try:
        return cast(T, await _worker.do(function, *arguments))
    except WorkerLost:
        raise NotDocumentation(url, "more than can be read in time") from None
    except WorkerMissing:
        # Some sandboxes allow no other process: better to be slow for a while than not to read.
        log.warning("large documents are read in this process: no other can be started")
        return await asyncio.to_thread(function, *arguments)
