"""Serve the faults until interrupted: `python -m tests.faults [PORT]`."""

import asyncio
import contextlib
import sys

from tests.faults.faults import FAULTS
from tests.faults.server import fault_site


async def main() -> None:
    async with fault_site(int(sys.argv[1]) if len(sys.argv) > 1 else 0) as site:
        print(f"{len(FAULTS)} faults, listed at {site.index}", flush=True)
        await asyncio.Event().wait()


with contextlib.suppress(KeyboardInterrupt):
    asyncio.run(main())
