"""A package index as the benchmarks see it: read here without the product's own code, to hold its answers against."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import unquote, urlsplit
from urllib.request import urlopen

from packaging.utils import InvalidSdistFilename, InvalidWheelFilename, parse_sdist_filename, parse_wheel_filename
from packaging.version import Version

_LINK = re.compile(r"<a\b([^>]*)>", re.I)
_HREF = re.compile(r"href=[\"']([^\"']+)")

# Whatever this machine's own configuration of pip and uv says, only the named indexes are asked.
_NEUTRAL = {"PIP_CONFIG_FILE": os.devnull, "UV_NO_CONFIG": "1", "PIP_NO_INDEX": ""}

ONLY_PACKAGES = {
    "sources": {"llmsTxt": {"enabled": False}, "github": {"enabled": False}, "docsSites": {"enabled": False}},
    "project": {"autoDetect": False, "environment": "none"},
}
"""A configuration that leaves the server nothing but the package index."""


def environment(indexes: list[str], links: str = "") -> dict[str, str]:
    """Return the variables that name indexes to the server, the first as the main one, and a folder of files."""
    named = {"PIP_INDEX_URL": indexes[0], "PIP_EXTRA_INDEX_URL": " ".join(indexes[1:]), "PIP_FIND_LINKS": links}
    return {**_NEUTRAL, **named}


def versions(indexes: list[str], name: str, links: str = "") -> list[Version]:
    """Return the versions that any of the indexes or the folder has and nobody has taken back, newest first."""
    found = {version for index in indexes for version in _versions(index, name)}
    files = Path(links).iterdir() if links else ()
    found |= {version for file in files for version in _version(file.name, name)}
    return sorted(found, reverse=True)


def latest_stable(indexes: list[str], name: str) -> str:
    """Return the newest version that is no pre-release, else the newest, "" where there is none."""
    found = versions(indexes, name)
    return str(next((version for version in found if not version.is_prerelease), found[0] if found else ""))


def _versions(index: str, name: str) -> Iterator[Version]:
    page = f"{index.rstrip('/')}/{name}/" + ("index.html" if index.startswith("file:") else "")
    try:
        with urlopen(page, timeout=30) as answer:
            text = answer.read().decode()
    except (HTTPError, URLError):
        return
    for link in _LINK.findall(text):
        href = _HREF.search(link)
        if href is None or "data-yanked" in link:
            continue
        filename = unquote(urlsplit(unescape(href[1])).path.rpartition("/")[2])
        yield from _version(filename, name)


def _version(filename: str, name: str) -> Iterator[Version]:
    try:
        parsed = parse_wheel_filename(filename) if filename.endswith(".whl") else parse_sdist_filename(filename)
    except (InvalidWheelFilename, InvalidSdistFilename):
        return
    if parsed[0] == name:
        yield parsed[1]
