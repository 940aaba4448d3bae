"""The worker: what it does, what it sends, and how it ends."""

from __future__ import annotations

import asyncio
import os
import pickle
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pro_context_engine import DocsError
from pro_context_engine.concurrency.workers.pipe_messages import outcome_of
from pro_context_engine.concurrency.workers.process import WorkerLost, WorkerMissing
from pro_context_engine.concurrency.workers.worker import Worker, WorkFailed
from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.documents.pages.html import page_of
from pro_context_engine.domain.errors import NotDocumentation
from pro_context_engine.domain.model import Page
from pro_context_engine.sources.llms_files.full_text_page import document_page

WORLDS = Path(__file__).parents[3] / "worlds"
DOCUMENTS = [path for path in sorted(WORLDS.rglob("*")) if path.suffix in (".md", ".html", ".txt")]
LONG = 60.0
"""Seconds that no test waits for."""

# The only way to wait for the end of a process that is nobody's child here.
needs_process_handles = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux has handles of processes")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.end()


@pytest.fixture
def new() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.end()


@pytest.fixture
def hasty() -> Iterator[Worker]:
    worker = Worker(most_seconds=1)
    yield worker
    worker.end()


def made_of(url: str, text: str, media_type: str) -> tuple[object, ...]:
    """Return everything that is made of a document, or the fact why that is nothing."""
    try:
        page = document_page(url, text, media_type)
    except DocsError as fact:
        return type(fact), fact.details()
    return page, chunks_of(page)


def ended(handle: int, within: float = LONG) -> bool:
    """Wait for the end of a process."""
    readable, _, _ = select.select([handle], [], [], within)
    return bool(readable)


async def test_every_document_becomes_the_same_as_in_this_process(worker: Worker) -> None:
    assert len(DOCUMENTS) > 20
    for path in DOCUMENTS:
        url, text = f"https://docs.example/{path.name}", path.read_text(encoding="utf-8")
        media_type = "text/html" if path.suffix == ".html" else ""
        try:
            page = await worker.do(document_page, url, text, media_type)
            made: tuple[object, ...] = page, await worker.do(chunks_of, page)
        except DocsError as fact:
            made = type(fact), fact.details()
        assert made == made_of(url, text, media_type)


async def test_any_text_goes_both_ways(worker: Worker) -> None:
    text = "\0\ud800\r\n\u2028é中🙂" * 100_000
    assert await worker.do(str.upper, text) == text.upper()


async def test_work_is_done_in_one_process_that_stays(worker: Worker) -> None:
    first = await worker.do(os.getpid)
    assert first != os.getpid()
    assert await worker.do(os.getpid) == first


async def test_what_a_library_prints_is_no_answer(worker: Worker) -> None:
    await worker.do(print, "printed")
    await worker.do(os.write, 1, b"written")
    assert await worker.do(len, "abc") == 3


async def test_a_fact_is_raised_as_it_was(worker: Worker) -> None:
    with pytest.raises(NotDocumentation) as raised:
        await worker.do(page_of, "https://docs.example/a", " ", "")
    assert raised.value.details() == NotDocumentation("https://docs.example/a", "empty").details()


async def test_any_other_error_is_told_and_costs_nothing_else(worker: Worker) -> None:
    process = await worker.do(os.getpid)
    with pytest.raises(WorkFailed, match="invalid literal"):
        await worker.do(int, "x")
    assert await worker.do(os.getpid) == process


async def test_work_that_takes_too_long_is_given_up_and_the_next_is_done(hasty: Worker) -> None:
    with pytest.raises(WorkerLost) as lost:
        await hasty.do(time.sleep, LONG)
    assert lost.value.gave_up
    assert await hasty.do(len, "abc") == 3


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not bound a process's memory")
async def test_work_that_takes_too_much_memory_is_given_up_and_the_next_is_done(worker: Worker) -> None:
    with pytest.raises(WorkerLost) as lost:
        await worker.do(bytearray, 10**10)
    assert lost.value.gave_up
    assert await worker.do(len, "abc") == 3


async def test_a_process_that_was_killed_is_replaced(worker: Worker) -> None:
    first = await worker.do(os.getpid)
    os.kill(first, signal.SIGTERM)
    assert await worker.do(os.getpid) != first


@needs_process_handles
async def test_work_whose_process_is_killed_is_done_by_another(worker: Worker, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = await worker.do(os.getpid)
    reading = asyncio.create_task(worker.do(Path.read_bytes, pipe))
    begun = await asyncio.to_thread(os.open, pipe, os.O_WRONLY)
    handle = os.pidfd_open(process)
    os.kill(process, signal.SIGKILL)
    assert ended(handle)
    os.close(handle)
    again = await asyncio.to_thread(os.open, pipe, os.O_WRONLY)
    os.close(begun)
    os.write(again, b"read")
    os.close(again)
    assert await reading == b"read"


@needs_process_handles
async def test_an_ended_worker_has_no_process_even_over_work_that_nobody_waits_for(new: Worker) -> None:
    handle = os.pidfd_open(await new.do(os.getpid))
    unwanted = asyncio.create_task(new.do(time.sleep, LONG))
    await asyncio.sleep(0)
    unwanted.cancel()
    await asyncio.to_thread(new.end)
    assert ended(handle)
    os.close(handle)
    # What comes next is done by one that is started for it, not by one for what was given up.
    assert await new.do(sum, [1, 2]) == 3


async def test_work_that_kills_each_process_is_given_up_and_the_next_is_done(worker: Worker) -> None:
    with pytest.raises(WorkerLost) as lost:
        await worker.do(os.abort)
    assert not lost.value.gave_up
    assert await worker.do(len, "abc") == 3


@needs_process_handles
async def test_a_process_without_work_is_ended_and_another_started_for_more() -> None:
    worker = Worker(idle_seconds=1)
    handle = os.pidfd_open(await worker.do(os.getpid))
    assert ended(handle)
    os.close(handle)
    assert await worker.do(len, "abc") == 3
    worker.end()


@needs_process_handles
@pytest.mark.parametrize("busy", [False, True])
def test_the_death_of_the_one_who_asks_is_the_workers_end(busy: bool) -> None:
    script = """if True:
        import asyncio, os, sys, time
        from pro_context_engine.concurrency.workers.worker import Worker

        async def main(busy):
            worker = Worker(most_seconds=2)
            print(await worker.do(os.getpid), flush=True)
            await (worker.do(time.sleep, 60) if busy else asyncio.sleep(60))

        asyncio.run(main(sys.argv[1] == "True"))
    """
    command = [sys.executable, "-c", script, str(busy)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as asking:
        assert asking.stdout is not None
        handle = os.pidfd_open(int(asking.stdout.readline()))
        asking.kill()
    assert ended(handle)
    os.close(handle)


async def test_modules_of_the_folder_it_is_started_in_are_not_taken(
    tmp_path: Path, new: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pickle.py").write_text("raise SystemExit")
    (tmp_path / "pro_context_engine.py").write_text("raise SystemExit")
    monkeypatch.chdir(tmp_path)
    assert await new.do(len, "abc") == 3


@pytest.mark.parametrize("program", [shutil.which("true"), "/nowhere/python"])
async def test_where_no_process_can_be_started_that_is_said(
    program: str, new: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", program)
    with pytest.raises(WorkerMissing):
        await new.do(len, "abc")


@pytest.mark.parametrize("sent", [os.system, Path("/").stat(), Path("/"), Worker, len, sys.stdout.__class__])
def test_a_worker_can_send_nothing_but_values(sent: object) -> None:
    with pytest.raises(pickle.UnpicklingError):
        outcome_of(pickle.dumps((sent, None, "")))


def test_a_worker_can_send_the_engines_values() -> None:
    outcome = (Page("https://docs.example/a", "A", "# A\n"), None, "")
    assert outcome_of(pickle.dumps(outcome)) == outcome
