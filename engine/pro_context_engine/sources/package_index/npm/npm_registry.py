"""The npm registries that the user installs from, asked for versions (docs/decisions/0020-npm-packages.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import quote

from pro_context_engine.domain.errors import (
    FetchFailed,
    NotDocumentation,
    PackageIndexUnreachable,
    PageMissing,
    SourceUnavailable,
    UrlRefused,
)
from pro_context_engine.domain.fetching import Credentials, Fetcher
from pro_context_engine.domain.page_address import origin_of
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries import name_keys
from pro_context_engine.libraries.project.index_address import IndexAddress
from pro_context_engine.sources.package_index.npm.packument import (
    ACCEPT,
    NpmListing,
    Packument,
    PackumentUnreadable,
    Tarball,
    packument,
)

if TYPE_CHECKING:
    from pro_context_engine.libraries.project.npm_configuration import NpmRegistries

NO_REGISTRY = "package: no npm registry is configured"
"""The attempt that an error names if npm is neither configured nor installed: only npm has its default registry."""

_MAX_BYTES = 50_000_000
"""The bound on a package's document, which may have thousands of versions, unabridged and uncompressed."""


@value_class
class PublishedNpmPackage:
    """A package's document with its registry.

    Attributes:
        registry: the registry.
        packument: the document.
    """

    registry: IndexAddress
    packument: Packument

    def proven_origins(self, tarball: Tarball) -> list[str]:
        """Return the origins in unrouted ranges that are allowed, because the registry's hash proves the file."""
        return [*self.registry.exempt_origins, origin_of(tarball.url)] if self.registry.exempt_origins else []


class NpmRegistry:
    """A client of the npm registries for packages' documents.

    Args:
        registries: reads the configuration, for each package, in a thread.
        fetcher: fetches bytes.
    """

    def __init__(self, registries: Callable[[], NpmRegistries], fetcher: Fetcher) -> None:
        self._registries = registries
        self._fetcher = fetcher

    async def read(self, package: str) -> tuple[NpmListing, PublishedNpmPackage | None]:
        """Return a package's versions and its document; no versions and None if there is no such package.

        Raises:
            SourceUnavailable: no registry is configured.
            PackageIndexUnreachable: the registry does not answer, or not with a document.
        """
        registries = await asyncio.to_thread(self._registries)
        registry = registries.of(package)
        if registry is None or not registry.origin:
            raise SourceUnavailable(name_keys.npm_id(package), [NO_REGISTRY], reason=NO_REGISTRY.partition(": ")[2])
        url = f"{registry.without_credentials.rstrip('/')}/{quote(package, safe='@')}"
        credentials = _credentials(registries, url, registry)
        try:
            text = await self._text(url, registry, credentials)
            found = await asyncio.to_thread(packument, text)
        except PageMissing:
            return NpmListing(), None
        except (FetchFailed, UrlRefused, NotDocumentation, PackumentUnreadable) as fact:
            raise PackageIndexUnreachable.because_of(name_keys.npm_id(package), fact) from fact
        return found.listing, PublishedNpmPackage(registry, found)

    async def credentials(self, published: PublishedNpmPackage, tarball: Tarball) -> Credentials | None:
        """Return the credentials for a tarball, None if it needs none."""
        registries = await asyncio.to_thread(self._registries)
        return _credentials(registries, tarball.url, published.registry)

    async def _text(self, url: str, registry: IndexAddress, credentials: Credentials | None) -> str | bytes:
        exempt = registry.exempt_origins
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


def describe(registries: NpmRegistries) -> str:
    """Return the registries as text without secrets."""
    scoped = [f"{scope}: {address.display_text}" for scope, address in registries.scopes.items()]
    return (
        ", ".join([*scoped, *([registries.main.display_text] if registries.main else [])])
        or "no npm registry is configured"
    )


def _credentials(registries: NpmRegistries, url: str, registry: IndexAddress) -> Credentials | None:
    """Return the credentials that the user configured for a URL; those of a registry are for its own origin only."""
    header = registries.authorization(url)
    if not header and origin_of(url) == registry.origin:
        header = registry.authorization
    return Credentials(origin_of(url), header) if header else None
