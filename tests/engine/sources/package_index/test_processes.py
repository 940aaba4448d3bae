"""Two processes want one package; one is killed: there is a whole package or none, and never half of one."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.engine.sources.package_index.conftest import Setup
from tests.worlds.distributions import Distribution, wheel

PROGRAM = Path(__file__).with_name("downloading.py")
MODULES = {f"pond_kit/frog_{number}.py": f'"""Frog {number}."""\n' for number in range(200)}


class Site(ThreadingHTTPServer):
    """An index with one file, the second half of which waits for all who download it, or for the test.

    Attributes:
        halves: one for each half that was sent.
        rest: set when the second halves may go.
    """

    daemon_threads = True

    def __init__(self, file: Distribution) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.file = file
        self.url = f"http://127.0.0.1:{self.server_port}/simple/"
        self.halves = threading.Semaphore(0)
        self.rest = threading.Event()


class Answer(BaseHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        file = self.server.file
        if self.path.startswith("/simple/"):
            link = f'<a href="/files/{file.filename}#sha256={file.sha256}">{file.filename}</a>'
            self._begin("text/html", len(link))
            self.wfile.write(link.encode())
            return
        half = len(file.content) // 2
        self._begin("application/octet-stream", len(file.content))
        self.wfile.write(file.content[:half])
        self.wfile.flush()
        self.server.halves.release()
        if self.server.rest.wait(60):
            self.wfile.write(file.content[half:])

    def _begin(self, media_type: str, length: int) -> None:
        self.send_response(200)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(length))
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


@contextmanager
def site() -> Iterator[Site]:
    with Site(wheel("pond-kit", "1.0", MODULES, readme="# Pond\n")) as served:
        thread = threading.Thread(target=served.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield served
        finally:
            served.rest.set()
            served.shutdown()
            thread.join()


def started(cache: Path, site: Site) -> subprocess.Popen[str]:
    command = [sys.executable, str(PROGRAM), str(cache), site.url, "pond-kit", "1.0"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def written(cache: Path) -> set[str]:
    place = cache / "packages/pond-kit/1.0"
    return {path.relative_to(place).as_posix() for path in place.rglob("*.py")}


def unfinished(cache: Path) -> list[str]:
    return [path.name for path in (cache / "packages").iterdir() if path.name.startswith(".")]


def test_two_processes_bring_one_package_at_once(tmp_path: Path) -> None:
    with site() as served:
        both = [started(tmp_path, served), started(tmp_path, served)]
        for _ in both:
            assert served.halves.acquire(timeout=60)
        served.rest.set()
        places = [process.communicate(timeout=60)[0].strip() for process in both]
        assert [process.returncode for process in both] == [0, 0]
    assert places == [str(tmp_path / "packages/pond-kit/1.0")] * 2
    assert written(tmp_path) == set(MODULES)
    assert unfinished(tmp_path) == []


async def test_what_a_killed_process_leaves_is_not_taken_for_whole(tmp_path: Path) -> None:
    setup = Setup(tmp_path)
    with site() as served:
        process = started(tmp_path, served)
        assert served.halves.acquire(timeout=60)
        process.kill()
        process.communicate(timeout=60)
        assert unfinished(tmp_path) != []
        assert setup.folder.package("pond-kit", "1.0") is None
        assert setup.folder.kept() == []
        served.rest.set()
        again = started(tmp_path, served)
        assert again.communicate(timeout=60)[0].strip() == str(tmp_path / "packages/pond-kit/1.0")
    assert written(tmp_path) == set(MODULES)
    assert setup.folder.package("pond-kit", "1.0") is not None
    await setup.fetcher.close()
