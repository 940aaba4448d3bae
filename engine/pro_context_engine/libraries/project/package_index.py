"""Which package indexes the user installs from, as the configuration of uv or pip names them.

It is read from variables and files and never by running anything. Where no index is named as the main one, the tools'
own default, PyPI, is meant; its address is distlib's to know.
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

    Each tool's own order holds: its variables go before the files of the project, of the environment, of the user and
    of the system.

    Args:
        environ: environment variables.
        home: the user's home, None if it is not known.
        project_directory: where the project is.
        platform: as `sys.platform` has it.
        root: where the system's files are, on systems that have one root.
    """
    uv = uv_indexes(environ, home, project_directory, platform, root)
    pip = pip_indexes(environ, home, project_directory, platform, root)
    unreadable = (*uv.unreadable, *pip.unreadable)
    return replace(uv if uv.named or uv.links or uv.none_at_all else pip, unreadable=unreadable)


def default_index() -> IndexAddress:
    """Return the index that pip and uv install from where none is configured."""
    from distlib.index import DEFAULT_INDEX  # noqa: PLC0415 - 0.1 s that only who asks an index shall pay

    return IndexAddress(urljoin(DEFAULT_INDEX, "/simple/"), "default")
