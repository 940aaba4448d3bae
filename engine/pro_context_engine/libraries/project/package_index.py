"""The package indexes that the user installs from, by the configuration of uv or pip.

It is read from variables and files without running anything. Without a configured main index the tools use PyPI, whose
address distlib provides.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from urllib.parse import urljoin

from pro_context_engine.libraries.project.index_address import IndexAddress, PackageIndexes
from pro_context_engine.libraries.project.pip_configuration import pip_indexes
from pro_context_engine.libraries.project.uv_configuration import uv_indexes


def index_addresses(
    environ: Mapping[str, str],
    home: Path | None,
    project_directory: Path,
    *,
    platform: str = sys.platform,
    root: Path = Path("/"),
) -> PackageIndexes:
    """Return the indexes that the user installs from: uv's if its configuration names any, else pip's.

    Each tool's order of precedence holds: its variables, then the files of the project, of the environment, of the user
    and of the system.

    Args:
        environ: environment variables.
        home: the user's home, None if it is unknown.
        project_directory: folder of the project.
        platform: a value of `sys.platform`.
        root: root folder of the system's files, on systems that have one.
    """
    uv = uv_indexes(environ, home, project_directory, platform, root)
    pip = pip_indexes(environ, home, project_directory, platform, root)
    unreadable = (*uv.unreadable, *pip.unreadable)
    return replace(uv if uv.named or uv.links or uv.none_at_all else pip, unreadable=unreadable)


def default_index() -> IndexAddress:
    """Return the index that pip and uv use by default."""
    from distlib.index import DEFAULT_INDEX  # noqa: PLC0415 - takes 0.1 s, and only needed to ask an index

    return IndexAddress(urljoin(DEFAULT_INDEX, "/simple/"), "default")
