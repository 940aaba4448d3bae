"""`pro-context worker`: a process that does the work which servers of a database leave to it."""

import signal
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

import pytest
from tests.postgres import fresh_database, needs_postgres

from pro_context.cli.main import main
from pro_context_engine.domain.work_queue import task_of

WORKER = [sys.executable, "-m", "pro_context.cli", "worker"]
TASK = task_of("nobody/nothing", "")


def test_a_worker_without_a_database_has_no_work(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worker"]) == 2
    assert "store.url names no database" in capsys.readouterr().err


@needs_postgres
def test_a_worker_takes_tasks_until_a_signal_arrives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import psycopg

    monkeypatch.setenv("PRO_CONTEXT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("PRO_CONTEXT_LOG_LEVEL", "info")
    monkeypatch.chdir(tmp_path)
    put = "INSERT INTO pro_context.task (digest, task, due_at) VALUES (sha256(%s), %s, now())"
    with fresh_database() as url, psycopg.connect(url, autocommit=True) as connection:
        monkeypatch.setenv("PRO_CONTEXT_STORE_URL", url)
        connection.execute(put, (TASK.encode(), TASK))
        with subprocess.Popen(WORKER, stderr=subprocess.PIPE, text=True) as worker:
            said = [*takewhile(lambda line: "is not finished" not in line, worker.stderr)]
            worker.send_signal(signal.SIGTERM)
            assert worker.wait(60) == 0
        assert connection.execute("SELECT attempts FROM pro_context.task").fetchall() == [(1,)]
    assert "doing the work" in "".join(said)
    assert url not in "".join(said)
