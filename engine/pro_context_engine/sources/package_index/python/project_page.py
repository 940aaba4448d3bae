"""A project's page of a package index: the files it links to (PEP 691 JSON, PEP 503 HTML)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from pro_context_engine.domain.value_class import value_class

JSON_TYPE = "application/vnd.pypi.simple.v1+json"
ACCEPT = f"{JSON_TYPE}, text/html;q=0.2"

_SDIST_ENDINGS = (".tar.gz", ".zip")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_LONGEST_VERSION = 64
_LONGEST_SPECIFIER = 200


@value_class
class ReleaseFile:
    """A wheel or source distribution, as the index describes it.

    Attributes:
        filename: with one of the usual endings.
        url: absolute, without fragment.
        version: the version in its name.
        sha256: in lower-case hex, "" if the index gives none.
        size: bytes, 0 if the index does not give it.
        yanked: whether it was yanked (PEP 592).
        requires_python: the required versions of Python (PEP 345), "" if the index does not give them.
        metadata_sha256: digest of its metadata file (PEP 658), "" if there is none.
        path: path of the file on this machine, None if it has to be downloaded.
    """

    filename: str
    url: str
    version: Version
    sha256: str = ""
    size: int = 0
    yanked: bool = False
    requires_python: str = ""
    metadata_sha256: str = ""
    path: Path | None = None

    @property
    def is_wheel(self) -> bool:
        """Tell whether it is a wheel, as opposed to a source distribution."""
        return self.filename.endswith(".whl")


class PageUnreadable(Exception):
    """The page is not one of a package index."""


def files_of(text: str, media_type: str, url: str, package: str) -> list[ReleaseFile]:
    """Return the files of a project's page, without those of other projects, other kinds and unreadable versions.

    Args:
        text: the page.
        media_type: media type of the response; everything except HTML is read as JSON.
        url: URL of the page, the base of relative links.
        package: PEP 503 normalised name.

    Raises:
        PageUnreadable: it is not such a page.
    """
    if media_type == "text/html":
        # Most indexes answer JSON, and the table of named characters of HTML takes milliseconds to load.
        from pro_context_engine.sources.package_index.html_links import links_of  # noqa: PLC0415

        return usable_files(links_of(text, url), url, package)
    return usable_files(_json_files(text), url, package)


def usable_files(described: Iterable[Mapping[str, Any]], url: str, package: str) -> list[ReleaseFile]:
    """Return the files of descriptions in the form of PEP 691, without unusable ones.

    Args:
        described: descriptions with at least a `filename` and a `url` each.
        url: URL of the page, the base of relative links.
        package: PEP 503 normalised name.
    """
    return [file for entry in described if (file := _file(entry, url, package))]


def _json_files(text: str) -> Iterator[Mapping[str, Any]]:
    try:
        page = json.loads(text)
        major = str(page["meta"]["api-version"]).partition(".")[0]
        files = page["files"]
    except (KeyError, TypeError, ValueError, RecursionError):
        raise PageUnreadable from None
    if major != "1" or not isinstance(files, list):
        raise PageUnreadable
    return (file for file in files if isinstance(file, dict))


def _file(entry: Mapping[str, Any], page_url: str, package: str) -> ReleaseFile | None:
    """Return the file that an entry describes, None if it is unusable."""
    filename, url, size = entry.get("filename"), entry.get("url"), entry.get("size")
    if not isinstance(filename, str) or not isinstance(url, str):
        return None
    version = _version(filename, package)
    try:
        address = urldefrag(urljoin(page_url, url)).url
    except ValueError:
        return None
    # Only a page on this machine may name files on this machine.
    schemes = ("file:///",) if page_url.startswith("file:///") else ("https://", "http://")
    if version is None or not address.startswith(schemes):
        return None
    return ReleaseFile(
        filename,
        address,
        version,
        sha256=_sha256(entry.get("hashes")),
        size=size if isinstance(size, int) and size > 0 else 0,
        yanked=bool(entry.get("yanked")),
        requires_python=_specifier(entry.get("requires-python")),
        metadata_sha256=_sha256(entry.get("core-metadata") or entry.get("dist-info-metadata")),
    )


def _specifier(text: object) -> str:
    return text.strip() if isinstance(text, str) and len(text) <= _LONGEST_SPECIFIER else ""


def _sha256(hashes: object) -> str:
    digest = hashes.get("sha256") if isinstance(hashes, dict) else None
    lower = digest.lower() if isinstance(digest, str) else ""
    return lower if _SHA256.fullmatch(lower) else ""


def _version(filename: str, package: str) -> Version | None:
    """Return the version in a file's name, None for a file of another project or kind.

    Only the version is read: parsing the tags of thousands of files takes ten times longer.
    """
    if filename.endswith(".whl"):
        name, _, rest = filename.partition("-")
        text = rest.partition("-")[0] if rest.count("-") in (3, 4) else ""
    else:
        ending = next((ending for ending in _SDIST_ENDINGS if filename.endswith(ending)), None)
        name, _, text = filename.removesuffix(ending).rpartition("-") if ending else ("", "", "")
    if not text or len(text) > _LONGEST_VERSION or canonicalize_name(name) != package:
        return None
    try:
        return Version(text)
    except InvalidVersion:
        return None
