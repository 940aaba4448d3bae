"""An npm registry's document of a package: its versions, its tags, and the tarball of each version."""

from __future__ import annotations

import json
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Mapping
from dataclasses import field
from typing import Any, Self

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.domain.versions.npm_versions import NpmVersion, npm_range, npm_version

ABBREVIATED = "application/vnd.npm.install-v1+json"
ACCEPT = f"{ABBREVIATED}, application/json;q=0.8"

_LATEST = "latest"
_LONGEST = 500
_DIGESTS = {"sha512": 128, "sha384": 96, "sha256": 64}
"""The accepted digests, the strongest first, with their lengths in hex; sha1 is used if there is no other."""

_SHA1_LENGTH = 40


@value_class
class Tarball:
    """The file of one version.

    Attributes:
        url: absolute.
        algorithm: algorithm of the digest, a name that hashlib knows.
        digest: in lower-case hex.
        deprecation: the publisher's reason why the version is deprecated; "" for none.
    """

    url: str
    algorithm: str
    digest: str
    deprecation: str = ""


@value_class
class NpmRelease:
    """One version, and whether its publisher has deprecated it."""

    version: NpmVersion
    deprecated: bool = False


@value_class
class NpmListing:
    """The versions of one package; implements `version_lists.VersionListing`.

    Attributes:
        releases: in the registry's order.
        tags: versions by the publisher's tags (`latest`, `next`).
    """

    releases: tuple[NpmRelease, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return the number of versions."""
        return len(self.releases)

    def record(self) -> Mapping[str, Any]:
        """Return the listing as JSON values, for `of_record`."""
        return {"versions": [[str(one.version), one.deprecated] for one in self.releases], "tags": dict(self.tags)}

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> Self:
        """Return the listing in a record."""
        found = ((npm_version(text), bool(deprecated)) for text, deprecated in record["versions"])
        return cls(tuple(NpmRelease(version, old) for version, old in found if version), dict(record["tags"]))

    def choose(self, wanted: str | None) -> NpmVersion | None:
        """Return the version for a request, None if there is none.

        By npm's rules: the version tagged latest if it fits, else the highest one; a deprecated one only if no other
        fits; a pre-release only if the range names one or no other version fits.

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
        if latest in versions and latest is not None and meant.contains(latest):
            return latest
        fitting = [one for one in self.releases if meant.contains(one.version)]
        fitting = fitting or [one for one in self.releases if meant.contains(one.version, prereleases=True)]
        best = max(fitting, key=lambda one: (not one.deprecated, one.version), default=None)
        return best.version if best else None

    def versions(self) -> frozenset[NpmVersion]:
        """Return all versions."""
        return frozenset(one.version for one in self.releases)

    def newest_first(self, limit: int) -> list[str]:
        """Return the newest versions as text, stable ones before pre-releases, without deprecated ones."""
        standing = sorted((one.version for one in self.releases if not one.deprecated), reverse=True)
        return [str(version) for version in sorted(standing, key=lambda version: bool(version.prerelease))[:limit]]


@value_class
class Packument:
    """A registry's document of one package.

    Attributes:
        listing: its versions.
        tarballs: tarballs with a digest, by version.
    """

    listing: NpmListing
    tarballs: Mapping[str, Tarball]


class PackumentUnreadable(Exception):
    """The document is not one of an npm registry."""


def packument(text: str | bytes) -> Packument:
    """Return the content of a registry's document, without malformed versions.

    Raises:
        PackumentUnreadable: it is not such a document.
    """
    try:
        document = json.loads(text)
        versions = document.get("versions", {}).items()
        tags = document.get("dist-tags", {}).items()
    except (AttributeError, ValueError, RecursionError):
        raise PackumentUnreadable from None
    described = [
        (version, entry) for key, entry in versions if isinstance(entry, dict) and (version := npm_version(key))
    ]
    releases = tuple(NpmRelease(version, bool(entry.get("deprecated"))) for version, entry in described)
    files = {str(version): file for version, entry in described if (file := _tarball(entry))}
    named = {tag: version for tag, version in tags if isinstance(version, str)}
    return Packument(NpmListing(releases, named), files)


def _tarball(entry: Mapping[str, Any]) -> Tarball | None:
    dist = entry.get("dist")
    url = dist.get("tarball") if isinstance(dist, dict) else None
    if not isinstance(dist, dict) or not isinstance(url, str) or not url.startswith(("https://", "http://")):
        return None
    digest = _integrity(dist.get("integrity")) or _shasum(dist.get("shasum"))
    deprecation = entry.get("deprecated")
    reason = deprecation[:_LONGEST] if isinstance(deprecation, str) else "by its publisher" if deprecation else ""
    return Tarball(url, *digest, reason) if digest else None


def _integrity(text: object) -> tuple[str, str] | None:
    """Return algorithm and digest of the strongest hash in a subresource integrity value, None if there is none."""
    words = text.split() if isinstance(text, str) and len(text) <= _LONGEST else []
    entry = dict(word.partition("?")[0].split("-", 1) for word in words if "-" in word)
    for algorithm, length in _DIGESTS.items():
        try:
            digest = b64decode(entry.get(algorithm, ""), validate=True).hex()
        except (NotBase64, ValueError):
            continue
        if len(digest) == length:
            return algorithm, digest
    return None


def _shasum(text: object) -> tuple[str, str] | None:
    lower = text.lower() if isinstance(text, str) else ""
    is_digest = len(lower) == _SHA1_LENGTH and set(lower) <= set("0123456789abcdef")
    return ("sha1", lower) if is_digest else None
