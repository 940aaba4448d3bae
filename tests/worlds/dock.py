"""A small package in two versions, installed in a project and published by an index, with an engine on it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from textwrap import dedent

from tests.engine.fakes import engine_on, finder_of, parts_of

from pro_context_engine.domain.errors import LibraryUnknown
from pro_context_engine.domain.model import InstalledPackage, Library
from pro_context_engine.engine import DocsEngine
from pro_context_engine.libraries.project.environment import ProjectEnvironment
from pro_context_engine.libraries.registry.catalogue import Catalogue
from pro_context_engine.sources.installed.source import InstalledSource
from pro_context_engine.sources.published.source import PublishedSource

FILES = {
    "dock/__init__.py": '''
        """Docks for ships."""

        from dock._ships import Ship, moor
        from dock.cranes import Crane

        __all__ = ["Crane", "Ship", "moor"]
    ''',
    "dock/_ships.py": '''
        def moor(ship: str, *, lines: int = 2) -> None:
            """Fasten a ship to the quay."""


        class Ship:
            """A thing that floats."""

            def sink(self) -> None:
                """Go down."""
    ''',
    "dock/cranes.py": '''
        """Cranes moor nothing, but every crane may moor a moor to a moor: moor, moor, moor."""

        REACH = 12

        class Crane:
            """A crane that can moor, moor and moor."""

            def moor(self) -> None:
                """Moor the crane: moor, moor, moor."""

            def moor_all(self) -> None:
                """Moor all that moors: moor, moor, moor."""
    ''',
}


NEWER = FILES | {
    "dock/cranes.py": FILES["dock/cranes.py"].replace("REACH = 12", "REACH = settings.moor_twice"),
    "dock/_ships.py": FILES["dock/_ships.py"]
    + '''

        def unmoor_all(ships: list[str]) -> None:
            """Set all ships free."""
    ''',
    "dock/__init__.py": FILES["dock/__init__.py"]
    .replace("Ship, moor", "Ship, moor, unmoor_all")
    .replace('"moor"]', '"moor", "unmoor_all"]'),
}


def install(site: Path, version: str, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(dedent(text).lstrip())
    metadata = site / f"dock-{version}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Name: dock\nVersion: {version}\n\n# Dock\n\nMoor a ship with it.\n")
    (metadata / "RECORD").write_text("".join(f"{name},,\n" for name in files))
    return metadata


class Index:
    """An index with one newer version of the package."""

    def known(self, library: Library) -> list[str]:
        return ["2.0.0"]

    async def resolve(self, library: Library, wanted: str | None) -> str:
        return "2.0.0"


class NoIndex(Index):
    """An index that has no package."""

    async def resolve(self, library: Library, wanted: str | None) -> str:
        raise LibraryUnknown(library.library_id)


class Published:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def package(self, name: str, version: str) -> InstalledPackage:
        site = self._folder / version
        metadata = site / f"dock-{version}.dist-info"
        if not metadata.exists():
            install(site, version, NEWER)
        return InstalledPackage(name, version, "", str(site), str(metadata))


@asynccontextmanager
async def docks(tmp_path: Path, files: dict[str, str] = FILES) -> AsyncIterator[DocsEngine]:
    site = tmp_path / "project/.venv/lib/python3.12/site-packages"
    install(site, "1.0.0", files)
    environment = ProjectEnvironment(tmp_path / "project", environ={})
    library = Library("harbour/dock", "dock", "Dock", languages=("python",), python_packages=("dock",))
    other = Library("sea/othership", "othership", "Othership", languages=("python",), python_packages=("othership",))
    engine = engine_on(
        parts_of(
            [
                InstalledSource(environment),
                PublishedSource(Index(), Published(tmp_path / "published"), lambda: "index"),
            ],
            finder=finder_of(Catalogue([library, other]), environment),
        )
    )
    try:
        yield engine
    finally:
        await engine.close()
