"""Questions to many sites: a few at once, one at a time to each site; each answer is stored immediately."""

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
"""The product's limits, but with one request at a time to each site."""

Ask = Callable[[str], Awaitable[Fact | None]]
"""Ask about one key and return the answer, None if there was none this time."""


def open_fetcher() -> HttpFetcher:
    """Return the product's own fetcher with its guard; an address that the guard refuses is useless in the registry."""
    return HttpFetcher(LIMITS, guard=Guard(follows=Redirects(Catalogue.load())))


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question about many keys, whose answers go into one file.

    Attributes:
        file: the name of the file of facts.
        key: the field of a fact that holds the key.
        ask: the function that asks about one key.
    """

    file: str
    key: str
    ask: Ask


def due(keys: Sequence[str], known: Mapping[str, Fact], today: date, again_after: timedelta) -> list[str]:
    """Return the keys without an answer, or with an answer of at least this age, each once."""
    return [key for key in dict.fromkeys(keys) if key not in known or _age(known[key], today) >= again_after]


async def inquire(inquiry: Inquiry, keys: Sequence[str], files: FactFiles, say: Callable[[str], None]) -> list[str]:
    """Ask about each key and store each answer immediately, so that a later run can continue an interrupted one.

    Args:
        inquiry: the question.
        keys: the keys to ask about.
        files: the files that store the answers.
        say: receives the progress, such as "3/20".

    Returns:
        The keys without an answer.
    """
    # A killed process may have left an incomplete line, which the next answer must not be appended to.
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
