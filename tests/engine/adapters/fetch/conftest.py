"""A network without sockets: names resolve from a table, every request is answered by a function of the test."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx2
import pytest

from pro_context_engine.adapters.fetch.client import HttpFetcher
from pro_context_engine.adapters.fetch.guard import Guard
from pro_context_engine.domain.fetching import ApiSite
from pro_context_engine.domain.settings import FetchLimits

Answer = Callable[[httpx2.Request], httpx2.Response]


@dataclass
class FakeNetwork:
    """Stands between a fetcher and the world.

    Attributes:
        answers: URL with the host's name -> how it answers.
        names: name -> address texts, one list per look-up; the last one repeats. Others resolve to a public address.
        dialled: address texts in order.
        requests: in order.
        pauses: seconds slept before retries, in order.
        refused: address texts that refuse connections.
    """

    answers: dict[str, Answer] = field(default_factory=dict)
    names: dict[str, list[list[str]]] = field(default_factory=dict)
    dialled: list[str] = field(default_factory=list)
    requests: list[httpx2.Request] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)

    def text(
        self, url: str, body: str | bytes, content_type: str = "text/plain; charset=utf-8", **headers: str
    ) -> None:
        content = body.encode() if isinstance(body, str) else body
        self.on(url, lambda _: httpx2.Response(200, content=content, headers={"Content-Type": content_type, **headers}))

    def status(self, url: str, status: int, **headers: str) -> None:
        self.on(url, lambda _: httpx2.Response(status, headers=headers))

    def redirect(self, url: str, location: str, status: int = 302) -> None:
        self.on(url, lambda _: httpx2.Response(status, headers={"Location": location}))

    def on(self, url: str, answer: Answer) -> None:
        self.answers[url] = answer

    async def resolve(self, host: str, port: int) -> Sequence[str]:
        answers = self.names.get(host, [["93.184.215.14"]])
        return answers.pop(0) if len(answers) > 1 else answers[0]

    async def handle(self, request: httpx2.Request) -> httpx2.Response:
        self.dialled.append(request.url.host)
        if request.url.host in self.refused:
            raise httpx2.ConnectError("refused")
        self.requests.append(request)
        url = f"{request.url.scheme}://{request.headers['Host']}{request.url.raw_path.decode()}"
        return self.answers[url](request) if url in self.answers else httpx2.Response(404)

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)

    def fetcher(
        self,
        limits: FetchLimits | None = None,
        *,
        trust_environment_proxies: bool = False,
        timer: Callable[[], float] = time.monotonic,
        sites: Sequence[ApiSite] = (),
        **guard: Any,
    ) -> HttpFetcher:
        return HttpFetcher(
            limits,
            timer=timer,
            sites=sites,
            trust_environment_proxies=trust_environment_proxies,
            guard=Guard(self.resolve, **guard),
            transport=httpx2.MockTransport(self.handle),
            sleep=self.sleep,
            random=lambda: 0.5,
        )


@pytest.fixture
def network() -> FakeNetwork:
    return FakeNetwork()
