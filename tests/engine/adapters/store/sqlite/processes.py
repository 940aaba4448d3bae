"""Programs for processes that are killed, or that share one file; run as `python processes.py PROGRAM ARGUMENT…`.

They fork before any thread is started, so that a life costs milliseconds.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random

from pro_context_engine.adapters.store.sqlite import migration, open_store
from pro_context_engine.domain.model import Chunk, Page, SourceName, Toc, TocEntry

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LIVES = 20


def names(library: str, pages: int) -> list[str]:
    return [f"{library}-page{number}" for number in range(pages)]


def text_of(name: str) -> str:
    return f"Word{name.replace('-', '')} burns.\n" * 40


def page_of(name: str) -> Page:
    return Page(f"https://docs.example/{name}", name, text_of(name))


async def write(directory: Path, library: str, pages: int, acknowledge: Callable[[str], None]) -> None:
    """Store pages and acknowledge each when it is stored."""
    store = open_store(directory)
    wanted = names(library, pages)
    toc = Toc(tuple(TocEntry(name, page_of(name).url) for name in wanted), SourceName.CUSTOM, "here")
    await store.put_toc(library, toc, NOON)
    for name in wanted:
        page = page_of(name)
        chunk = Chunk(name, page.url, page.title, "", "", (), "", page.markdown, 1, 1, 0)
        await store.put_page(library, "", page, [chunk], NOON)
        if store.failing:
            sys.exit(1)
        acknowledge(name)
    await store.close()


def writer(directory: str, library: str, pages: str) -> None:
    """Write pages and end."""
    asyncio.run(write(Path(directory), library, int(pages), lambda _: None))


def killed(directory: str) -> None:
    """Kill twenty writers in the middle of their work; print the pages that they acknowledged."""
    random = Random(20)
    for life in range(LIVES):
        reading, writing = os.pipe()
        process = os.fork()
        if process == 0:
            acknowledge = partial(print, file=os.fdopen(writing, "w", buffering=1))
            asyncio.run(write(Path(directory), f"life{life}", 1_000, acknowledge))
            os._exit(1)
        os.close(writing)
        with os.fdopen(reading) as acknowledged:
            for _ in range(random.randint(1, 30)):
                print(acknowledged.readline(), end="")
            os.kill(process, signal.SIGKILL)
            print(acknowledged.read(), end="")
        os.waitpid(process, 0)


def prepared_in_parts(directory: str, change: str) -> None:
    """Open the files DIRECTORY/0, DIRECTORY/1 … as a newer version would, each process killed one statement later."""
    if change == "migration":
        newer = ("CREATE TABLE extra (x)", "INSERT INTO extra VALUES (1)", "ALTER TABLE page ADD COLUMN extra")
        migration.MIGRATIONS = (*migration.MIGRATIONS, newer)
    elif change == "rules":
        migration.TERMS_VERSION += 1
    for statements, folder in enumerate(sorted(Path(directory).iterdir(), key=lambda folder: int(folder.name))):
        process = os.fork()
        if process == 0:
            _die_after(statements)
            open_store(folder)
            os._exit(0)
        print(os.waitpid(process, 0)[1] == signal.SIGKILL)


def _die_after(statements: int) -> None:
    """Make this process kill itself when it has executed so many statements and begins another."""
    left = statements
    connect = sqlite3.connect

    class Mortal(sqlite3.Connection):
        def execute(self, *arguments: object) -> sqlite3.Cursor:
            nonlocal left
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1
            return super().execute(*arguments)

    sqlite3.connect = lambda *arguments, **options: connect(*arguments, factory=Mortal, **options)


if __name__ == "__main__":
    {"writer": writer, "killed": killed, "prepared-in-parts": prepared_in_parts}[sys.argv[1]](*sys.argv[2:])
