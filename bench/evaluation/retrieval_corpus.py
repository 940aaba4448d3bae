"""The labelled corpora of the benchmark `retrieval`: pages, queries, and a site on loopback that serves them."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Query:
    """A question about a library, and where others say it is answered."""

    id: str
    library: str
    text: str
    style: str
    relevant: frozenset[str]
    sections: frozenset[tuple[str, str]]


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def queries_of(path: Path, libraries: Sequence[str]) -> list[Query]:
    return [_query(line) for line in lines_of(path) if line["library"] in libraries]


def same_page(url: str) -> str:
    """Return what makes two addresses one page: host and path without index page, extension and trailing slash."""
    parts = urlsplit(url)
    path = parts.path
    for ending in ("index.html", "index.md", ".html", ".md"):
        path = path.removesuffix(ending)
    return (parts.netloc.lower() + path).rstrip("/")


def same_section(anchor: str) -> str:
    return "".join(character for character in anchor.lower() if character.isalnum())


def _query(line: Mapping[str, Any]) -> Query:
    labels = line["relevant"]
    return Query(
        line["id"],
        line["library"],
        line["query"],
        line["style"],
        frozenset(same_page(label["url"]) for label in labels),
        frozenset((same_page(label["url"]), same_section(label["anchor"])) for label in labels if label.get("anchor")),
    )


class Site(ThreadingHTTPServer):
    """The corpora as documentation sites: an llms.txt each, whose links lead to this server."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, folders: Sequence[Path]) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.origin = f"http://127.0.0.1:{self.server_port}"
        self.files: dict[str, bytes] = {}
        self.public: dict[str, str] = {}
        for folder in folders:
            index = (folder / "llms.txt").read_text(encoding="utf-8")
            for page in lines_of(folder / "pages.jsonl"):
                address = f"/{folder.name}/{page['path']}"
                self.files[address] = (folder / page["path"]).read_bytes()
                self.public[self.origin + address] = page["url"]
                index = index.replace(f"]({page['url']})", f"]({self.origin}{address})")
            self.files[self.index(folder.name)] = index.encode()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def index(self, library: str) -> str:
        return f"/{library}/llms.txt"

    def public_url(self, url: str) -> str:
        """Return the real address of a page that was read from here, its anchor kept."""
        page, _, anchor = url.partition("#")
        return self.public.get(page, page) + (f"#{anchor}" if anchor else "")


class _Answer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Site

    def do_GET(self) -> None:
        body = self.server.files.get(self.path)
        self.send_response(404 if body is None else 200)
        self.send_header("Content-Type", "text/markdown; charset=utf-8")
        self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, format: str, *arguments: object) -> None:
        """Stay silent."""
