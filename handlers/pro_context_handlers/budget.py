"""The part of an answer that fits into a budget of tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Item = TypeVar("Item")


def fitting(items: Iterable[Item], room: int, size: Callable[[Item], int], least: int = 0) -> list[Item]:
    """Return the first items, as many as have room (tokens) together, but not fewer than `least`."""
    taken: list[Item] = []
    for item in items:
        room -= size(item)
        if room < 0 and len(taken) >= least:
            break
        taken.append(item)
    return taken
