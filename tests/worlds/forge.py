"""A server on loopback shaped like GitHub's Enterprise Server: API, raw files, tokens, limits, a log."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

Files = Mapping[str, str]


@dataclass
class Forge:
    """What is on the server, and what was asked of it.

    Attributes:
        origin: `http://127.0.0.1:PORT`.
        repositories: `owner/name` → state (tag, or "HEAD") → path → text.
        private: those that are only shown to the token.
        token: which proves who asks.
        limit: requests of the API that are still answered; None for all. Answers that nothing changed do not count.
        resets: UTC seconds since 1970 at which the limit ends.
        refusal: status of a refusal by the limit.
        largest: so many files are listed at most; a longer list is cut and says so.
        asked: path and query of every request, in order.
        counted: how many of them the limit counts.
        tokens: the header with the token of every request, "" for none.
    """

    origin: str = ""
    repositories: dict[str, dict[str, Files]] = field(default_factory=dict)
    private: set[str] = field(default_factory=set)
    token: str = "gh-secret"
    limit: int | None = None
    resets: int = 0
    refusal: int = 403
    largest: int = 100_000
    asked: list[str] = field(default_factory=list)
    counted: int = 0
    tokens: list[str] = field(default_factory=list)


@dataclass
class Answer:
    status: int = 200
    text: str = ""
    media_type: str = "application/json; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)


class ForgeHandler(BaseHTTPRequestHandler):
    """Answers as GitHub does; another service overrides the parts in which it differs."""

    is_api_path = re.compile(r"/api/v3/repos/").match
    proof = "Bearer {}"

    def __init__(self, forge: Forge, *connection: Any) -> None:
        self.forge = forge
        super().__init__(*connection)

    def do_GET(self) -> None:
        forge, parts = self.forge, urlsplit(self.path)
        forge.asked.append(self.path)
        forge.tokens.append(self.token())
        is_api = self.is_api_path(parts.path) is not None
        if is_api and forge.limit is not None and forge.counted >= forge.limit:
            self._send(Answer(forge.refusal, "{}", headers=self.limit_headers()))
            return
        answer = self.api(parts.path, parts.query) if is_api else self.raw(unquote(parts.path))
        if answer.status == 200:
            tag = f'"{hashlib.sha256(answer.text.encode()).hexdigest()[:16]}"'
            answer.headers["ETag"] = tag
            if self.headers.get("If-None-Match") == tag:
                answer = Answer(304, headers=answer.headers)
        forge.counted += is_api and answer.status != 304
        self._send(answer)

    def token(self) -> str:
        """Return the header by which the caller proves who asks, "" for none."""
        return self.headers.get("Authorization", "")

    def limit_headers(self) -> dict[str, str]:
        """Return the headers of a refusal by the limit."""
        return {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(self.forge.resets)}

    def states(self, key: str) -> dict[str, Files] | None:
        """Return a repository's states, None if there is none that the caller may see."""
        proven = self.token() == self.proof.format(self.forge.token)
        return None if key in self.forge.private and not proven else self.forge.repositories.get(key)

    def api(self, path: str, query: str) -> Answer:
        """Answer a request of the API."""
        owner, name, what = unquote(path).removeprefix("/api/v3/repos/").split("/", 2)
        states = self.states(f"{owner}/{name}")
        if states is None:
            return Answer(404, "{}")
        if what == "git/matching-refs/tags":
            refs = [{"ref": f"refs/tags/{ref}", "object": {"type": "commit"}} for ref in states if ref != "HEAD"]
            return Answer(text=json.dumps(refs))
        ref, _, folder = what.removeprefix("git/trees/").partition("#")
        if ref not in states:
            return Answer(404, "{}")
        recursive = parse_qs(query).get("recursive") == ["1"]
        return Answer(text=json.dumps(self._tree(ref, folder, list(states[ref]), recursive)))

    def _tree(self, ref: str, folder: str, paths: list[str], recursive: bool) -> dict[str, Any]:
        below = [path.removeprefix(folder) for path in paths if path.startswith(folder)]
        folders = {"/".join(path.split("/")[:depth]) for path in below for depth in range(1, path.count("/") + 1)}
        entries = [{"path": path, "type": "blob", "sha": "b"} for path in below]
        entries += [{"path": one, "type": "tree", "sha": f"{ref}#{folder}{one}/"} for one in sorted(folders)]
        if not recursive:
            entries = [entry for entry in entries if "/" not in entry["path"]]
        cut = recursive and len(entries) > self.forge.largest
        return {"sha": ref, "tree": entries[: self.forge.largest] if cut else entries, "truncated": cut}

    def raw(self, path: str) -> Answer:
        """Answer a request outside the API."""
        _, form, owner, name, place = [*path.split("/", 4), "", "", "", ""][:5]
        states = self.states(f"{owner}/{name}") if form == "raw" else None
        for ref, files in (states or {}).items():
            if place.startswith(f"{ref}/") and place.removeprefix(f"{ref}/") in files:
                return Answer(text=files[place.removeprefix(f"{ref}/")], media_type="text/plain; charset=utf-8")
        return Answer(404, "404: Not Found", "text/plain")

    def _send(self, answer: Answer) -> None:
        body = answer.text.encode() if answer.status != 304 else b""
        self.send_response(answer.status)
        headers = {"Content-Type": answer.media_type, "Content-Length": str(len(body)), **answer.headers}
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent: `asked` is the log."""


@contextmanager
def serve_forge(
    repositories: dict[str, dict[str, Files]], handler: type[ForgeHandler] = ForgeHandler
) -> Iterator[Forge]:
    """Serve repositories on a free port of the loopback interface.

    Args:
        repositories: see `Forge.repositories`.
        handler: answers as one service does.

    Yields:
        The server's state, which may be changed while it runs.
    """
    forge = Forge(repositories=repositories)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, forge)) as server:
        forge.origin = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=partial(server.serve_forever, poll_interval=0.01), daemon=True)
        thread.start()
        try:
            yield forge
        finally:
            server.shutdown()
            thread.join()
