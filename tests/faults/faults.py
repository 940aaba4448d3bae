"""The faults by name; each says in bytes what a server answers.

The module is over 150 lines because it is a catalogue.
"""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

GOOD = "# Tide tables\n\nHigh water comes twice a day.\n"
CHANGED = "# Tide tables\n\nHigh water comes when it likes.\n"
PIECE = 64 * 1024
TAG, TAG_OF_CHANGED = '"one"', '"two"'
DATE = "Sat, 21 Nov 2026 10:00:00 GMT"


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked.

    Attributes:
        turn: 1 for the first request for this fault, 2 for the second, …
        headers: names in lower case.
        canary: origin of a server that nobody should ever ask.
    """

    turn: int
    headers: Mapping[str, str]
    canary: str


Fault = Callable[[Request, asyncio.StreamWriter], Awaitable[None]]


class CutOff(Exception):
    """Raised by a fault that ends in a reset of the connection."""


def answer(
    body: str | bytes = GOOD, status: str = "200 OK", *headers: str, media_type: str = "text/markdown; charset=utf-8"
) -> bytes:
    content = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {media_type}", f"Content-Length: {len(content)}", *headers]
    return head(*lines) + content


def head(*lines: str) -> bytes:
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1")


def says(*parts: bytes) -> Fault:
    async def fault(request: Request, writer: asyncio.StreamWriter) -> None:
        for part in parts:
            writer.write(part)
            await writer.drain()

    return fault


def status(line: str, *headers: str) -> Fault:
    return says(answer("no", line, *headers))


def of(body: str | bytes, media_type: str) -> Fault:
    return says(answer(body, media_type=media_type))


def encoded(name: str, body: bytes) -> Fault:
    return says(answer(body, "200 OK", f"Content-Encoding: {name}"))


def redirect(location: str, line: str = "302 Found") -> Fault:
    return says(answer("", line, f"Location: {location}"))


def first(good: Fault, then: Fault) -> Fault:
    """Answer the first request with one, all others with another."""

    async def fault(request: Request, writer: asyncio.StreamWriter) -> None:
        await (good if request.turn == 1 else then)(request, writer)

    return fault


def repeating(start: bytes, piece: bytes, pause: float = 0.0) -> Fault:
    async def fault(request: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(start)
        while not writer.is_closing():
            writer.write(piece)
            await writer.drain()
            # A pause of its own is what makes a server slow.
            await asyncio.sleep(pause)

    return fault


def conditional(state: Callable[[int], tuple[str, list[str]]], *, matches: Callable[[Request], bool]) -> Fault:
    """Answer 304 to a condition that matches, else with the document of the turn."""

    async def fault(request: Request, writer: asyncio.StreamWriter) -> None:
        text, headers = state(request.turn)
        same = matches(request)
        writer.write(head("HTTP/1.1 304 Not Modified", *headers) if same else answer(text, "200 OK", *headers))

    return fault


def tagged(tag: str) -> Fault:
    return conditional(lambda _: (GOOD, [f"ETag: {tag}"]), matches=lambda r: r.headers.get("if-none-match") == tag)


async def hang(request: Request, writer: asyncio.StreamWriter) -> None:
    await asyncio.Event().wait()


async def reset(request: Request, writer: asyncio.StreamWriter) -> None:
    raise CutOff


async def redirect_to_canary(request: Request, writer: asyncio.StreamWriter) -> None:
    await redirect(f"{request.canary}/")(request, writer)


async def links_to_canary(request: Request, writer: asyncio.StreamWriter) -> None:
    page = (
        f'<!doctype html><html><head><title>Tides</title><meta http-equiv="refresh" content="0;url={request.canary}/">'
        f'<link rel="stylesheet" href="{request.canary}/s.css"><base href="{request.canary}/"></head>'
        f'<body><h1>Tides</h1><img src="{request.canary}/i.png"><p>High water. <a href="{request.canary}/">More</a></p>'
    )
    await of(page, "text/html")(request, writer)


_OPEN = head("HTTP/1.1 200 OK", "Content-Type: text/markdown")
_CHUNKED = head("HTTP/1.1 200 OK", "Content-Type: text/markdown", "Transfer-Encoding: chunked")
_ZIPPED = gzip.compress(GOOD.encode() * 100)
_LOGIN = (
    "<!doctype html><html><head><title>Sign in - Tides</title></head>"
    '<body><form><input name="user"><input type="password"></form></body></html>'
)

BOUNDS: dict[str, Fault] = {
    "big": says(answer(b"x" * 6_000_000)),
    "endless": repeating(_OPEN, b"x" * PIECE),
    "gzip-bomb": encoded("gzip", gzip.compress(b"\n" * 30_000_000)),
    "gzip-nested": encoded("gzip, gzip", gzip.compress(gzip.compress(GOOD.encode()))),
}
SLOW: dict[str, Fault] = {
    "hang": hang,
    "slow-drip": repeating(_OPEN, b"x", 0.05),
    "slow-header": repeating(b"HTTP/1.1 200 OK\r\nX: ", b"x", 0.05),
    "interim-storm": repeating(b"", b"HTTP/1.1 103 Early Hints\r\n\r\n"),
}
MALFORMED: dict[str, Fault] = {
    "close": says(),
    "reset": reset,
    "truncated": says(answer(GOOD)[:-10]),
    "truncated-chunked": says(_CHUNKED, b"5\r\nhello\r\n"),
    "truncated-gzip": says(head("HTTP/1.1 200 OK", "Content-Encoding: gzip"), _ZIPPED[:-9]),
    "truncated-gzip-whole-length": encoded("gzip", _ZIPPED[:-9]),
    "bad-gzip": encoded("gzip", b"not gzip at all"),
    "gzip-with-rubbish": encoded("gzip", _ZIPPED + b"rubbish"),
    "bad-br": encoded("br", b"not brotli"),
    "bad-zstd": encoded("zstd", b"not zstd"),
    "deflate": encoded("deflate", zlib.compress(GOOD.encode())),
    "unknown-encoding": encoded("frobnicate", GOOD.encode()),
    "bad-chunk": says(_CHUNKED, b"zz\r\nhello\r\n0\r\n\r\n"),
    "endless-chunk-size": says(_CHUNKED, b"f" * 100_000),
    "two-lengths": says(head("HTTP/1.1 200 OK", "Content-Length: 1", "Content-Length: 2") + b"xx"),
    "negative-length": says(head("HTTP/1.1 200 OK", "Content-Length: -1") + b"xx"),
    "not-http": says(b"SSH-2.0-OpenSSH_9.9\r\n"),
    "bad-status": says(b"HTTP/1.1 999999 What\r\n\r\n"),
    "huge-header": says(head("HTTP/1.1 200 OK", "X: " + "x" * 300_000) + b"x"),
    "many-headers": says(head("HTTP/1.1 200 OK", *(f"X-{n}: x" for n in range(20_000))) + b"x"),
    "cut-header": says(b"HTTP/1.1 200 OK\r\nContent-Le"),
    "204": says(head("HTTP/1.1 204 No Content")),
    "206": status("206 Partial Content", "Content-Range: bytes 0-1/99"),
    "304-unasked": says(head("HTTP/1.1 304 Not Modified")),
    "redirect-nowhere": status("301 Moved Permanently"),
    "redirect-loop": redirect("redirect-loop"),
    "redirect-to-file": redirect("file:///etc/hosts"),
    "redirect-to-metadata": redirect("http://169.254.169.254/latest/"),
    "redirect-to-canary": redirect_to_canary,
}
STATUSES: dict[str, Fault] = {
    code: status(f"{code} So") for code in ("400", "401", "403", "404", "410", "429", "451", "500", "502", "503", "504")
}
CONTENT: dict[str, Fault] = {
    "empty": of("", "text/markdown"),
    "blank": of(" \n\t\n", "text/markdown"),
    "png": of(b"\x89PNG\r\n\x1a\n" + bytes(64), "text/markdown"),
    "exe": of(b"MZ\x90\x00" + bytes(64), "text/markdown"),
    "pdf": of(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", "text/markdown"),
    "picture": of(b"\x89PNG\r\n\x1a\n", "image/png"),
    "archive": of(b"PK\x03\x04", "application/zip"),
    "login": of(_LOGIN, "text/html"),
    "json": of('{"tide": "high"}', "application/json"),
    "unknown-charset": of(GOOD, "text/markdown; charset=klingon"),
    "utf-7": of("# Tide\n\n+ADw-script+AD4-", "text/markdown; charset=utf-7"),
    "utf-16": of(GOOD.encode("utf-16"), "text/markdown; charset=utf-16"),
    "byte-order-mark": of(b"\xef\xbb\xbf" + GOOD.encode(), "text/markdown"),
    "surrogates": of(GOOD.encode() * 8 + b"Tide \xed\xa0\x80 tables", "text/markdown; charset=utf-8"),
    "bad-utf-8": of(GOOD.encode() * 8 + b"Tide \xff\xfa tables", "text/markdown; charset=utf-8"),
    "links": links_to_canary,
}
CHANGING: dict[str, Fault] = {
    "good": says(answer()),
    "flaky": first(status("503 Later", "Retry-After: 0"), says(answer())),
    "down-after": first(says(answer()), status("503 Later")),
    "hang-after": first(says(answer()), hang),
    "gone-after": first(says(answer()), status("404 Gone")),
    "login-after": first(says(answer()), of(_LOGIN, "text/html")),
    "etag-strong": tagged(TAG),
    "etag-weak": tagged(f"W/{TAG}"),
    "etag-unquoted": tagged("one"),
    "last-modified": conditional(
        lambda _: (GOOD, [f"Last-Modified: {DATE}"]), matches=lambda r: r.headers.get("if-modified-since") == DATE
    ),
    "etag-changes": conditional(
        lambda turn: (GOOD, [f"ETag: {TAG}"]) if turn == 1 else (CHANGED, [f"ETag: {TAG_OF_CHANGED}"]),
        matches=lambda r: r.headers.get("if-none-match") == TAG_OF_CHANGED,
    ),
    "etag-reused": conditional(
        lambda turn: (GOOD if turn == 1 else CHANGED, [f"ETag: {TAG}"]),
        matches=lambda r: r.headers.get("if-none-match") == TAG,
    ),
    "always-304": conditional(lambda _: (GOOD, [f"ETag: {TAG}"]), matches=lambda r: r.turn > 1),
    "odd-etag": says(answer(GOOD, "200 OK", "ETag: \u00e9" + "x" * 300)),
    "no-store": says(answer(GOOD, "200 OK", "Cache-Control: private, No-Store")),
}
FAULTS: dict[str, Fault] = BOUNDS | SLOW | MALFORMED | STATUSES | CONTENT | CHANGING
