"""What an npm registry says of a package: its versions, its tags, and the tarball of each version."""

from __future__ import annotations

import json
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from pro_context_engine.domain.versions.npm_versions import NpmVersion, npm_range, npm_version

ABBREVIATED = "application/vnd.npm.install-v1+json"
ACCEPT = f"{ABBREVIATED}, application/json;q=0.8"

_LATEST = "latest"
_LONGEST = 500
_DIGESTS = {"sha512": 128, "sha384": 96, "sha256": 64}
"""Kinds of digests that count, the strongest first, with their lengths in hex; sha1 where there is no other."""

_SHA1_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Tarball:
    """The file of one version.

    Attributes:
        url: absolute.
        algorithm: of the digest, a name that hashlib knows.
        digest: in lower-case hex.
        deprecation: why the version is not to be used any more, in its publisher's words; "" for nothing.
    """

    url: str
    algorithm: str
    digest: str
    deprecation: str = ""


@dataclass(frozen=True, slots=True)
class NpmRelease:
    """One version, and whether its publisher says that it is not to be used any more."""

    version: NpmVersion
    deprecated: bool = False


@dataclass(frozen=True, slots=True)
class NpmListing:
    """The versions of one package; implements `version_lists.Listing`.

    Attributes:
        releases: in the registry's order.
        tags: what its publishers call some of them (`latest`, `next`).
    """

    releases: tuple[NpmRelease, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return how many versions there are."""
        return len(self.releases)

    def record(self) -> Mapping[str, Any]:
        """Return what `of_record` reads, as JSON has it."""
        return {"versions": [[str(one.version), one.deprecated] for one in self.releases], "tags": dict(self.tags)}

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> Self:
        """Return the listing that a record keeps."""
        found = ((npm_version(text), bool(deprecated)) for text, deprecated in record["versions"])
        return cls(tuple(NpmRelease(version, old) for version, old in found if version), dict(record["tags"]))

    def chosen(self, wanted: str | None) -> NpmVersion | None:
        """Return the version that is meant, None if there is none.

        As npm does it: the one tagged latest wherever it fits, else the highest; a deprecated one only where nothing
        else fits, a pre-release only where it is asked for or nothing else fits.

        Args:
            wanted: an exact version, a tag, or a range such as `^1.2 || >=2.1 <3`; None for the latest.
        """
        versions = self.versions()
        latest = npm_version(self.tags.get(_LATEST, ""))
        text = (wanted or _LATEST).strip()
        exact = npm_version(self.tags.get(text, text))
        if exact is not None:
            return exact if exact in versions else None
        meant = npm_range("*" if wanted is None or text == _LATEST else text)
        if meant is None:
            return None
        if latest in versions and latest is not None and meant.has(latest):
            return latest
        fitting = [one for one in self.releases if meant.has(one.version)]
        fitting = fitting or [one for one in self.releases if meant.has(one.version, prereleases=True)]
        best = max(fitting, key=lambda one: (not one.deprecated, one.version), default=None)
        return best.version if best else None

    def versions(self) -> frozenset[NpmVersion]:
        """Return every version there is."""
        return frozenset(one.version for one in self.releases)

    def newest_first(self, limit: int) -> list[str]:
        """Return the newest versions as text, stable ones before pre-releases; deprecated ones are left out."""
        standing = sorted((one.version for one in self.releases if not one.deprecated), reverse=True)
        return [str(version) for version in sorted(standing, key=lambda version: bool(version.prerelease))[:limit]]


@dataclass(frozen=True, slots=True)
class Packument:
    """A registry's document of one package.

    Attributes:
        listing: its versions.
        tarballs: those that can be checked, by version.
    """

    listing: NpmListing
    tarballs: Mapping[str, Tarball]


class PackumentUnreadable(Exception):
    """The document is none of an npm registry."""


def packument(text: str | bytes) -> Packument:
    """Return what a registry's document says; versions that are none are left out.

    Raises:
        PackumentUnreadable: it is no such document.
    """
    try:
        document = json.loads(text)
        versions = document.get("versions", {}).items()
        tags = document.get("dist-tags", {}).items()
    except (AttributeError, ValueError, RecursionError):
        raise PackumentUnreadable from None
    described = [(version, said) for key, said in versions if isinstance(said, dict) and (version := npm_version(key))]
    releases = tuple(NpmRelease(version, bool(said.get("deprecated"))) for version, said in described)
    files = {str(version): file for version, said in described if (file := _tarball(said))}
    named = {tag: version for tag, version in tags if isinstance(version, str)}
    return Packument(NpmListing(releases, named), files)


def _tarball(said: Mapping[str, Any]) -> Tarball | None:
    dist = said.get("dist")
    url = dist.get("tarball") if isinstance(dist, dict) else None
    if not isinstance(dist, dict) or not isinstance(url, str) or not url.startswith(("https://", "http://")):
        return None
    digest = _integrity(dist.get("integrity")) or _shasum(dist.get("shasum"))
    deprecation = said.get("deprecated")
    reason = deprecation[:_LONGEST] if isinstance(deprecation, str) else "by its publisher" if deprecation else ""
    return Tarball(url, *digest, reason) if digest else None


def _integrity(text: object) -> tuple[str, str] | None:
    """Return algorithm and digest of the strongest hash in a subresource integrity, None if there is none."""
    words = text.split() if isinstance(text, str) and len(text) <= _LONGEST else []
    said = dict(word.partition("?")[0].split("-", 1) for word in words if "-" in word)
    for algorithm, length in _DIGESTS.items():
        try:
            digest = b64decode(said.get(algorithm, ""), validate=True).hex()
        except (NotBase64, ValueError):
            continue
        if len(digest) == length:
            return algorithm, digest
    return None


def _shasum(text: object) -> tuple[str, str] | None:
    lower = text.lower() if isinstance(text, str) else ""
    is_digest = len(lower) == _SHA1_LENGTH and set(lower) <= set("0123456789abcdef")
    return ("sha1", lower) if is_digest else None
