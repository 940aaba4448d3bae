"""An npm registry on loopback, with a log of what was asked and a few faults on demand; tarballs of our own text."""

from __future__ import annotations

import json
import threading
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha1, sha512
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

from tests.worlds.distributions import Content, tar_of


def tarball(name: str, version: str, files: Mapping[str, Content], **manifest: Any) -> bytes:
    """Return a package with these files by path, and a `package.json` that says what is given."""
    said = json.dumps({"name": name, "version": version, **manifest})
    return tar_of({"package/package.json": said, **{f"package/{path}": content for path, content in files.items()}})


@dataclass(slots=True)
class NpmPackage:
    """One package of the registry.

    Attributes:
        tarballs: by version, in the order they were published.
        tags: of versions; without `latest` the last one is.
        deprecated: why versions are not to be used any more.
    """

    tarballs: dict[str, bytes] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    deprecated: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class NpmWorld:
    """A registry that is up; what it has may change at any time.

    Attributes:
        packages: by name.
        integrity: told in place of the right ones, by version; "" for none.
        shasums: whether it tells sha1 digests too.
        token: what it wants as `Authorization`, "" for nothing.
        down: whether every answer is a failure.
        padding: bytes by which it makes every document longer.
        asked: path of every request so far, decoded.
        authorizations: of every request so far, "" where it had none.
    """

    origin: str = ""
    packages: dict[str, NpmPackage] = field(default_factory=dict)
    integrity: dict[str, str] = field(default_factory=dict)
    shasums: bool = True
    token: str = ""
    down: bool = False
    padding: int = 0
    asked: list[str] = field(default_factory=list)
    authorizations: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        """Return the address for a configuration."""
        return f"{self.origin}/npm/"

    def add(self, name: str, version: str, files: Mapping[str, Content], **manifest: Any) -> None:
        """Publish a version of a package."""
        package = self.packages.setdefault(name, NpmPackage())
        package.tarballs[version] = tarball(name, version, files, **manifest)

    def downloads(self) -> list[str]:
        """Return the paths of the tarballs that were downloaded, in order."""
        return [path for path in self.asked if path.startswith("/files/")]


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, world: NpmWorld, *connection: object) -> None:
        self.world = world
        super().__init__(*connection)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        path = unquote(self.path)
        self.world.asked.append(path)
        self.world.authorizations.append(self.headers.get("Authorization", ""))
        name = path.removeprefix("/npm/")
        if self.world.down:
            self._send(HTTPStatus.INTERNAL_SERVER_ERROR)
        elif self.world.token and self.headers.get("Authorization") != self.world.token:
            self._send(HTTPStatus.UNAUTHORIZED)
        elif path.startswith("/npm/") and name in self.world.packages:
            self._send(HTTPStatus.OK, json.dumps(self._document(name)).encode(), "application/json")
        elif path.startswith("/files/"):
            package, _, version = path.removeprefix("/files/").removesuffix(".tgz").rpartition("-v")
            self._send(HTTPStatus.OK, self.world.packages[package].tarballs[version], "application/octet-stream")
        else:
            self._send(HTTPStatus.NOT_FOUND)

    def _document(self, name: str) -> dict[str, object]:
        package = self.world.packages[name]
        versions = {version: self._described(name, version, content) for version, content in package.tarballs.items()}
        tags = {"latest": list(package.tarballs)[-1], **package.tags}
        return {"name": name, "dist-tags": tags, "versions": versions, "padding": " " * self.world.padding}

    def _described(self, name: str, version: str, content: bytes) -> dict[str, object]:
        right = f"sha512-{b64encode(sha512(content).digest()).decode()}"
        dist = {"tarball": f"{self.world.origin}/files/{name}-v{version}.tgz"}
        if integrity := self.world.integrity.get(version, right):
            dist["integrity"] = integrity
        if self.world.shasums:
            dist["shasum"] = sha1(content, usedforsecurity=False).hexdigest()
        deprecated = self.world.packages[name].deprecated.get(version)
        return {"name": name, "version": version, "dist": dist, **({"deprecated": deprecated} if deprecated else {})}

    def _send(self, status: HTTPStatus, body: bytes = b"", media_type: str = "text/plain") -> None:
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent: `asked` is the log."""


@contextmanager
def serve_npm() -> Iterator[NpmWorld]:
    """Serve a registry, empty at first, on a free port of the loopback interface."""
    world = NpmWorld()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, world)) as server:
        world.origin = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=partial(server.serve_forever, poll_interval=0.01), daemon=True)
        thread.start()
        try:
            yield world
        finally:
            server.shutdown()
            thread.join()
