"""Worlds: small documentation sites with text of our own, for tests and for the executed examples of the contracts.

A world is a folder with a `world.yaml` (`libraryId`, `kind`: site, environment or corpus) and its files. A site is
served on loopback, an environment and a corpus are only pointed at:

    with serve("langchain") as world:
        engine = await open_engine(world.settings(tmp_path))
        ...
        assert "/llms.txt" in world.asked
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from tests.patience import PATIENT
from tests.worlds.site_server import serve_folder

from pro_context_engine.domain.settings import CustomSource, GitHub, Settings

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class World:
    """A world that is open.

    Attributes:
        name: its folder below tests/worlds.
        library_id: the library it documents.
        folder: where its files are.
        origin: `http://127.0.0.1:PORT` of a site, "" of an environment.
        environment: the Python environment, None of a site.
        corpus: the Markdown tree, None of anything else.
        asked: path and query of every request so far, in order.
        is_open: while it is cleared, a site answers for `/llms.txt` alone, and other requests wait.
    """

    name: str
    library_id: str
    folder: Path
    origin: str = ""
    environment: Path | None = None
    corpus: Path | None = None
    asked: list[str] = field(default_factory=list)
    is_open: threading.Event = field(default_factory=threading.Event)

    @property
    def custom(self) -> tuple[CustomSource, ...]:
        """Return the custom source an operator would configure for the site; none for an environment."""
        if not self.origin:
            return ()
        return (CustomSource(self.name, "url", f"{self.origin}/llms.txt", self.library_id),)

    def settings(self, tmp_path: Path) -> Settings:
        """Return engine settings that know this world and nothing of the network or the machine's own packages."""
        return Settings(
            cache_directory=tmp_path / "cache",
            project_directory=tmp_path,
            environment="none" if self.environment is None else str(self.environment),
            llms_txt=False,
            docs_sites=False,
            packages=False,
            github=GitHub(enabled=False),
            custom=self.custom,
            patience=PATIENT,
        )


@contextmanager
def serve(name: str) -> Iterator[World]:
    """Open a world; a site's server is up inside the block and its port is free after it.

    Args:
        name: a folder below tests/worlds.

    Yields:
        The world.
    """
    folder = FOLDER / name
    description = yaml.safe_load((folder / "world.yaml").read_text(encoding="utf-8"))
    library_id = str(description["libraryId"])
    if description["kind"] == "environment":
        yield World(name, library_id, folder, environment=folder / "environment")
        return
    if description["kind"] == "corpus":
        yield World(name, library_id, folder, corpus=folder / "corpus")
        return
    is_open = threading.Event()
    with serve_folder(folder, is_open) as (origin, asked):
        yield World(name, library_id, folder, origin=origin, asked=asked, is_open=is_open)
