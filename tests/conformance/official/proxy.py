"""A proxy on loopback that adds a key: the official suite cannot be told one, and the server shall demand it.

Everything else passes as it is, byte for byte (a proxy that parsed headers would mend them), so that what the suite
says is said of the server.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

PIECE = 65_536
_KEY = re.compile(rb"\r\nauthorization:[^\r\n]*", re.IGNORECASE)
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked", re.IGNORECASE)


@asynccontextmanager
async def authorising(url: str, key: str) -> AsyncIterator[str]:
    """Give the address at which the endpoint takes everybody, while the block runs."""
    place = urlsplit(url)
    header = b"\r\nAuthorization: Bearer " + key.encode()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        upstream, to_server = await asyncio.open_connection(place.hostname, place.port)
        back = asyncio.create_task(_pipe(upstream, writer))
        try:
            with suppress(asyncio.IncompleteReadError, OSError):
                while True:
                    await _pass_on(reader, to_server, header)
        finally:
            to_server.close()
            with suppress(OSError):
                await back

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}{place.path}"
    finally:
        server.close()


async def _pass_on(reader: asyncio.StreamReader, to_server: asyncio.StreamWriter, header: bytes) -> None:
    """Pass one request on, with the key and without any other."""
    head = _KEY.sub(b"", await reader.readuntil(b"\r\n\r\n"))
    first, _, rest = head.partition(b"\r\n")
    to_server.write(first + header + b"\r\n" + rest)
    if _CHUNKED.search(head):
        while not (size := await reader.readuntil(b"\r\n")).startswith(b"0"):
            to_server.write(size + await reader.readexactly(int(size.split(b";")[0], 16) + 2))
        to_server.write(size + await reader.readuntil(b"\r\n"))
    elif length := _LENGTH.search(head):
        to_server.write(await reader.readexactly(int(length[1])))
    await to_server.drain()


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while piece := await reader.read(PIECE):
            writer.write(piece)
            await writer.drain()
    finally:
        writer.close()
