"""The choice of the process for work on a document: large ones in a worker, so that this process stays responsive.

Native code in the work (regular expressions, the HTML converter) blocks all threads until it returns, up to half a
second for a large text.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, TypeVar, TypeVarTuple, cast

from pro_context_engine.concurrency.workers.process import WorkerLost, WorkerMissing
from pro_context_engine.concurrency.workers.worker import Worker
from pro_context_engine.domain.errors import NotDocumentation

log = logging.getLogger("pro_context.workers")

LARGE = 100_000
"""Characters; shorter documents never blocked other work for more than 50 ms (bench/hostile.py)."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_worker = Worker()
# A symbol table takes seconds of CPU, on a busy machine a minute; pages do not wait behind it.
_analyses = Worker(most_seconds=90.0)


async def close() -> None:
    """End the worker processes, if there are any; the next work starts others."""
    await asyncio.to_thread(_worker.end)
    await asyncio.to_thread(_analyses.end)


async def work_apart(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return a function's result from a worker for long analyses; see `Worker.do` for conditions and errors."""
    return await _analyses.do(function, *arguments)


async def work_on(url: str, characters: int, function: Callable[[*Ts], T], *arguments: *Ts) -> T:
    """Return a function's result for a document; the function runs outside of the event loop and may block.

    Args:
        url: URL of the document.
        characters: its size.
        function: a pure function that meets the conditions of `Worker.do`.
        arguments: arguments of the function.

    Raises:
        NotDocumentation: the document takes too much time or memory.
        DocsError: any error that the function raises.
    """
    if characters < LARGE:
        return await asyncio.to_thread(function, *arguments)
    try:
        return cast(T, await _worker.do(function, *arguments))
    except WorkerLost:
        raise NotDocumentation(url, "more than can be read in time") from None
    except WorkerMissing:
        # Some sandboxes allow no further process; slow work in this process is better than none.
        log.warning("large documents are read in this process: no worker process can be started")
        return await asyncio.to_thread(function, *arguments)
