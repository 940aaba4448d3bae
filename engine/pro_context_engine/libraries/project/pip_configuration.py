"""The package indexes in pip's variables and configuration files."""

from __future__ import annotations

import configparser
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from pro_context_engine.libraries.project.environment_layout import environment_root, up_to_repository
from pro_context_engine.libraries.project.index_address import (
    IndexAddress,
    PackageIndexes,
    is_true,
    link_address,
    read_configuration,
)

_SECTIONS = ("install", "global")
"""If both sections have a key, that of the command wins, whichever files they are in."""

Address = Callable[[str, str, bool], IndexAddress]


def pip_indexes(
    environ: Mapping[str, str], home: Path | None, project_directory: Path, platform: str, root: Path
) -> PackageIndexes:
    """Return the indexes that pip installs from.

    Args:
        environ: environment variables.
        home: the user's home, None if it is unknown.
        project_directory: the project whose environment may have a configuration.
        platform: a value of `sys.platform`.
        root: root folder of the system's files.
    """
    keys: dict[tuple[str, str], tuple[str, str, bool]] = {}
    unreadable: list[Path] = []
    for file, of_project in _files(environ, home, project_directory, platform, root):
        try:
            text = read_configuration(file)
            for section, key, value in _keys(text or ""):
                keys[section, key] = (value, f"{file}: {section}.{key}", of_project)
        except (OSError, configparser.Error):
            unreadable.append(file)

    def setting(key: str) -> tuple[str, str, bool]:
        variable = f"PIP_{key.replace('-', '_').upper()}"
        if environ.get(variable):
            return environ[variable], variable, False
        return next((keys[section, key] for section in _SECTIONS if (section, key) in keys), ("", "", False))

    def addresses(key: str, address: Address = IndexAddress) -> tuple[IndexAddress, ...]:
        value, where, of_project = setting(key)
        return tuple(address(url, where, of_project) for url in value.split())

    return PackageIndexes(
        "pip",
        next(iter(addresses("index-url")), None),
        addresses("extra-index-url"),
        addresses("find-links", link_address),
        is_true(setting("no-index")[0]),
        tuple(unreadable),
    )


def _keys(text: str) -> Iterator[tuple[str, str, str]]:
    parser = configparser.RawConfigParser(strict=False)
    parser.read_string(text)
    for section in _SECTIONS:
        if parser.has_section(section):
            for key, value in parser.items(section):
                yield section, key.replace("_", "-"), value


def _files(
    environ: Mapping[str, str], home: Path | None, project_directory: Path, platform: str, root: Path
) -> Iterator[tuple[Path, bool]]:
    """Yield the files that pip reads, by rising precedence, each with whether it is the project's."""
    named = environ.get("PIP_CONFIG_FILE", "")
    if named == os.devnull:
        return
    name = "pip.ini" if platform == "win32" else "pip.conf"
    yield from ((folder / name, False) for folder in _system_folders(environ, platform, root))
    if not (named and Path(named).exists()):
        yield from ((folder / name, False) for folder in _user_folders(environ, home, platform))
    environment = environment_root(project_directory, environ)
    if environment is not None:
        # An environment in a folder above the project's, in its repository, came with it too.
        repository = up_to_repository(project_directory)[-1]
        yield environment / name, environment.absolute().is_relative_to(repository)
    if named:
        yield Path(named), False


def _system_folders(environ: Mapping[str, str], platform: str, root: Path) -> list[Path]:
    if platform == "win32":
        return [Path(environ["PROGRAMDATA"]) / "pip"] if environ.get("PROGRAMDATA") else []
    if platform == "darwin":
        return [root / "Library/Application Support/pip"]
    shared = environ.get("XDG_CONFIG_DIRS", "")
    folders = [Path(folder) for folder in shared.split(":") if folder] or [root / "etc/xdg"]
    return [*(folder / "pip" for folder in folders), root / "etc"]


def _user_folders(environ: Mapping[str, str], home: Path | None, platform: str) -> list[Path]:
    if platform == "win32":
        roaming = [Path(environ["APPDATA"]) / "pip"] if environ.get("APPDATA") else []
        return ([home / "pip"] if home else []) + roaming
    if home is None:
        return []
    own = home / "Library/Application Support/pip"
    if platform == "darwin" and own.is_dir():
        return [home / ".pip", own]
    return [home / ".pip", Path(environ.get("XDG_CONFIG_HOME") or home / ".config") / "pip"]
