"""Where documents are worked on."""

from __future__ import annotations

import logging
import os
import select
import sys
import time
from collections.abc import Iterator

import pytest

from pro_context_engine import open_engine
from pro_context_engine.concurrency.workers import large_documents
from pro_context_engine.concurrency.workers.large_documents import LARGE, work_on
from pro_context_engine.concurrency.workers.worker import Worker
from pro_context_engine.domain.errors import NotDocumentation
from pro_context_engine.domain.settings import Settings

URL = "https://docs.example/page"


@pytest.fixture(autouse=True)
def _own_worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    worker = Worker(most_seconds=1)
    monkeypatch.setattr(large_documents, "_worker", worker)
    yield
    worker.end()


async def test_small_documents_are_worked_on_here() -> None:
    assert await work_on(URL, LARGE - 1, os.getpid) == os.getpid()


async def test_large_documents_are_worked_on_elsewhere() -> None:
    assert await work_on(URL, LARGE, os.getpid) != os.getpid()


async def test_a_document_that_takes_too_long_is_none_and_the_next_is_read() -> None:
    with pytest.raises(NotDocumentation) as raised:
        await work_on(URL, LARGE, time.sleep, 60.0)
    assert raised.value.url == URL
    assert await work_on(URL, LARGE, len, "abc") == 3


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux has handles of processes")
async def test_an_engine_that_is_closed_leaves_no_process() -> None:
    handle = os.pidfd_open(await work_on(URL, LARGE, os.getpid))
    docs = open_engine(Settings(detect=False, llms_txt=False, packages=False))
    await docs.close()
    readable, _, _ = select.select([handle], [], [], 60)
    os.close(handle)
    assert readable
    assert await work_on(URL, LARGE, len, "abc") == 3


async def test_where_there_can_be_no_other_process_everything_is_worked_on_here(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with caplog.at_level(logging.WARNING):
        assert await work_on(URL, LARGE, os.getpid) == os.getpid()
    assert "no worker process can be started" in caplog.text
