"""A published registry on loopback: manifest and file, with a log of what was asked and a few faults on demand."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

Entry = dict[str, Any]


def entry(library_id: str, **fields: Any) -> Entry:
    """Return an entry that has the required fields."""
    name = library_id.rpartition("/")[2]
    return {"libraryId": library_id, "slug": name.lower(), "name": name.title()} | fields


def document(version: str, *entries: Entry) -> bytes:
    """Return the file of a registry."""
    return json.dumps({"version": version, "libraries": list(entries)}).encode()


def manifest(version: str, data: bytes, said: Mapping[str, object] | None = None) -> bytes:
    """Return the manifest that announces a file, with what else it says of it."""
    told = {"schemaVersion": 1, "version": version, "url": "registry.json", "size": len(data)}
    return json.dumps(told | {"sha256": hashlib.sha256(data).hexdigest()} | dict(said or {})).encode()


@dataclass(slots=True)
class Feed:
    """A feed that is up; what it has may change at any time.

    Attributes:
        files: contents by path.
        types: media types by path, where they are not JSON's.
        asked: path of every request so far.
        cut: whether only half of each file is sent.
    """

    origin: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    cut: bool = False

    @property
    def url(self) -> str:
        """Return the address of the manifest."""
        return f"{self.origin}/manifest.json"

    def publish(self, version: str, *entries: Entry, said: Mapping[str, object] | None = None) -> bytes:
        """Publish a registry with a manifest that perhaps says something else of it; return its file."""
        data = document(version, *entries)
        self.files = {"/registry.json": data, "/manifest.json": manifest(version, data, said)}
        return data

    def write(self, folder: Path) -> Path:
        """Put what is published into a folder; return the path of the manifest."""
        folder.mkdir(exist_ok=True)
        for path, content in self.files.items():
            (folder / path.lstrip("/")).write_bytes(content)
        return folder / "manifest.json"


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, feed: Feed, *connection: object) -> None:
        self.feed = feed
        super().__init__(*connection)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        self.feed.asked.append(self.path)
        body = self.feed.files.get(self.path)
        self.send_response(HTTPStatus.NOT_FOUND if body is None else HTTPStatus.OK)
        body = body or b""
        self.send_header("Content-Type", self.feed.types.get(self.path, "application/json"))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        # Whoever is killed or refuses the answer reads no more of it.
        with suppress(ConnectionError):
            self.wfile.write(body[: len(body) // 2] if self.feed.cut else body)

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent: `asked` is the log."""


@contextmanager
def serve_feed() -> Iterator[Feed]:
    """Serve a feed, empty at first, on a free port of the loopback interface."""
    feed = Feed()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, feed)) as server:
        feed.origin = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=partial(server.serve_forever, poll_interval=0.01), daemon=True)
        thread.start()
        try:
            yield feed
        finally:
            server.shutdown()
            thread.join()
