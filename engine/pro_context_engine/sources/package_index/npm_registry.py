"""The npm registries that the user installs from, asked for versions (docs/decisions/0020-npm-packages.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from pro_context_engine.domain.errors import (
    FetchFailed,
    NotDocumentation,
    PackageIndexUnreachable,
    PageMissing,
    SourceUnavailable,
    UrlRefused,
)
from pro_context_engine.domain.fetching import Credentials, Fetcher
from pro_context_engine.libraries.project.index_address import IndexAddress
from pro_context_engine.libraries.project.npm_configuration import NpmRegistries
from pro_context_engine.libraries.registry import name_keys
from pro_context_engine.sources.package_index.packument import (
    ACCEPT,
    NpmListing,
    Packument,
    PackumentUnreadable,
    Tarball,
    packument,
)

NO_REGISTRY = "package: no npm registry is configured"
"""What is tried where npm is neither configured nor installed, since only it knows its own default."""

_MAX_BYTES = 50_000_000
"""Bound on the document of a package with thousands of versions, where it is neither abridged nor compressed."""


@dataclass(frozen=True, slots=True)
class Published:
    """What a registry says of a package.

    Attributes:
        registry: which.
        packument: its document.
    """

    registry: IndexAddress
    packument: Packument

    def proven(self, tarball: Tarball) -> list[str]:
        """Return the origins that may be where nobody routes to: the registry's hash decides what is accepted."""
        return [*self.registry.exempt, _origin(tarball.url)] if self.registry.exempt else []


class NpmRegistry:
    """Asks for packages' documents.

    Args:
        registries: read anew for each package, on a thread of its own.
        fetcher: how bytes arrive.
    """

    def __init__(self, registries: Callable[[], NpmRegistries], fetcher: Fetcher) -> None:
        self._registries = registries
        self._fetcher = fetcher

    async def published(self, package: str) -> tuple[NpmListing, Published | None]:
        """Return a package's versions, and what else its registry says; none where there is no such package.

        Raises:
            SourceUnavailable: no registry is configured.
            PackageIndexUnreachable: it does not answer as one.
        """
        registries = await asyncio.to_thread(self._registries)
        registry = registries.of(package)
        if registry is None or not registry.origin:
            raise SourceUnavailable(name_keys.npm_id(package), [NO_REGISTRY])
        url = f"{registry.without_credentials.rstrip('/')}/{quote(package, safe='@')}"
        credentials = _credentials(registries, url, registry)
        try:
            text = await self._text(url, registry, credentials)
            found = await asyncio.to_thread(packument, text)
        except PageMissing:
            return NpmListing(), None
        except (FetchFailed, UrlRefused, NotDocumentation, PackumentUnreadable) as fact:
            raise PackageIndexUnreachable(name_keys.npm_id(package)) from fact
        return found.listing, Published(registry, found)

    async def credentials(self, published: Published, tarball: Tarball) -> Credentials | None:
        """Return what a tarball is to be asked for with, None for nothing."""
        registries = await asyncio.to_thread(self._registries)
        return _credentials(registries, tarball.url, published.registry)

    async def _text(self, url: str, registry: IndexAddress, credentials: Credentials | None) -> str | bytes:
        exempt = registry.exempt
        try:
            response = await self._fetcher.fetch(
                url, origins=exempt, proven=exempt, accept=ACCEPT, credentials=credentials
            )
        except NotDocumentation:
            whole = bytearray()
            await self._fetcher.download(
                url, whole.extend, max_bytes=_MAX_BYTES, origins=exempt, proven=exempt, credentials=credentials
            )
            return bytes(whole)
        return response.text


def described(registries: NpmRegistries) -> str:
    """Return the registries as they may be shown."""
    scoped = [f"{scope}: {address.shown}" for scope, address in registries.scopes.items()]
    return (
        ", ".join([*scoped, *([registries.main.shown] if registries.main else [])]) or "no npm registry is configured"
    )


def _credentials(registries: NpmRegistries, url: str, registry: IndexAddress) -> Credentials | None:
    """Return what an address is to be asked with: what the user configured for it, for its own origin alone."""
    header = registries.authorization(url)
    if not header and _origin(url) == registry.origin:
        header = registry.authorization
    return Credentials(_origin(url), header) if header else None


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
