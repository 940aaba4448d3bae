"""Whether popular npm packages are answered for, in their true version and in time.

    python bench/npm_live.py [PACKAGE…]

Thirty packages, none chosen for what they contain, are read from the registry that npm is configured for here, with
every other source off, through the engine: table of contents, and passages for a question of one word. Prints a line
for each, and fails below 28; skipped where no registry answers.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from pro_context_engine import DocsEngine, DocsError, open_engine
from pro_context_engine.domain.settings import GitHub, Settings

PACKAGES = [
    *("react", "react-dom", "lodash", "axios", "express", "typescript", "zod", "chalk", "commander", "vue", "next"),
    *("vite", "eslint", "prettier", "date-fns", "rxjs", "uuid", "tslib", "webpack", "jest", "@types/node"),
    *("@tanstack/react-query", "@angular/core", "svelte", "three", "d3", "socket.io", "redux", "mongoose", "prisma"),
]
WANTED = 28
"""So many of thirty are to be answered for."""

_PROBE = "is-odd"


async def measure(docs: DocsEngine, name: str) -> bool:
    """Read a package, print what came of it, and return whether it is answered for in its true version."""
    library_id = f"npm/{name}"
    start = time.perf_counter()
    try:
        found = await docs.library(library_id)
        listed = time.perf_counter() - start
        answer = await docs.passages([(library_id, None)], name.rpartition("/")[2], 1_500)
    except DocsError as fact:
        print(f"{name:24} FAILED {fact}")
        return False
    cold = time.perf_counter() - start
    start = time.perf_counter()
    await docs.passages([(library_id, None)], name.rpartition("/")[2], 1_500)
    warm = time.perf_counter() - start
    version, latest = found.toc.version, found.versions[0] if found.versions else ""
    sections = [entry.section for entry in found.toc.entries]
    true = bool(version) and all(passage.version == version for passage in answer.passages)
    print(
        f"{name:24} {version:10} {sections.count('Overview')} README, {sections.count('Documentation'):3} documents,"
        f" {sections.count('API reference'):4} declarations; {len(answer.passages)} passages;"
        f" TOC {listed:5.2f} s, cold {cold:5.2f} s, warm {warm:5.3f} s; newest {latest}{'' if true else '  WRONG'}"
    )
    return true


async def main(names: list[str]) -> int:
    """Measure all; return 1 when too few are answered for."""
    with tempfile.TemporaryDirectory() as folder:
        docs = open_engine(
            Settings(
                cache_directory=Path(folder) / "cache",
                project_directory=Path(folder),
                environment="none",
                detect=False,
                llms_txt=False,
                docs_sites=False,
                github=GitHub(enabled=False),
            )
        )
        try:
            try:
                await docs.library(f"npm/{_PROBE}")
            except DocsError as fact:
                print(f"skipped: no npm registry answers ({fact})")
                return 0
            good = [await measure(docs, name) for name in names]
        finally:
            await docs.close()
    print(f"{sum(good)} of {len(good)} answered for")
    return 1 if sum(good) < WANTED * len(good) / len(PACKAGES) else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:] or PACKAGES)))
