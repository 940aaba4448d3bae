"""Questions asked of many sites: a few at once, one at a time of each site, each answer kept as soon as it is there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from pro_context_engine.adapters.fetch.client import HttpFetcher
from pro_context_engine.adapters.fetch.guard import Guard
from pro_context_engine.domain.settings import FetchLimits
from pro_context_engine.libraries.registry.catalogue import Catalogue
from pro_context_engine.libraries.registry.redirects import Redirects
from pro_context_registry.facts import Fact, FactFiles

AT_ONCE = 8
LIMITS = FetchLimits(per_host=1)
"""One request at a time to each site; the other bounds are those of the product."""

Ask = Callable[[str], Awaitable[Fact | None]]
"""Ask about one key; return what was answered, None if nothing was, which may be another time."""


def open_fetcher() -> HttpFetcher:
    """Return the product's own client, with its guard: what it refuses would be of no use in the registry."""
    return HttpFetcher(LIMITS, guard=Guard(follows=Redirects(Catalogue.load())))


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question about many keys, whose answers go into one file.

    Attributes:
        file: name of the file of facts.
        key: field of its facts that holds the key.
        ask: asks about one key.
    """

    file: str
    key: str
    ask: Ask


def due(keys: Sequence[str], known: Mapping[str, Fact], today: date, again_after: timedelta) -> list[str]:
    """Return the keys that nobody has asked about for so long, each once."""
    return [key for key in dict.fromkeys(keys) if key not in known or _age(known[key], today) >= again_after]


async def inquire(inquiry: Inquiry, keys: Sequence[str], files: FactFiles, say: Callable[[str], None]) -> list[str]:
    """Ask about each key and keep each answer at once, so that whoever is interrupted can go on later.

    Args:
        inquiry: what to ask.
        keys: about what.
        files: where answers go.
        say: told how far it has come.

    Returns:
        The keys that nobody answered about.
    """
    # Whoever was killed may have left half a line, which the next answer must not join.
    files.tidy(inquiry.file, inquiry.key)
    silent: list[str] = []
    done = 0

    async def work(waiting: Iterator[str]) -> None:
        nonlocal done
        for key in waiting:
            fact = await inquiry.ask(key)
            if fact is None:
                silent.append(key)
            else:
                files.append(inquiry.file, {inquiry.key: key, "on": datetime.now(UTC).date().isoformat(), **fact})
            done += 1
            say(f"{done}/{len(keys)}")

    try:
        waiting = iter(keys)
        async with asyncio.TaskGroup() as workers:
            for _ in range(min(AT_ONCE, len(keys))):
                workers.create_task(work(waiting))
    finally:
        files.tidy(inquiry.file, inquiry.key)
    return sorted(silent)


def _age(fact: Fact, today: date) -> timedelta:
    return today - date.fromisoformat(fact["on"])
