"""The renewal of a table of contents that an older release made without the types of another package."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from pro_context_engine.domain.model import InstalledPackage, Library
from pro_context_engine.sources.packages.package_kinds import NPM
from pro_context_engine.sources.packages.toc_sections import API_REFERENCE
from pro_context_engine.sources.published.source import PublishedSource

OTTER = Library("npm/otter", "otter", "")


class Published:
    """One package in one version, as index and as provider of files."""

    def __init__(self, location: Path) -> None:
        self.reads = 0
        self._package = InstalledPackage("otter", "1.0.0", "", str(location), str(location))

    async def resolve(self, library: Library, version: str | None) -> str:
        return "1.0.0"

    async def package(self, name: str, version: str) -> InstalledPackage:
        self.reads += 1
        return self._package


async def test_a_toc_without_an_api_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text(json.dumps({"name": "otter", "version": "1.0.0", "types": "index.d.ts"}))
    (tmp_path / "README.md").write_text("# Otter")
    (tmp_path / "index.d.ts").write_text("export declare function dive(): void;")
    published = Published(tmp_path)
    source = PublishedSource(cast("Any", published), published, lambda: "npm", kind=NPM)
    whole = await source.toc(OTTER, "1.0.0")
    readme = replace(whole, entries=whole.entries[:1])
    assert await source.toc(OTTER, "1.0.0", readme) == whole
    assert [entry.section for entry in whole.entries][-1] == API_REFERENCE
    assert await source.toc(OTTER, "1.0.0", whole) is whole
    assert published.reads == 2
