"""Names in the newest versions of packages, looked up beside an answer about another version."""

from __future__ import annotations

import asyncio
import logging
import re
from contextvars import Context
from dataclasses import field

from pro_context_engine.domain.errors import DocsError
from pro_context_engine.domain.interfaces import PackagedSource
from pro_context_engine.domain.model import Library
from pro_context_engine.domain.package_files import SourceFiles
from pro_context_engine.domain.value_class import part_class
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.ingestion.symbol_intake import SymbolIntake
from pro_context_engine.services.versions import WantedVersions

MOST_SECONDS = 60.0
"""Seconds that one look-up may take; answers wait for less."""

Place = tuple[str, str]
"""A version, and the URL of the page or file there that has a name."""

log = logging.getLogger("pro_context.ingest")


@part_class
class NewestNames:
    """Look names up in the newest versions of packages.

    A look-up goes on when no answer waits for it any more: the package that it downloads is there for the next one.

    Attributes:
        versions: opens the newest version of a library.
        symbol_intake: finds definitions without a symbol table.
    """

    versions: WantedVersions
    symbol_intake: SymbolIntake
    _tasks: dict[tuple[str, str], asyncio.Task[Place | None]] = field(init=False, default_factory=dict)

    def start(self, library: Library, name: str) -> asyncio.Task[Place | None]:
        """Begin to look a name up, unless that is being done; return the task, which raises nothing."""
        key = (library.library_id, name)
        task = self._tasks.get(key)
        if task is None:
            # An empty context: the progress listener of this request must not hear of work that outlives it.
            task = asyncio.create_task(self._look(library, name), context=Context())
            self._tasks[key] = task
            task.add_done_callback(lambda _: self._tasks.pop(key, None))
        return task

    async def close(self) -> None:
        """Stop the look-ups."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look(self, library: Library, name: str) -> Place | None:
        """Return the newest version with the page or file there that has a name, None if it has none."""
        try:
            async with asyncio.timeout(MOST_SECONDS):
                opened = await self.versions.open(library, "latest")
                [defined] = await self.symbol_intake.definitions(opened, [name])
                url = defined.url if defined else await _in_files(opened, name)
                return (opened.key[1], url) if url else None
        except (DocsError, TimeoutError) as fact:
            log.info("no newest version of %s: %s", library.library_id, type(fact).__name__)
        except Exception:
            # Without it the answer says less, and is still right.
            log.exception("no newest version of %s", library.library_id)
        return None


async def _in_files(opened: OpenedLibrary, name: str) -> str:
    """Return the URL of the first file of a package that has a name, "" if none has it."""
    if not isinstance(opened.source, PackagedSource):
        return ""
    files = await opened.source.source_files(opened.library, opened.key[1])
    return await asyncio.to_thread(_first_with, files, name.rpartition(".")[2])


def _first_with(files: SourceFiles, name: str) -> str:
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    found = (path for path in files.paths() if name.encode() in files.content(path) and word.search(files.text(path)))
    return next((files.url(path) for path in found), "")
