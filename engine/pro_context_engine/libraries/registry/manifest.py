"""The manifest of a published registry: its version, its address and its checksum.

Its form is published in spec/registry/manifest.yaml.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.registry.entries import LONGEST_URL, VERSION
from pro_context_engine.libraries.registry.json_documents import read_object
from pro_context_engine.libraries.registry.refusal import RegistryRefused

SCHEMA_VERSION = 1
"""The version of the registry's form that this release reads; added fields do not raise it."""

MOST_BYTES = 10_000_000
"""The bound on a registry; one of 2,102 libraries has 0.9 MB."""

MOST_MANIFEST_BYTES = 65_536

_SHA256 = re.compile(r"[0-9a-f]{64}")
_URL = re.compile(r"[!-~]+")
_TOLERANCE = timedelta(days=2)


@value_class
class RegistryManifest:
    """The announcement of a published registry.

    Attributes:
        version: version of the registry, `registry-v2026-11-21`.
        url: address of its file, absolute or relative to the manifest.
        size: size of its file in bytes.
        sha256: digest of its file, in lower-case hex.
    """

    version: str
    url: str
    size: int
    sha256: str


def parse(data: bytes) -> RegistryManifest:
    """Return the manifest in some bytes.

    Raises:
        RegistryRefused: it is malformed, or for another release.
    """
    if len(data) > MOST_MANIFEST_BYTES:
        raise RegistryRefused("the manifest is too long; is it the registry itself?")
    document = read_object(data, "the manifest")
    schema = document.get("schemaVersion")
    if type(schema) is int and schema > SCHEMA_VERSION:
        raise RegistryRefused("the registry is made for a newer Pro-Context")
    version, url, size, sha256 = (document.get(field) for field in ("version", "url", "size", "sha256"))
    if schema != SCHEMA_VERSION or not isinstance(version, str) or not VERSION.fullmatch(version):
        raise RegistryRefused("the manifest has no valid schemaVersion and version")
    if not isinstance(url, str) or not _URL.fullmatch(url) or len(url) > LONGEST_URL:
        raise RegistryRefused("the manifest's url is not a URL")
    if type(size) is not int or not 0 < size <= MOST_BYTES:
        raise RegistryRefused(f"the manifest's size is not 1 to {MOST_BYTES} bytes")
    if not isinstance(sha256, str) or not _SHA256.fullmatch(sha256):
        raise RegistryRefused("the manifest's sha256 is not a digest")
    return RegistryManifest(version, url, size, sha256)


def check_date(version: str, now: datetime) -> None:
    """Refuse a version with a future date, because it would exclude every later one.

    Args:
        version: version of a registry, in its form.
        now: UTC time.

    Raises:
        RegistryRefused: its date is in the future, or invalid.
    """
    date = date_of(version)
    if date is None:
        raise RegistryRefused("the registry's version is not a date")
    if date - now > _TOLERANCE:
        raise RegistryRefused("the registry's date is in the future; see whether the clock is right")


def date_of(version: str) -> datetime | None:
    """Return the date of a registry's version, as UTC time; None if it is invalid."""
    try:
        return datetime.strptime(version, "registry-v%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        return None
