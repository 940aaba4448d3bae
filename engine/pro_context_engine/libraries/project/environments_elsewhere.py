"""The environments of a project that poetry, pipenv and hatch keep in the user's folders, outside of the project.

All three name an environment by a digest of the project's path, so that only an environment of this project is found.
"""

from __future__ import annotations

import hashlib
import sys
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from pathlib import Path

_DIGEST_LENGTH = 8


def environments_elsewhere(folder: Path, environ: Mapping[str, str], platform: str = sys.platform) -> Iterator[Path]:
    """Yield the roots of a project's environments outside of it, for each tool those that were made last first.

    Args:
        folder: the folder of the project, absolute.
        environ: environment variables; without a home folder, nothing is found.
        platform: as `sys.platform` names it.
    """
    project, pipfile = _digest(folder), _digest(folder / "Pipfile")
    poetry, pipenv, hatch = _places(environ, platform)
    yield from _made_last_first(poetry, f"*-{project}-py3.*")
    yield from _made_last_first(pipenv, f"*-{pipfile}*")
    found = _made_last_first(hatch, f"*/{project}/*")
    # The default environment of hatch has the name of the project.
    yield from sorted(found, key=lambda root: root.name != root.parent.parent.name)


def _places(environ: Mapping[str, str], platform: str) -> tuple[Path | None, Path | None, Path | None]:
    """Return the folders in which poetry, pipenv and hatch keep environments, None for an unknown one."""
    home = _path(environ, "HOME", "USERPROFILE")
    if platform == "win32":
        local = _path(environ, "LOCALAPPDATA")
        cache, data, pipenv = _in(local, "pypoetry/Cache"), _in(local, "hatch"), _in(home, ".virtualenvs")
    elif platform == "darwin":
        cache, data = _in(home, "Library/Caches/pypoetry"), _in(home, "Library/Application Support/hatch")
        pipenv = _in(home, ".local/share/virtualenvs")
    else:
        shared = _path(environ, "XDG_DATA_HOME") or _in(home, ".local/share")
        cache = _in(_path(environ, "XDG_CACHE_HOME") or _in(home, ".cache"), "pypoetry")
        data, pipenv = _in(shared, "hatch"), _in(shared, "virtualenvs")
    cache = _path(environ, "POETRY_CACHE_DIR") or cache
    return (
        _path(environ, "POETRY_VIRTUALENVS_PATH") or _in(cache, "virtualenvs"),
        _path(environ, "WORKON_HOME") or pipenv,
        _in(_path(environ, "HATCH_DATA_DIR") or data, "env/virtual"),
    )


def _path(environ: Mapping[str, str], *names: str) -> Path | None:
    return next((Path(environ[name]) for name in names if environ.get(name)), None)


def _in(parent: Path | None, name: str) -> Path | None:
    return parent / name if parent else None


def _made_last_first(place: Path | None, pattern: str) -> list[Path]:
    found = [root for root in place.glob(pattern) if (root / "pyvenv.cfg").is_file()] if place else []
    return sorted(found, key=lambda root: (-(root / "pyvenv.cfg").stat().st_mtime, root.name))


def _digest(path: Path) -> str:
    return urlsafe_b64encode(hashlib.sha256(str(path).encode()).digest()).decode()[:_DIGEST_LENGTH]
