"""A folder served on loopback like a documentation site, with a log of what was asked and a few faults on demand."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_MEDIA_TYPES = {".txt": "text/plain", ".md": "text/markdown", ".html": "text/html"}
_SERVED_WITHOUT_ENDING = (".md", ".html")


class _Handler(BaseHTTPRequestHandler):
    """Answers GET.

    `/status/CODE` answers with that status, whatever ending the path has; `/redirect/PATH` redirects to /PATH.
    `{origin}` in a text file stands for the address of the server. A Sphinx inventory, `objects.inv`, is made of the
    `objects.txt` beside it, and a folder has an `index.html`.
    """

    def __init__(self, folder: Path, asked: list[str], is_open: threading.Event, *connection: object) -> None:
        self.folder = folder
        self.asked = asked
        self.is_open = is_open
        super().__init__(*connection)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        path = self.path.partition("?")[0]
        if path != "/llms.txt":
            self.is_open.wait()
        if path.startswith("/status/"):
            self._send(HTTPStatus(int(path.removeprefix("/status/").partition(".")[0])))
        elif path.startswith("/redirect/"):
            self._send(HTTPStatus.FOUND, Location="/" + path.removeprefix("/redirect/"))
        else:
            self._send_file(path)

    def _send_file(self, path: str) -> None:
        named = self.folder / path.lstrip("/")
        if named.name == "objects.inv" and (listed := named.with_suffix(".txt")).is_file():
            lines = listed.read_bytes().split(b"\n")
            self._send(HTTPStatus.OK, b"\n".join(lines[:4]) + b"\n" + zlib.compress(b"\n".join(lines[4:])))
            return
        if path.endswith("/") and named.is_dir():
            named /= "index.html"
        candidates = [named, *(named.with_name(named.name + ending) for ending in _SERVED_WITHOUT_ENDING)]
        file = next((candidate for candidate in candidates if candidate.is_file()), None)
        if file is None or ".." in path or file.suffix not in _MEDIA_TYPES:
            self._send(HTTPStatus.NOT_FOUND)
            return
        text = file.read_text(encoding="utf-8").replace("{origin}", f"http://{self.headers['Host']}")
        media_type = f"{_MEDIA_TYPES[file.suffix]}; charset=utf-8"
        self._send(HTTPStatus.OK, text.encode(), **{"Content-Type": media_type})

    def _send(self, status: HTTPStatus, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent: `asked` is the log."""


@contextmanager
def serve_folder(folder: Path, is_open: threading.Event | None = None) -> Iterator[tuple[str, list[str]]]:
    """Serve a folder on a free port of the loopback interface.

    Args:
        folder: its .txt, .md and .html files are served, the last two also without their ending.
        is_open: while it is cleared, requests for anything but `/llms.txt` wait; set at the end.

    Yields:
        (origin, path and query of every request so far).
    """
    asked: list[str] = []
    if is_open is None:
        is_open = threading.Event()
    is_open.set()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, folder, asked, is_open)) as server:
        thread = threading.Thread(target=partial(server.serve_forever, poll_interval=0.01), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", asked
        finally:
            is_open.set()
            server.shutdown()
            thread.join()
