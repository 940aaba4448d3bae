"""A documentation site that misbehaves as often as it is told, and counts what it is asked for."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from serving import Answer, Site

SLOW_SECONDS = 2.0
STATUSES = (429, 500, 502, 503, 504)


class FaultyAnswer(Answer):
    """Answers like the site, or fails in one of many ways."""

    server: FaultySite

    def do_GET(self) -> None:
        site = self.server
        with site.counting:
            site.asked[self.path] += 1
            fault = site.next_fault(self.path)
        if fault is None:
            super().do_GET()
        else:
            getattr(self, f"_{fault}")()
            self.close_connection = True

    def _status(self) -> None:
        self.send_response(random.choice(STATUSES))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _reset(self) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")

    def _cut(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/markdown")
        self.send_header("Content-Length", "9000")
        self.end_headers()
        self.wfile.write(b"# Half a page\n\nIt ends in the")

    def _rubbish(self) -> None:
        self.wfile.write(b"\x00\x01 this is no HTTP\r\n\r\n")

    def _slow(self) -> None:
        time.sleep(SLOW_SECONDS)
        super().do_GET()


FAULTS = ("status", "reset", "cut", "rubbish", "slow")


class FaultySite(Site):
    """A site of so many pages.

    Attributes:
        share: of its answers that are faults, 0 to 1; those about the table of contents never are.
        asked: how often for what.
    """

    def __init__(self, pages: int, latency: float = 0.0, share: float = 0.0) -> None:
        super().__init__(pages, latency)
        self.RequestHandlerClass = FaultyAnswer
        self.share = share
        self.asked: Counter[str] = Counter()
        self.counting = threading.Lock()
        self._chance = random.Random(1)

    @property
    def source(self) -> dict[str, str]:
        """Return what the configuration says of it."""
        return {"name": "bench", "type": "url", "url": f"{self.origin}/llms.txt", "libraryId": "bench/bench"}

    def next_fault(self, path: str) -> str | None:
        """Return how to fail now, None for not at all."""
        if (path == "/llms.txt" and self.share < 1) or self._chance.random() >= self.share:
            return None
        return self._chance.choice(FAULTS) if self.share < 1 else "reset"

    def handle_error(self, request: object, client_address: object) -> None:
        """Stay silent: that clients hang up belongs to it."""


@contextmanager
def faulty_site(pages: int, latency: float = 0.0, share: float = 0.0) -> Iterator[FaultySite]:
    """Serve such a site while the block runs."""
    with FaultySite(pages, latency, share) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        try:
            yield site
        finally:
            site.shutdown()
