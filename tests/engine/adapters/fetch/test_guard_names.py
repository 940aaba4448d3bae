import asyncio
import socket
import subprocess
import sys
import threading

import pytest

from pro_context_engine.adapters.fetch.guard import resolve
from pro_context_engine.concurrency.blocking_calls import BlockingCalls


async def test_a_name_has_its_addresses_once() -> None:
    addresses = await resolve("localhost", 443)
    assert set(addresses) <= {"127.0.0.1", "::1"}
    assert len(set(addresses)) == len(addresses) > 0


async def test_a_name_without_address_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> object:
        raise socket.gaierror(socket.EAI_NONAME, "no such name")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(OSError, match="no such name"):
        await resolve("no-such-name.invalid", 443)


def test_a_look_up_that_hangs_does_not_hold_the_exit() -> None:
    script = """
import asyncio, socket, threading
socket.getaddrinfo = lambda *_, **__: threading.Event().wait()
from pro_context_engine.domain.errors import FetchFailed
from pro_context_engine.adapters.fetch import guard
from pro_context_engine.adapters.fetch.urls import parse_url
guard._LOOK_UP_SECONDS = 0.05
try:
    asyncio.run(guard.Guard().check(parse_url("https://docs.example/")))
except FetchFailed as fact:
    print(fact.reason)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("its host name cannot be found\n", "")


async def test_as_many_calls_run_at_once_as_there_are_threads() -> None:
    calls = BlockingCalls("test", threads=2)
    meeting = threading.Barrier(2)
    await asyncio.wait_for(asyncio.gather(calls.call(meeting.wait), calls.call(meeting.wait)), 60)
    alone = BlockingCalls("test")
    together = threading.Barrier(2)
    waiting = [asyncio.create_task(alone.call(lambda: together.wait(0.05))) for _ in range(2)]
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(outcome, threading.BrokenBarrierError) for outcome in outcomes)
