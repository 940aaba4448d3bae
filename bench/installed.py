"""Measure the installed source: `python bench/installed.py PACKAGE…` prints seconds to TOC and all pages, and sizes."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from pro_context_engine.domain.model import Library
from pro_context_engine.libraries.project.environment import ProjectEnvironment
from pro_context_engine.sources.installed.source import InstalledSource


async def measure(name: str) -> None:
    library = Library(f"pypi/{name}", name, name)
    source = InstalledSource(ProjectEnvironment(Path.cwd()))
    started, used = time.perf_counter(), time.process_time()
    if not source.serves(library, None):
        print(f"{name:16} skipped: not installed in this environment")
        return
    toc = await source.toc(library, None)
    listed = time.perf_counter()
    characters = headings = slowest = 0.0
    for entry in toc.entries:
        before = time.perf_counter()
        page = await source.page(library, None, entry.url)
        slowest = max(slowest, time.perf_counter() - before)
        characters += len(page.markdown)
        headings += len(page.headings)
    done = time.perf_counter()
    cpu = time.process_time() - used
    print(
        f"{name:16} toc {listed - started:6.3f} s  all pages {done - listed:6.2f} s  cpu {cpu:5.2f} s  "
        f"slowest {slowest:5.2f} s  pages {len(toc.entries):4}  headings {headings:6.0f}  characters {characters:9,.0f}"
    )


def main() -> None:
    import griffe  # noqa: F401  its import time is not what is measured

    for name in sys.argv[1:]:
        asyncio.run(measure(name))


if __name__ == "__main__":
    main()
