"""The package indexes in uv's variables and configuration files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pro_context_engine.libraries.project.index_address import (
    IndexAddress,
    PackageIndexes,
    is_true,
    link_address,
    read_configuration,
)
from pro_context_engine.libraries.project.manifest_documents import parse_toml


def uv_indexes(
    environ: Mapping[str, str], home: Path | None, project_directory: Path, platform: str, root: Path
) -> PackageIndexes:
    """Return the indexes that uv installs from; see `pip_indexes` for the arguments."""
    main = [IndexAddress(environ[name], name) for name in ("UV_DEFAULT_INDEX", "UV_INDEX_URL") if environ.get(name)]
    extra = [
        IndexAddress(_without_name(address), name)
        for name in ("UV_INDEX", "UV_EXTRA_INDEX_URL")
        for address in environ.get(name, "").split()
    ]
    links = [link_address(place, "UV_FIND_LINKS") for place in environ.get("UV_FIND_LINKS", "").split(",") if place]
    off = is_true(environ.get("UV_NO_INDEX", ""))
    unreadable: list[Path] = []
    for file, of_project in _files(environ, home, project_directory, platform, root):
        try:
            table = _table(file)
        except (OSError, ValueError, RecursionError):
            unreadable.append(file)
            continue
        main += [IndexAddress(url, f"{file}: {key}", of_project) for key, url in _mains(table)]
        extra += [IndexAddress(url, f"{file}: {key}", of_project) for key, url in _extras(table)]
        links += [link_address(place, f"{file}: find-links", of_project) for place in _links(table)]
        off = off or table.get("no-index") is True
    return PackageIndexes("uv", main[0] if main else None, tuple(extra), tuple(links), off, tuple(unreadable))


def _mains(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield from (("index", entry["url"]) for entry in _entries(table) if entry.get("default") is True)
    if isinstance(table.get("index-url"), str):
        yield "index-url", table["index-url"]


def _extras(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for entry in _entries(table):
        # An explicit index is only for the packages that name it; a flat one is a list of links.
        if not any(entry.get(mark) is True for mark in ("default", "explicit")) and entry.get("format") != "flat":
            yield "index", entry["url"]
    extra = table.get("extra-index-url")
    yield from (("extra-index-url", url) for url in (extra if isinstance(extra, list) else []) if isinstance(url, str))


def _links(table: Mapping[str, Any]) -> Iterator[str]:
    yield from (entry["url"] for entry in _entries(table) if entry.get("format") == "flat")
    places = table.get("find-links")
    yield from (place for place in (places if isinstance(places, list) else []) if isinstance(place, str))


def _entries(table: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    entries = table.get("index")
    listed = entries if isinstance(entries, list) else []
    return [entry for entry in listed if isinstance(entry, dict) and isinstance(entry.get("url"), str)]


def _without_name(address: str) -> str:
    """Return the address in `name=address`."""
    name, separator, url = address.partition("=")
    return url if separator and ":" not in name and "/" not in name else address


def _files(
    environ: Mapping[str, str], home: Path | None, project_directory: Path, platform: str, root: Path
) -> Iterator[tuple[Path, bool]]:
    """Yield the files that uv reads, by falling precedence, each with whether it is the project's."""
    if environ.get("UV_CONFIG_FILE"):
        yield Path(environ["UV_CONFIG_FILE"]), False
        return
    if is_true(environ.get("UV_NO_CONFIG", "")):
        return
    project = _project_file(project_directory.absolute())
    if project is not None:
        yield project, True
    if platform == "win32":
        folders = [Path(environ[name]) for name in ("APPDATA", "PROGRAMDATA") if environ.get(name)]
    else:
        own = environ.get("XDG_CONFIG_HOME") or (home / ".config" if home else None)
        shared = environ.get("XDG_CONFIG_DIRS", "")
        folders = [Path(own)] if own else []
        folders += [Path(folder) for folder in shared.split(":") if folder] or [root / "etc/xdg"]
        folders.append(root / "etc")
    yield from ((folder / "uv/uv.toml", False) for folder in folders)


def _project_file(project_directory: Path) -> Path | None:
    """Return the nearest `uv.toml`, or `pyproject.toml` with a table for uv, in the project's folder or above it."""
    for folder in (project_directory, *project_directory.parents):
        for file in (folder / "uv.toml", folder / "pyproject.toml"):
            try:
                if _table(file) or (file.name == "uv.toml" and file.is_file()):
                    return file
            except (OSError, ValueError, RecursionError):
                return file  # reading it later reports it as unreadable
    return None


def _table(file: Path) -> Mapping[str, Any]:
    """Return uv's table of a file, {} if there is none.

    Raises:
        OSError: the file exists and cannot be read.
        ValueError: it is not TOML.
    """
    text = read_configuration(file)
    if not text:
        return {}
    document = parse_toml(text)
    if file.name != "pyproject.toml":
        return document
    tool = document.get("tool")
    table = tool.get("uv") if isinstance(tool, dict) else None
    return table if isinstance(table, dict) else {}
