"""A process that serves from a shared store; run as `python replica.py DIRECTORY INDEX PAGE READERS`.

It says "ready", waits for a line, reads the page for all its readers at once, and prints how many different texts came.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from pro_context_engine import open_engine
from pro_context_engine.domain.settings import CustomSource, Settings


async def read(directory: str, index: str, page: str, readers: int) -> None:
    source = CustomSource("faults", "url", index, "own/faults")
    docs = open_engine(
        Settings(
            cache_directory=Path(directory), environment="none", llms_txt=False, docs_sites=False, custom=(source,)
        )
    )
    print("ready", flush=True)
    sys.stdin.readline()
    readings = await asyncio.gather(*(docs.page(page) for _ in range(readers)))
    print(len(readings), len({reading.page.markdown for reading in readings}), flush=True)
    await docs.close()


asyncio.run(read(*sys.argv[1:4], int(sys.argv[4])))
