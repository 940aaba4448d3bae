"""The command with which a client starts the server: one that lasts longer than a cache."""

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
"""Folder names, in lower case, of the environments that uvx and pipx make for a single run."""


@dataclass(frozen=True, slots=True)
class Process:
    """The way in which this process was started.

    Attributes:
        environment: the folder of its Python environment.
        scripts: folders that may contain the command that started it, the most likely first.
        search: the variable PATH.
        origin: the origin of the installed package as uvx takes it; "" for PyPI.
    """

    environment: PurePath
    scripts: tuple[PurePath, ...]
    search: str
    origin: str


def this_process(table: ClientTable, environ: Mapping[str, str]) -> Process:
    """Return the way in which this process was started."""
    script = Path(sys.argv[0]).absolute()
    beside = (script.parent,) if script.stem == table.command else ()
    scripts = (*beside, Path(sysconfig.get_path("scripts")))
    return Process(Path(sys.prefix), scripts, environ.get("PATH", ""), _origin(table.package))


def command(table: ClientTable, process: Process, *, shared: bool) -> list[str]:
    """Return the command that starts the server.

    For an environment in a cache, which does not last, the command is `uvx`, which makes the environment again. For any
    other environment it is an absolute path, because a desktop program does not see the PATH of the shell. A shared
    file gets bare names, because other users have other paths.

    Args:
        table: the names of the server's command and package.
        process: the way in which this process was started.
        shared: whether other users read the client's file.
    """
    is_temporary = any(part.lower() in _CACHES for part in process.environment.parts)
    if is_temporary and shared:
        return ["uvx", table.package, *table.arguments]
    if is_temporary:
        origin = ["--from", process.origin] if process.origin else []
        return [shutil.which("uvx", path=process.search) or "uvx", *origin, table.package, *table.arguments]
    if shared:
        return [table.command, *table.arguments]
    script = shutil.which(table.command, path=os.pathsep.join(map(str, process.scripts)))
    return [*([script] if script else [sys.executable, "-m", "pro_context.cli"]), *table.arguments]


def _origin(package: str) -> str:
    """Return the origin of the installed package (PEP 610, direct_url.json), "" for PyPI."""
    try:
        recorded: Any = json.loads(distribution(package).read_text("direct_url.json") or "{}")
        return f"git+{recorded['url']}" if "vcs_info" in recorded else str(recorded.get("url", ""))
    except (PackageNotFoundError, ValueError, KeyError, AttributeError):
        return ""
