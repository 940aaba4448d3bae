"""The entry points of a package's public interface, from its `package.json`."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import PurePosixPath
from typing import Any

SUFFIXES = (".d.ts", ".d.mts", ".d.cts")

_MOST = 500
_DEEPEST = 5
# The conditions of `exports` that are followed: those of declarations before those of code.
_CONDITIONS = ("types", "typings", "import", "require", "node", "default", "module", "browser")
_OF_CODE = {".js": ".d.ts", ".mjs": ".d.mts", ".cjs": ".d.cts", ".jsx": ".d.ts", ".ts": ".d.ts", ".tsx": ".d.ts"}


def entry_points(manifest: Mapping[str, Any], files: Iterable[str]) -> dict[str, str]:
    """Return the declaration files at a package's entry points, by subpath ("." for the package itself).

    Args:
        manifest: its `package.json`.
        files: paths of its files.
    """
    present = frozenset(files)
    found: dict[str, str] = {}
    for subpath, target in islice(_subpaths(manifest.get("exports"), present), _MOST):
        if (file := declarations_at(target, present)) and file not in found.values():
            found.setdefault(subpath, file)
    if "." not in found:
        own = (manifest.get("types"), manifest.get("typings"), manifest.get("main"), "index.d.ts")
        file = next((file for path in own if isinstance(path, str) and (file := declarations_at(path, present))), None)
        found = {".": file, **found} if file else found
    if "exports" not in manifest:
        for subpath, file in islice(_without_map(manifest.get("typesVersions"), present, bool(found)), _MOST):
            if file not in found.values():
                found.setdefault(subpath, file)
    return found


def declarations_at(target: str, files: Container[str]) -> str | None:
    """Return the declaration file for a path within a package, with or without an ending; None for none.

    Of the same declarations for several kinds of modules (`.d.ts`, `.d.cts`) the plain ones are returned.
    """
    path = _plain(target)
    found = None if path is None else next((file for file in _candidates(path) if file in files), None)
    if found is None:
        return None
    plain = f"{stem_of(found)}.d.ts"
    return plain if plain in files else found


def stem_of(path: str) -> str:
    """Return the path of a declaration file without its ending."""
    return next((path.removesuffix(suffix) for suffix in SUFFIXES if path.endswith(suffix)), path)


def _candidates(path: str) -> Iterator[str]:
    if path.endswith(SUFFIXES):
        yield path
        return
    suffix = PurePosixPath(path).suffix
    if suffix in _OF_CODE:
        yield path.removesuffix(suffix) + _OF_CODE[suffix]
        yield path.removesuffix(suffix) + ".d.ts"
    yield from (f"{path}{ending}" for ending in SUFFIXES)
    yield from (f"{path}/index{ending}".lstrip("/") for ending in SUFFIXES)


def _plain(target: str) -> str | None:
    """Return a path without `.` and `..` in it, None for one that leads out of the package."""
    parts: list[str] = []
    for part in target.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _subpaths(exports: object, files: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the subpaths of `exports` with their possible paths."""
    if isinstance(exports, dict) and any(isinstance(key, str) and key.startswith(".") for key in exports):
        for subpath, value in exports.items():
            for target in _targets(value, 0):
                yield from _expand(subpath, target, files) if "*" in subpath else [(subpath, target)]
    else:
        yield from ((".", target) for target in _targets(exports, 0))


def _without_map(versions: object, present: frozenset[str], typed: bool) -> Iterator[tuple[str, str]]:
    """Yield the subpaths that users import from a package without `exports`, with their declaration files.

    They are those that `typesVersions` names for newer compilers, and, of a package with a main file, the files at
    the top: every file can be imported, but these are meant to be.
    """
    for wanted, paths in versions.items() if isinstance(versions, dict) else ():
        is_old = not isinstance(wanted, str) or wanted.startswith("<")
        for subpath, targets in paths.items() if isinstance(paths, dict) and not is_old else ():
            for target in targets[:1] if isinstance(targets, list) else ():
                if isinstance(target, str) and isinstance(subpath, str) and "*" not in subpath:
                    file = declarations_at(target, present)
                    yield from [(f"./{subpath}".removesuffix("/."), file)] if file else []
    if typed:
        for file in sorted(path for path in present if "/" not in path and path.endswith(".d.ts")):
            yield f"./{stem_of(file)}", file


def _targets(value: object, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list) and depth < _DEEPEST:
        for one in value[:_DEEPEST]:
            yield from _targets(one, depth + 1)
    elif isinstance(value, dict) and depth < _DEEPEST:
        for condition in _CONDITIONS:
            yield from _targets(value.get(condition), depth + 1)


def _expand(subpath: str, target: str, files: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the subpaths and files that match a pattern (`./*`), if its files are declarations."""
    before, _, after = (_plain(target) or "").partition("*")
    if target.endswith("/*"):
        before, after = before + "/" if before and not before.endswith("/") else before, ".d.ts"
    if not after.endswith(SUFFIXES):
        return
    for file in sorted(files):
        if file.startswith(before) and file.endswith(after) and len(file) > len(before) + len(after):
            yield subpath.replace("*", file[len(before) : -len(after)], 1), file
