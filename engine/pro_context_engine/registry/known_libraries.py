"""The libraries that ship with Pro-Context: `known-libraries.json`, one library per line, facts with their provenance.

The file is versioned by date (seed 000 section 8.3). Its fields `sources` and `llmsTxtStatus` say where each fact came
from and how well the index address is attested; they are for those who maintain the list and are not loaded.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from pro_context_engine.model import Library

_FILE = "known-libraries.json"


@dataclass(frozen=True, slots=True)
class KnownLibraries:
    """The shipped list: its version (`registry-v2026-11-21`) and its libraries, most popular first."""

    version: str
    libraries: tuple[Library, ...]


def read() -> KnownLibraries:
    """Read the list that ships with this release."""
    document = json.loads((files(__package__) / _FILE).read_bytes())
    return KnownLibraries(document["version"], tuple(_library(entry) for entry in document["libraries"]))


def _library(entry: dict[str, Any]) -> Library:
    given = entry.get
    packages = given("packages", {})
    return Library(
        library_id=entry["libraryId"],
        slug=entry["slug"],
        name=entry["name"],
        description=given("description", ""),
        languages=tuple(given("languages", ())),
        categories=tuple(given("categories", ())),
        python_packages=tuple(packages.get("python", ())),
        npm_packages=tuple(packages.get("npm", ())),
        aliases=tuple(given("aliases", ())),
        docs_url=given("docsUrl"),
        repo_url=given("repoUrl"),
        llms_txt_url=given("llmsTxtUrl"),
        llms_full_txt_url=given("llmsFullTxtUrl"),
        docs_path=given("docsPath"),
        version_pattern=given("versionPattern"),
        popularity=given("popularity", {}),
    )
