"""Published registries: a manifest and the registry's file, on the web or on disk."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from pro_context_engine.concurrency import progress
from pro_context_engine.domain.errors import DocsError, FetchFailed, NotDocumentation, PageMissing, UrlRefused
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.libraries.registry import manifest as manifests
from pro_context_engine.libraries.registry.manifest import RegistryManifest
from pro_context_engine.libraries.registry.refusal import RegistryRefused

_SCHEMES = ("https://", "http://")
_JSON = "application/json"
_OTHER_LENGTH = "the registry's size differs from its manifest's"


class Publication:
    """A reader of a published registry.

    Args:
        location: URL or path of the manifest from the operator's configuration, so that its origin need not be public.
        fetcher: fetches bytes.
    """

    def __init__(self, location: str, fetcher: Fetcher) -> None:
        self._location = location
        self._fetcher = fetcher
        self._on_web = location.lower().startswith(_SCHEMES)
        self._origins = ["://".join(urlsplit(location)[:2])] if self._on_web else []

    async def manifest(self) -> RegistryManifest:
        """Return the manifest.

        Raises:
            RegistryRefused: there is none, or it is malformed.
        """
        if not self._on_web:
            data = await asyncio.to_thread(_read, Path(self._location), manifests.MOST_MANIFEST_BYTES, "the manifest")
            return manifests.parse(data)
        try:
            response = await self._fetcher.fetch(self._location, origins=self._origins, accept=_JSON)
        except DocsError as fact:
            raise RegistryRefused(f"the manifest: {_reason(fact)}") from fact
        return manifests.parse(response.text.encode())

    async def file(self, manifest: RegistryManifest) -> bytes:
        """Return the registry's file, checked against the manifest.

        Raises:
            RegistryRefused: it cannot be read, or differs from the manifest.
        """
        if self._on_web or manifest.url.lower().startswith(_SCHEMES):
            data = await self._download(urljoin(self._location, manifest.url), manifest.size)
        else:
            place = Path(self._location).parent / manifest.url
            data = await asyncio.to_thread(_read, place, manifest.size, "the registry")
        if len(data) != manifest.size:
            raise RegistryRefused(_OTHER_LENGTH)
        if hashlib.sha256(data).hexdigest() != manifest.sha256:
            raise RegistryRefused("the registry's checksum differs from its manifest's")
        return data

    async def _download(self, url: str, size: int) -> bytes:
        received = bytearray()

        def receive(piece: bytes) -> None:
            received.extend(piece)
            progress.report(len(received), size, "bytes of the registry")

        try:
            await self._fetcher.download(url, receive, max_bytes=size, origins=self._origins)
        except NotDocumentation as fact:
            raise RegistryRefused(_OTHER_LENGTH) from fact
        except DocsError as fact:
            raise RegistryRefused(f"the registry: {_reason(fact)}") from fact
        return bytes(received)


def _read(file: Path, most: int, what: str) -> bytes:
    """Return the bytes of a file; of one that is too long, one byte more than allowed."""
    try:
        if not file.is_file():
            raise RegistryRefused(f"{what}: there is no such file")
        with file.open("rb") as opened:
            return opened.read(most + 1)
    except OSError:
        raise RegistryRefused(f"{what} cannot be read") from None


def _reason(fact: DocsError) -> str:
    if isinstance(fact, PageMissing):
        return "there is nothing at its address"
    if isinstance(fact, NotDocumentation | UrlRefused | FetchFailed):
        return fact.reason
    return "it cannot be fetched"
