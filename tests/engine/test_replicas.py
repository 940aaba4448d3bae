"""Two processes that share one store, as two servers of one team do."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

from tests.faults.server import FaultSite, fault_site

PROGRAM = Path(__file__).with_name("replica.py")


async def replica(directory: Path, site: FaultSite, page: str, readers: int) -> Process:
    """Start a process that is ready to read."""
    arguments = [str(PROGRAM), str(directory), site.index, page, str(readers)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, env=environment, stdin=PIPE, stdout=PIPE, stderr=PIPE
    )
    assert process.stdout is not None
    line = await process.stdout.readline()
    assert line == b"ready\n", (await process.communicate())[1].decode()
    return process


async def test_a_thousand_readers_of_a_cold_page_in_two_processes_ask_the_site_twice_at_most(tmp_path: Path) -> None:
    async with fault_site() as site:
        page = site.url("good")
        processes = await asyncio.gather(*(replica(tmp_path, site, page, 500) for _ in range(2)))
        answers = await asyncio.gather(*(process.communicate(b"\n") for process in processes))
        assert answers == [(b"500 1\n", b"")] * 2
        assert site.asked["good"] <= 2
        assert site.asked["/llms.txt"] <= 2
        late = await replica(tmp_path, site, page, 500)
        assert await late.communicate(b"\n") == (b"500 1\n", b"")
        assert site.asked["good"] <= 2, "who comes later reads the store"
