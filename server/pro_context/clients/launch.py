"""What a client shall start: the command that will still be there tomorrow."""

from __future__ import annotations

import json
import os
import shutil
import sys
import sysconfig
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path, PurePath
from typing import Any

from pro_context.clients.client_table import ClientTable

_CACHES = {"cache", ".cache", "caches"}
"""Folders that tools which run a package once (uvx, pipx run) keep its environment in, lower case."""


@dataclass(frozen=True, slots=True)
class Process:
    """How this process was started.

    Attributes:
        environment: the folder of its Python environment.
        scripts: folders that may hold the command it was started by, most likely first.
        search: PATH.
        origin: what the package was installed from, as uvx takes it; "" for PyPI.
    """

    environment: PurePath
    scripts: tuple[PurePath, ...]
    search: str
    origin: str


def this_process(table: ClientTable, environ: Mapping[str, str]) -> Process:
    """Return how this process was started."""
    script = Path(sys.argv[0]).absolute()
    beside = (script.parent,) if script.stem == table.command else ()
    scripts = (*beside, Path(sysconfig.get_path("scripts")))
    return Process(Path(sys.prefix), scripts, environ.get("PATH", ""), _origin(table.package))


def command(table: ClientTable, process: Process, *, shared: bool) -> list[str]:
    """Return the command that starts the server.

    An environment in a cache does not last: there it is `uvx`, which makes it anew. Any other lasts: there it is the
    absolute path, because what a desktop starts does not see the shell's PATH. A file that others share gets bare
    names, because their paths are others.

    Args:
        table: what the server is called.
        process: how this process was started.
        shared: whether others read the file it is for.
    """
    passing = any(part.lower() in _CACHES for part in process.environment.parts)
    if passing and shared:
        return ["uvx", table.package, *table.arguments]
    if passing:
        origin = ["--from", process.origin] if process.origin else []
        return [shutil.which("uvx", path=process.search) or "uvx", *origin, table.package, *table.arguments]
    if shared:
        return [table.command, *table.arguments]
    script = shutil.which(table.command, path=os.pathsep.join(map(str, process.scripts)))
    return [*([script] if script else [sys.executable, "-m", "pro_context.cli"]), *table.arguments]


def _origin(package: str) -> str:
    """Return where an installer got the package from, if not from PyPI (the packaging standard's direct_url.json)."""
    try:
        recorded: Any = json.loads(distribution(package).read_text("direct_url.json") or "{}")
        return f"git+{recorded['url']}" if "vcs_info" in recorded else str(recorded.get("url", ""))
    except (PackageNotFoundError, ValueError, KeyError, AttributeError):
        return ""
