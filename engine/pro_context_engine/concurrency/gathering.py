"""Calls at the same time, without a task where there is only one call."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

T = TypeVar("T")


async def gather(calls: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Return the results of calls that run at the same time, in their order.

    Most answers are about one library and one wording: a single call is awaited at once, since a task takes longer than
    many of the calls.
    """
    waiting = list(calls)
    if len(waiting) > 1:
        return await asyncio.gather(*waiting)
    return [await one for one in waiting]
