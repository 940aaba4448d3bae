"""A small collection of facts, and what is built of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from pro_context_registry.__main__ import main
from pro_context_registry.facts import CURATED, LIBRARIES, LLMS_TXT, FactFiles

SITE = "https://docs.rockets.example"
LIBRARY_FACTS: list[dict[str, Any]] = [
    {
        "libraryId": "acme/rockets",
        "slug": "rockets",
        "name": "rockets",
        "languages": ["python"],
        "packages": {"python": ["rockets", "rockets-extra"]},
        "docsUrl": f"{SITE}/",
        "repoUrl": "https://github.com/acme/rockets",
        "sources": ["PyPI project metadata"],
    },
    {
        "libraryId": "acme/kites",
        "slug": "kites",
        "name": "Kites",
        "docsUrl": "https://kites.example/",
        "sources": ["a list"],
    },
]
CURATED_FACTS: list[dict[str, Any]] = [
    {"libraryId": "acme/rockets", "name": "Rockets", "description": "Go up.", "sources": ["curated:name"]}
]
LLMS_TXT_FACTS: list[dict[str, Any]] = [
    {
        "libraryId": "acme/rockets",
        "llmsTxtUrl": f"{SITE}/llms.txt",
        "llmsFullTxtUrl": f"{SITE}/llms-full.txt",
        "llmsTxtStatus": "listed",
        "sources": ["llms:a directory"],
    }
]


class Workshop:
    """A folder of facts and the file that is built of it."""

    def __init__(self, folder: Path) -> None:
        self.files = FactFiles(folder / "facts")
        self.folder = folder / "facts"
        self.file = folder / "known-libraries.json"
        self.file.write_text('{"version":"registry-v2026-01-01","libraries":[]}')

    def run(self, *arguments: str) -> int:
        return main(["--facts", str(self.folder), "--list", str(self.file), *arguments])

    def built(self) -> dict[str, dict[str, Any]]:
        """Return the entries of the built file by id."""
        return {entry["libraryId"]: entry for entry in json.loads(self.file.read_bytes())["libraries"]}


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    shop = Workshop(tmp_path)
    shop.files.write(LIBRARIES, LIBRARY_FACTS)
    shop.files.write(CURATED, CURATED_FACTS)
    shop.files.write(LLMS_TXT, LLMS_TXT_FACTS)
    shop.files.write_ranks({"pypiDownloads": {"rockets-extra": 7, "rockets": 9}})
    return shop
