"""What a client waits for, and what the server takes: a real server over stdio, a documentation site on loopback.

    python bench/serving.py [--pages N] [--many N] [--latency SECONDS] [--runs N]

The site is made of text of our own; every answer of it comes after the latency. Prints the first get-docs of a library
that nothing is known of, the same again, reads of a cached page (beside `ping`, which does no work: the same process,
the same wire), the memory the server takes while it indexes many pages, and what it takes to read an
llms.txt as large as they come.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from stdio_server import StdioServer

WORDS = (
    "worker",
    "queue",
    "retry",
    "session",
    "cache",
    "token",
    "stream",
    "handler",
    "schema",
    "cursor",
    "lock",
    "parser",
)
SECTIONS = 9
"""Sections of a page: some 1,000 words, about what a guide has."""

LISTED = 9_480
"""Links of the largest index known, which is 3.2 MB; the one that is served has as many, and about that size."""


class Site(ThreadingHTTPServer):
    """A documentation site: an llms.txt and as many Markdown pages as it is told."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, pages: int, latency: float, listed: int = 0) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.origin = f"http://127.0.0.1:{self.server_port}"
        self.latency = latency
        links = "".join(f"- [{title(number)}]({self.origin}/{number}.md): {about(number)}\n" for number in range(pages))
        more = "".join(f"- [{title(number)}]({self.origin}/{number}.md): {long(number)}\n" for number in range(listed))
        self.texts = {"/llms.txt": f"# Bench\n\n## Guides\n\n{links}{more}"}
        self.texts |= {f"/{number}.md": page(number) for number in range(pages)}


class Answer(BaseHTTPRequestHandler):
    """Answers GET from the site's texts, after its latency."""

    protocol_version = "HTTP/1.1"
    server: Site

    def do_GET(self) -> None:
        time.sleep(self.server.latency)
        text = self.server.texts.get(self.path)
        body = (text or "").encode()
        self.send_response(404 if text is None else 200)
        self.send_header("Content-Type", "text/markdown; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        """Stay silent."""


class Client(StdioServer):
    """A server that knows one site and nothing else."""

    def __init__(self, folder: Path, origin: str) -> None:
        source = {"name": "bench", "type": "url", "url": f"{origin}/llms.txt", "libraryId": "bench/bench"}
        configuration = {
            "cache": {"directory": str(folder / "cache")},
            "sources": {"llmsTxt": {"enabled": False}, "package": {"enabled": False}, "custom": [source]},
            "project": {"autoDetect": False},
        }
        super().__init__(folder, configuration)


def title(number: int) -> str:
    """Return a page's title: two words and its number."""
    return f"{WORDS[number % len(WORDS)]} {WORDS[number // len(WORDS) % len(WORDS)]} {number}"


def about(number: int) -> str:
    """Return the line an llms.txt says of a page."""
    return f"How the {title(number)} works"


def long(number: int) -> str:
    """Return a description as long as the largest indexes have them."""
    return ". ".join(about(number + other) for other in range(9))


def page(number: int) -> str:
    """Return a page as Markdown; the same for the same number."""
    chance = random.Random(number)
    text = [f"# {title(number)}\n\n"]
    for section in range(SECTIONS):
        text.append(f"## {chance.choice(WORDS)} and {chance.choice(WORDS)} {section}\n\n")
        text.append(" ".join(chance.choices(WORDS, k=100)) + f"\n\n```python\nrun_{number}({section})\n```\n\n")
    return "".join(text)


def in_thread(site: Site) -> None:
    """Serve a site from a thread, until it is closed."""
    threading.Thread(target=site.serve_forever, daemon=True).start()


@contextmanager
def serving(pages: int, latency: float, listed: int = 0) -> Iterator[Client]:
    """Serve a site of so many pages and a server that knows it, with an empty cache; its index may list more."""
    with Site(pages, latency, listed) as site, tempfile.TemporaryDirectory() as folder:
        in_thread(site)
        client = Client(Path(folder), site.origin)
        try:
            yield client
        finally:
            client.close()
            site.shutdown()


def answer(client: Client, topic: str) -> tuple[float, Any]:
    """Return (seconds, result) of get-docs."""
    started = time.perf_counter()
    result = client.call("get-docs", {"libraries": [{"libraryId": "bench/bench"}], "topic": topic})
    return time.perf_counter() - started, result


def until_indexed(client: Client, pages: int) -> float:
    """Wait until the last page can be found; return the seconds it took."""
    started = time.perf_counter()
    while stored_pages(client) < pages:
        time.sleep(0.05)
    return time.perf_counter() - started


def stored_pages(client: Client) -> int:
    """Return how many pages the server has stored and indexed."""
    health = client.ask("resources/read", {"uri": "pro-context://health"})
    return int(json.loads(health["contents"][0]["text"])["cache"]["persistentEntries"])


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=250)
    parser.add_argument("--many", type=int, default=1000)
    parser.add_argument("--latency", type=float, default=0.05)
    parser.add_argument("--runs", type=int, default=300)
    options = parser.parse_args()
    with serving(options.pages, options.latency) as client:
        cold, result = answer(client, title(17))
        print(f"first get-docs of {options.pages} pages, {options.latency * 1e3:.0f} ms each: {cold:.2f} s")
        print(f"  from {result['source'].rpartition('/')[2]}, confidence {result['confidence']:.2f}")
        print(f"  all pages indexed {until_indexed(client, options.pages):.2f} s after it")
        warm, _ = answer(client, title(17))
        print(f"  the same again: {warm * 1e3:.0f} ms")
        _reads(client, options.runs, result["source"].partition("#")[0])
    with serving(options.many, 0) as client:
        idle = client.memory("VmRSS")
        took, _ = answer(client, title(17))
        took += until_indexed(client, options.many)
        peak = client.memory("VmHWM")
        print(f"indexing {options.many} pages: {took:.1f} s, {idle:.0f} MB before, {peak:.0f} MB at most")
    with serving(0, 0, LISTED) as client:
        _index(client)
    return 0


def _index(client: Client) -> None:
    idle, spent, started = client.memory("VmRSS"), client.seconds(), time.perf_counter()
    client.call("get-library-info", {"libraryId": "bench/bench"})
    took, spent, peak = time.perf_counter() - started, client.seconds() - spent, client.memory("VmHWM")
    memory = f"{idle:.0f} MB before, {peak:.0f} MB at most"
    print(f"an llms.txt of {LISTED} links, 3.3 MB: {took:.2f} s, {spent:.2f} s CPU besides the worker, {memory}")


def _reads(client: Client, runs: int, url: str) -> None:
    pings, reads = [], []
    for _ in range(runs):
        started = time.perf_counter()
        client.ask("ping", {})
        between = time.perf_counter()
        client.call("read-page", {"url": url})
        pings.append(between - started)
        reads.append(time.perf_counter() - between)
    for name, times in (("ping", pings), ("read-page, cached", reads)):
        late = sorted(times)[-max(1, runs // 100)]
        print(f"{name}: median {statistics.median(times) * 1e3:.2f} ms, 99 of 100 within {late * 1e3:.2f} ms")
    print(f"  read-page / ping: {statistics.median(reads) / statistics.median(pings):.1f}")


if __name__ == "__main__":
    sys.exit(main())
