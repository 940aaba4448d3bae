"""A package index on loopback (PEP 503, 691, 658), with a log of what was asked and a few faults on demand."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from packaging.utils import canonicalize_name
from tests.worlds.distributions import Distribution

_JSON = "application/vnd.pypi.simple.v1+json"


@dataclass(slots=True)
class PackageIndex:
    """An index that is up; what it has may change at any time.

    Attributes:
        files: by normalised project name.
        metadata: of files that have it beside them, by file name.
        html: whether it knows only the old form of pages.
        sizes: whether it tells sizes.
        ranges: whether it gives parts of files; the parts asked for are in `parts`.
        sha256: digests told in place of the right ones, by file name; "" for none.
        password: what it wants as `Authorization`, "" for nothing.
        down: whether every answer is a failure.
        failure: status of a failure.
        retry_after: header of a failure, "" for none.
        links: where files are said to be, None for the index itself.
        asked: path of every request so far.
        authorizations: of every request so far, "" where it had none.
    """

    origin: str = ""
    files: dict[str, list[Distribution]] = field(default_factory=dict)
    metadata: dict[str, bytes] = field(default_factory=dict)
    html: bool = False
    sizes: bool = True
    ranges: bool = False
    parts: list[tuple[int, int]] = field(default_factory=list)
    sha256: dict[str, str] = field(default_factory=dict)
    password: str = ""
    down: bool = False
    failure: HTTPStatus = HTTPStatus.INTERNAL_SERVER_ERROR
    retry_after: str = ""
    links: str | None = None
    asked: list[str] = field(default_factory=list)
    authorizations: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        """Return the address for a configuration."""
        return f"{self.origin}/simple/"

    def add(self, name: str, *files: Distribution) -> None:
        """Publish files of a project."""
        self.files.setdefault(canonicalize_name(name), []).extend(files)

    def downloads(self) -> list[str]:
        """Return the names of the files that were downloaded, in order."""
        return [path.rpartition("/")[2] for path in self.asked if path.startswith("/files/")]


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, index: PackageIndex, *connection: object) -> None:
        self.index = index
        super().__init__(*connection)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        self.index.asked.append(self.path)
        self.index.authorizations.append(self.headers.get("Authorization", ""))
        _, room, name, *_ = [*self.path.split("/"), "", ""]
        if self.index.down:
            self._send(self.index.failure)
        elif self.index.password and self.headers.get("Authorization") != self.index.password:
            self._send(HTTPStatus.UNAUTHORIZED)
        elif room == "simple" and name in self.index.files:
            self._page(name)
        elif room == "files":
            self._file(name)
        else:
            self._send(HTTPStatus.NOT_FOUND)

    def _page(self, name: str) -> None:
        described = [self._described(file) for file in self.index.files[name]]
        if self.index.html or _JSON not in self.headers.get("Accept", ""):
            text = "<!DOCTYPE html><html><body>" + "\n".join(map(_anchor, described)) + "</body></html>"
            self._send(HTTPStatus.OK, text.encode(), "text/html; charset=utf-8")
        else:
            page = {"meta": {"api-version": "1.1"}, "name": name, "files": described}
            self._send(HTTPStatus.OK, json.dumps(page).encode(), _JSON)

    def _described(self, file: Distribution) -> dict[str, object]:
        digest = self.index.sha256.get(file.filename, file.sha256)
        base = self.index.links if self.index.links is not None else "../../files/"
        described: dict[str, object] = {
            "filename": file.filename,
            "url": f"{base}{file.filename}",
            "hashes": {"sha256": digest} if digest else {},
            "yanked": "taken back" if file.yanked else False,
        }
        if file.requires_python:
            described["requires-python"] = file.requires_python
        if self.index.sizes:
            described["size"] = len(file.content)
        if file.filename in self.index.metadata:
            beside = Distribution("", self.index.metadata[file.filename])
            described["core-metadata"] = {"sha256": beside.sha256}
        return described

    def _file(self, name: str) -> None:
        contents = {file.filename: file.content for files in self.index.files.values() for file in files}
        contents |= {f"{filename}.metadata": beside for filename, beside in self.index.metadata.items()}
        part = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        if name in contents and part and self.index.ranges:
            first, last = int(part[1]), int(part[2])
            self.index.parts.append((first, last))
            whole = contents[name]
            self._send(
                HTTPStatus.PARTIAL_CONTENT,
                whole[first : last + 1],
                "application/octet-stream",
                {"Content-Range": f"bytes {first}-{last}/{len(whole)}"},
            )
        elif name in contents:
            self._send(HTTPStatus.OK, contents[name], "application/octet-stream")
        else:
            self._send(HTTPStatus.NOT_FOUND)

    def _send(
        self,
        status: HTTPStatus,
        body: bytes = b"",
        media_type: str = "text/plain",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        if self.index.down and self.index.retry_after:
            self.send_header("Retry-After", self.index.retry_after)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent: `asked` is the log."""


def _anchor(described: dict[str, object]) -> str:
    hashes = described["hashes"]
    digest = f"#sha256={hashes['sha256']}" if isinstance(hashes, dict) and hashes else ""
    yanked = ' data-yanked=""' if described["yanked"] else ""
    asked = escape(str(described.get("requires-python", "")))
    python = f' data-requires-python="{asked}"' if asked else ""
    return f'<a href="{described["url"]}{digest}"{yanked}{python}>{described["filename"]}</a><br>'


@contextmanager
def serve_index() -> Iterator[PackageIndex]:
    """Serve an index, empty at first, on a free port of the loopback interface."""
    index = PackageIndex()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, index)) as server:
        index.origin = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=partial(server.serve_forever, poll_interval=0.01), daemon=True)
        thread.start()
        try:
            yield index
        finally:
            server.shutdown()
            thread.join()
