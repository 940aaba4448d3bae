"""Types of installed npm packages that have none of their own: fetched at a version that fits, or left out."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from pro_context_engine.domain.errors import LibraryUnknown
from pro_context_engine.domain.model import InstalledPackage, Library
from pro_context_engine.sources.installed import source as installed_source
from pro_context_engine.sources.installed.source import InstalledSource
from pro_context_engine.sources.packages.package_kinds import NPM
from pro_context_engine.sources.published.joined_packages import join

OTTER = Library("npm/otter", "otter", "")
WITHOUT_TYPES = ["npm://otter/2.3.1/readme", "npm://otter/2.3.1/api/index.js"]


class Project:
    """A project with one package without types."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        (folder / "package.json").write_text(json.dumps({"name": "otter", "version": "2.3.1", "main": "index.js"}))
        (folder / "README.md").write_text("# Otter\n\nAn otter dives.\n")
        (folder / "index.js").write_text("exports.dive = depth => depth\n")
        self._package = InstalledPackage("otter", "2.3.1", "", str(folder), str(folder))

    def package(self, name: str) -> InstalledPackage | None:
        return self._package if name == "otter" else None


class Registry:
    """Publishes the types of that package."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        (folder / "package.json").write_text(json.dumps({"name": "@types/otter", "version": "2.3.9"}))
        (folder / "index.d.ts").write_text("/** Go down. */\nexport declare function dive(depth: number): void;\n")
        self._folder = str(folder)
        self.asked: list[tuple[str, str | None]] = []
        self.answers = True
        self.hangs = False

    async def resolve(self, library: Library, version: str | None) -> str:
        self.asked.append((library.library_id, version))
        if self.hangs:
            await asyncio.Event().wait()
        if not self.answers:
            raise LibraryUnknown(library.library_id)
        return "2.3.9"

    async def package(self, name: str, version: str) -> InstalledPackage:
        return InstalledPackage(name, version, "", self._folder, self._folder)


@pytest.fixture
def registry(tmp_path: Path) -> Registry:
    return Registry(tmp_path / "types")


def source_on(tmp_path: Path, registry: Registry | None) -> InstalledSource:
    fetched = partial(join, releases=cast("Any", registry), packages=registry) if registry else None
    return InstalledSource(cast("Any", Project(tmp_path / "otter")), NPM, join=fetched)


async def test_a_package_without_types_has_the_published_ones(tmp_path: Path, registry: Registry) -> None:
    source = source_on(tmp_path, registry)
    toc = await source.toc(OTTER, None)
    url = "npm://otter/2.3.1/api/node_modules/@types/otter/index.d.ts"
    assert [entry.url for entry in toc.entries] == ["npm://otter/2.3.1/readme", url]
    page = await source.page(OTTER, "2.3.1", url)
    assert "Types from `@types/otter` 2.3.9." in page.markdown
    assert (await source.symbol_table(OTTER, "2.3.1")).find("dive")
    [place] = await source.definition_places(OTTER, "2.3.1", ["dive"])
    assert place is not None
    assert registry.asked == [("npm/types/otter", "2.3.x")]


async def test_where_nothing_is_downloaded_the_code_is_read(tmp_path: Path) -> None:
    toc = await source_on(tmp_path, None).toc(OTTER, None)
    assert [entry.url for entry in toc.entries] == WITHOUT_TYPES


async def test_types_that_do_not_exist_are_asked_for_once(tmp_path: Path, registry: Registry) -> None:
    registry.answers = False
    source = source_on(tmp_path, registry)
    for _ in range(2):
        assert [entry.url for entry in (await source.toc(OTTER, None)).entries] == WITHOUT_TYPES
    assert len(registry.asked) == 1


async def test_types_that_do_not_come_in_time_are_left_out(
    tmp_path: Path, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installed_source, "MOST_SECONDS", 0.5)
    registry.hangs = True
    source = source_on(tmp_path, registry)
    for _ in range(2):
        assert [entry.url for entry in (await source.toc(OTTER, None)).entries] == WITHOUT_TYPES
    assert len(registry.asked) <= 1
