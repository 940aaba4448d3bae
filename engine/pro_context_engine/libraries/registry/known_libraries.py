"""Lists of libraries: `known-libraries.json`, one library per line, facts with their provenance.

One ships with Pro-Context; newer ones are published (`registry/updates.py`). A list has a date as its version. Its
fields `sources` and `llmsTxtStatus` record the origin of each fact and how well the index address is attested; they are
for the maintainers of the list and are not loaded.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from pro_context_engine.domain.model import Library
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.packages import main_first
from pro_context_engine.libraries.registry import entries
from pro_context_engine.libraries.registry.json_documents import read_object

FILE = "known-libraries.json"

_HEAD_BYTES = 100


@value_class
class KnownLibraries:
    """A list: its version (`registry-v2026-11-21`) and its libraries, most popular first."""

    version: str
    libraries: tuple[Library, ...]


def read() -> KnownLibraries:
    """Read the list that ships with this release."""
    return parse(shipped())


def shipped_file() -> Path:
    """Return the path of the list that ships with this release."""
    return Path(__file__).with_name(FILE)


def shipped() -> bytes:
    """Return the bytes of the list that ships with this release."""
    return shipped_file().read_bytes()


@cache
def shipped_sha256() -> str:
    """Return the digest of the list that ships with this release, in lower-case hex."""
    return hashlib.sha256(shipped()).hexdigest()


def shipped_version() -> str:
    """Return the version of the list that ships with this release, reading only its beginning."""
    with shipped_file().open("rb") as opened:
        found = entries.VERSION.search(opened.read(_HEAD_BYTES).decode())
    return found[0] if found else ""


def parse(data: bytes) -> KnownLibraries:
    """Return the list in a file that was checked before."""
    return _known(orjson.loads(data))


def parse_checked(data: bytes) -> KnownLibraries:
    """Return the list in an untrusted file.

    Raises:
        RegistryRefused: the file is malformed.
    """
    document = read_object(data, "the registry")
    entries.check(document)
    return _known(document)


def _known(document: Mapping[str, Any]) -> KnownLibraries:
    return KnownLibraries(document["version"], tuple(_library(entry) for entry in document["libraries"]))


def _library(entry: dict[str, Any]) -> Library:
    given = entry.get
    packages = given("packages", {})
    titles = (entry["name"], entry["libraryId"].rpartition("/")[2])
    return Library(
        library_id=entry["libraryId"],
        slug=entry["slug"],
        name=entry["name"],
        description=given("description", ""),
        purposes=tuple(given("purposes", ())),
        languages=tuple(given("languages", ())),
        categories=tuple(given("categories", ())),
        python_packages=main_first(packages.get("python", ()), titles),
        npm_packages=main_first(packages.get("npm", ()), titles),
        aliases=tuple(given("aliases", ())),
        docs_url=given("docsUrl"),
        repo_url=given("repoUrl"),
        llms_txt_url=given("llmsTxtUrl"),
        llms_full_txt_url=given("llmsFullTxtUrl"),
        docs_path=given("docsPath"),
        version_pattern=given("versionPattern"),
        popularity=given("popularity", {}),
    )
