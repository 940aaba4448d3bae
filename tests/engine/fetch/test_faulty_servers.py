"""Servers that misbehave on a real socket."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from pro_context_engine.errors import FetchFailed, NotDocumentation
from pro_context_engine.fetch.client import HttpFetcher
from pro_context_engine.settings import FetchLimits

Reply = Callable[[asyncio.StreamWriter], Awaitable[None]]
LIMITS = FetchLimits(total_seconds=1.0, first_byte_seconds=0.2, max_bytes=100_000)
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"


@contextlib.asynccontextmanager
async def server(reply: Reply) -> AsyncIterator[str]:
    talks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talks.add(asyncio.current_task())  # type: ignore[arg-type]
        try:
            await reader.readuntil(b"\r\n\r\n")
            await reply(writer)
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.transport.abort() if reply in ENDLESS else writer.close()

    listening = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with listening:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        for talk in talks:
            talk.cancel()
        await asyncio.gather(*talks)


def sends(*parts: bytes) -> Reply:
    async def reply(writer: asyncio.StreamWriter) -> None:
        for part in parts:
            writer.write(part)

    return reply


async def drips(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"\r\n")
    while not writer.is_closing():
        writer.write(b"x")
        await writer.drain()
        # Slower than the reader's patience with a single read would ever notice.
        await asyncio.sleep(0.05)


async def endless(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"\r\n")
    while not writer.is_closing():
        writer.write(b"x" * 10_000)
        await writer.drain()


async def interim_storm(writer: asyncio.StreamWriter) -> None:
    while not writer.is_closing():
        writer.write(b"HTTP/1.1 103 Early Hints\r\n\r\n")
        await writer.drain()
        await asyncio.sleep(0)


async def silence(writer: asyncio.StreamWriter) -> None:
    await asyncio.Event().wait()


ENDLESS = (drips, endless, interim_storm, silence)


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(sends(), id="closes at once"),
        pytest.param(sends(b"SSH-2.0-OpenSSH\r\n"), id="not HTTP"),
        pytest.param(sends(HEAD + b"Content-Length: 10\r\n\r\nhalf"), id="body cut"),
        pytest.param(sends(HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"), id="chunks cut"),
        pytest.param(sends(HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"), id="bad chunk"),
        pytest.param(sends(HEAD + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx"), id="two lengths"),
        pytest.param(sends(HEAD + b"X: " + b"x" * 200_000 + b"\r\n\r\nx"), id="huge header"),
        pytest.param(sends(b"HTTP/1.1 301 Moved\r\nContent-Length: 0\r\n\r\n"), id="redirect to nowhere"),
        pytest.param(sends(b"HTTP/1.1 200 OK\r\nContent-Le"), id="header cut"),
        pytest.param(silence, id="hangs"),
        pytest.param(drips, id="drips"),
        pytest.param(interim_storm, id="interim storm"),
    ],
)
async def test_a_fault_ends_in_a_fact_within_the_deadline(reply: Reply) -> None:
    fetcher = HttpFetcher(LIMITS)
    async with server(reply) as origin:
        async with asyncio.timeout(LIMITS.total_seconds + 1):
            with pytest.raises(FetchFailed) as failure:
                await fetcher.fetch(f"{origin}/page", origins=[origin])
        assert failure.value.url == f"{origin}/page"
        await fetcher.close()


async def test_an_endless_body_is_cut_off_at_the_cap() -> None:
    fetcher = HttpFetcher(LIMITS)
    async with server(endless) as origin:
        with pytest.raises(NotDocumentation, match="limit"):
            await fetcher.fetch(f"{origin}/page", origins=[origin])
        await fetcher.close()


async def test_connections_are_used_again() -> None:
    connections = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        with contextlib.suppress(asyncio.IncompleteReadError):
            while await reader.readuntil(b"\r\n\r\n"):
                writer.write(HEAD + b"Content-Length: 1\r\n\r\nx")
        writer.close()

    listening = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with listening:
        origin = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        fetcher = HttpFetcher(LIMITS)
        for number in range(5):
            assert (await fetcher.fetch(f"{origin}/{number}", origins=[origin])).text == "x"
        await fetcher.close()
    assert connections == 1
