"""The making of symbol tables: large ones in the worker process, a second one at the same time in this one."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar

import orjson

from pro_context_engine.concurrency.blocking_calls import BlockingCalls
from pro_context_engine.concurrency.workers.large_documents import work_apart
from pro_context_engine.concurrency.workers.process import WorkerLost, WorkerMissing
from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.domain.symbols import SymbolTable
from pro_context_engine.sources.packages.package_documentation import Documentation, MeasuredDocumentation
from pro_context_engine.sources.packages.symbols.json_form import of_json, to_json

LARGE = 300_000
"""Bytes of source; the table of a smaller package takes less time than the start of a worker."""


class TableMaking:
    """Make the symbol tables of packages; a comparison of two versions needs two.

    Args:
        open_package: makes documentation of a package: a class or function of a module, which the worker imports too.
    """

    _apart: ClassVar[int] = 0
    """The tables that wait for the worker, for any source."""

    _here: ClassVar[int] = 0
    """The tables that this process makes now, for any source: CPython 3.11 may refuse code that two threads parse at
    once (gh-106905)."""

    def __init__(self, open_package: Callable[[InstalledPackage], Documentation]) -> None:
        self._open = open_package
        # A large package takes seconds, for which the end of a command does not wait.
        self._analyses = BlockingCalls("symbols")

    async def table(self, package: InstalledPackage, documentation: Documentation) -> SymbolTable:
        """Return the symbol table of a package.

        Args:
            package: the package.
            documentation: the package as it is open in this process.
        """
        large = await asyncio.to_thread(_is_large, documentation)
        if TableMaking._here > 0:
            apart = isinstance(documentation, MeasuredDocumentation)
        else:
            apart = large and TableMaking._apart == 0
        if apart:
            TableMaking._apart += 1
            try:
                with suppress(WorkerMissing, WorkerLost):
                    return of_json(orjson.loads(await work_apart(table_as_json, self._open, package)))
            finally:
                TableMaking._apart -= 1
        TableMaking._here += 1
        try:
            return await self._analyses.call(documentation.symbols)
        finally:
            TableMaking._here -= 1


def _is_large(documentation: Documentation) -> bool:
    return isinstance(documentation, MeasuredDocumentation) and documentation.source_bytes() > LARGE


def table_as_json(open_package: Callable[[InstalledPackage], Documentation], package: InstalledPackage) -> bytes:
    """Return the symbol table of a package in its JSON form; a worker hands on nothing but plain values."""
    made = orjson.dumps(to_json(open_package(package).symbols()))
    # Syntax trees refer to their parents. Those of the next package would come on top of them.
    gc.collect()
    return made
