"""The reading of response bodies within bounds: bytes on the wire, decoded bytes, and their ratio."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterable, Iterator, Mapping

from pro_context_engine.adapters.fetch.responses import Download
from pro_context_engine.domain.errors import FetchFailed, NotDocumentation
from pro_context_engine.domain.settings import FetchLimits

ACCEPT_ENCODING = "gzip"

_PIECE = 64 * 1024
_MAX_RATIO = 100
_RATIO_COUNTS_FROM = 1_000_000
_GZIP_HEADER = zlib.MAX_WBITS | 16


async def read_body(
    url: str, headers: Mapping[str, str], chunks: AsyncIterable[bytes], limits: FetchLimits
) -> bytearray:
    """Read a whole body and decode its content encoding.

    Args:
        url: named in errors.
        headers: the response's headers, with case-insensitive look-up.
        chunks: the body as received, still encoded.
        limits: bounds in bytes.

    Returns:
        The whole decoded body.

    Raises:
        FetchFailed: the body ends early, or its encoding is damaged or was not requested.
        NotDocumentation: the body exceeds a bound.
    """
    decoder = _decoder(url, headers.get("content-encoding", ""))
    body = bytearray()
    received = 0
    async for chunk in chunks:
        received += len(chunk)
        if received > limits.max_bytes:
            raise NotDocumentation(url, "larger than the limit")
        for piece in decoder.pieces(chunk):
            body += piece
            if len(body) > limits.max_decoded_bytes:
                raise NotDocumentation(url, "larger than the limit once decoded")
            if len(body) > _RATIO_COUNTS_FROM and len(body) > _MAX_RATIO * received:
                raise NotDocumentation(url, "compressed beyond reason")
    _check_end(url, headers, received, complete=decoder.complete)
    return body


async def copy_body(url: str, headers: Mapping[str, str], chunks: AsyncIterable[bytes], download: Download) -> None:
    """Copy a whole body in pieces, without decoding.

    Raises:
        FetchFailed: the body ends early.
        NotDocumentation: the body exceeds its bound.
    """
    announced = headers.get("content-length", "")
    size = int(announced) if announced.isdecimal() else 0
    if size > download.max_bytes:
        raise NotDocumentation(url, "larger than the limit", size=size, limit=download.max_bytes)
    received = 0
    async for chunk in chunks:
        received += len(chunk)
        if received > download.max_bytes:
            raise NotDocumentation(url, "larger than the limit", size=size, limit=download.max_bytes)
        download.into(chunk)
    _check_end(url, headers, received)


async def copy_beginning(
    url: str, headers: Mapping[str, str], chunks: AsyncIterable[bytes], download: Download
) -> None:
    """Copy the first bytes of a body, with its content encoding decoded.

    Raises:
        FetchFailed: the body ends early, or its encoding is damaged or was not requested.
        NotDocumentation: the encoded bytes reach the bound before the decoded ones do.
    """
    decoder = _decoder(url, headers.get("content-encoding", ""))
    room, received = download.max_bytes, 0
    async for chunk in chunks:
        received += len(chunk)
        for piece in decoder.pieces(chunk):
            download.into(piece[:room])
            room -= len(piece)
            if room <= 0:
                return
        if received > download.max_bytes:
            raise NotDocumentation(url, "larger than the limit")
    _check_end(url, headers, received, complete=decoder.complete)


def _check_end(url: str, headers: Mapping[str, str], received: int, *, complete: bool = True) -> None:
    announced = headers.get("content-length", "")
    if not complete or (announced.isdecimal() and int(announced) != received):
        raise FetchFailed(url, "the body was cut short")


class _Plain:
    """A body without content encoding."""

    complete = True

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        yield chunk


class _Gzip:
    """A gzip stream of one or more members, decompressed in small pieces."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._member = zlib.decompressobj(_GZIP_HEADER)
        self._started = False

    @property
    def complete(self) -> bool:
        """Tell whether the last member has ended."""
        return self._member.eof or not self._started

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        self._started = True
        while chunk:
            if self._member.eof:
                self._member = zlib.decompressobj(_GZIP_HEADER)
            try:
                piece = self._member.decompress(chunk, _PIECE)
            except zlib.error as error:
                raise FetchFailed(self._url, "the content encoding is damaged") from error
            yield piece
            chunk = self._member.unconsumed_tail or self._member.unused_data


def _decoder(url: str, encoding: str) -> _Plain | _Gzip:
    match encoding.strip().lower():
        case "" | "identity":
            return _Plain()
        case "gzip" | "x-gzip":
            return _Gzip(url)
        case _:
            raise FetchFailed(url, "a content encoding we did not ask for")
