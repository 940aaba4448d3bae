"""Sites in memory: what a fetcher gives for each address, and a log of what it was asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pro_context_engine.domain.errors import DocsError, FetchFailed, PageMissing
from pro_context_engine.domain.fetching import Admit, Response
from pro_context_engine.domain.model import Validators

HOST = "https://pier.example"


class FakeSite:
    """Gives HTML by address, or raises the fact that stands there; `robots` is the robots.txt of every site.

    Attributes:
        asked: the pages that were asked for, in order.
        moved: where redirects lead.
        page_of: gives pages that are not listed.
        storable: whether pages may be stored; those in `unstorable` may not.
    """

    def __init__(self, robots: str | DocsError = "", **pages: str) -> None:
        self.pages: dict[str, str | DocsError] = {f"{HOST}/{name}": text for name, text in pages.items()}
        self.robots = robots
        self.robots_asked: list[str] = []
        self.asked: list[str] = []
        self.moved: dict[str, str] = {}
        self.page_of: Callable[[str], str | DocsError] = PageMissing
        self.storable = True
        self.unstorable: set[str] = set()

    async def fetch(
        self, url: str, *, origins: Sequence[str] = (), admit: Admit | None = None, **_: object
    ) -> Response:
        self.asked.append(url)
        landed = url
        while landed in self.moved:
            landed = self.moved[landed]
            if admit:
                await admit(landed)
            self.asked.append(landed)
        found = self.pages.get(landed) or self.page_of(landed)
        if isinstance(found, DocsError):
            raise found
        media_type = "text/plain" if landed.endswith(".txt") else "text/html"
        return Response(landed, 200, media_type, found, storable=self.storable and landed not in self.unstorable)

    async def refetch(self, url: str, known: Validators, *, origins: Sequence[str] = ()) -> Response | None:
        raise FetchFailed(url, FetchFailed.NO_CONNECTION)

    async def beginning(self, url: str, *, max_bytes: int, origins: Sequence[str] = ()) -> bytes:
        self.robots_asked.append(url)
        if isinstance(self.robots, DocsError):
            raise self.robots
        if not self.robots:
            raise PageMissing(url)
        return self.robots.encode()[:max_bytes]


def html(title: str, *links: str) -> str:
    """Return a page with these links."""
    anchors = " ".join(f'<a href="{link}">further</a>' for link in links)
    return f"<html><body><main><h1>{title}</h1><p>About {title}.</p>{anchors}</main></body></html>"
