"""The entry points of a package's public interface, from its `package.json`."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import PurePosixPath
from typing import Any

from pro_context_engine.domain.declared_files import DECLARATION_SUFFIXES

CODE_SUFFIXES = (".js", ".mjs", ".cjs")

_MOST = 500
_DEEPEST = 5
# The conditions of `exports` that are followed: those of declarations before those of code.
_CONDITIONS = ("types", "typings", "import", "require", "node", "default", "module", "browser")
# The subpaths by which a package gives its whole code again: as it was written, or built in another way.
_BUILDS = frozenset({"amd", "build", "cjs", "dist", "es", "esm", "lib", "module", "modules", "source", "src", "umd"})
_OF_CODE = {".js": ".d.ts", ".mjs": ".d.mts", ".cjs": ".d.cts", ".jsx": ".d.ts", ".ts": ".d.ts", ".tsx": ".d.ts"}


def entry_points(manifest: Mapping[str, Any], files: Iterable[str]) -> dict[str, str]:
    """Return the declaration files at a package's entry points, by subpath ("." for the package itself).

    Args:
        manifest: its `package.json`.
        files: paths of its files.
    """
    present = frozenset(files)
    exports = manifest.get("exports")
    found = _declared(_without_builds(exports), present)
    if "." not in found:
        own = (manifest.get("types"), manifest.get("typings"), manifest.get("main"), "index.d.ts")
        file = next((file for path in own if isinstance(path, str) and (file := declarations_at(path, present))), None)
        found = {".": file, **found} if file else _declared(exports, present)
    if "exports" not in manifest:
        for subpath, file in islice(_without_map(manifest.get("typesVersions"), present, bool(found)), _MOST):
            if file not in found.values():
                found.setdefault(subpath, file)
    return found


def code_entry_points(manifest: Mapping[str, Any], files: Iterable[str]) -> dict[str, str]:
    """Return the modules at a package's entry points, by subpath ("." for the package itself).

    Args:
        manifest: its `package.json`.
        files: paths of its files.
    """
    present = frozenset(files)
    every = _subpaths(manifest.get("exports"), present, CODE_SUFFIXES)
    wanted = (one for one in every if not _is_of_build(one[0]))
    found = _first_of_each(wanted, lambda target: code_at(target, present))
    if "." not in found:
        own = (manifest.get("module"), manifest.get("main"), "index.js")
        file = next((file for path in own if isinstance(path, str) and (file := code_at(path, present))), None)
        found = {".": file, **found} if file else found
    return found


def _declared(exports: object, present: frozenset[str]) -> dict[str, str]:
    return _first_of_each(_subpaths(exports, present), lambda target: declarations_at(target, present))


def _without_builds(exports: object) -> object:
    """Return `exports` without the patterns that let every file of a build be imported (`./dist/*`).

    What users should import, the other subpaths have; files of a build are helpers, most of them.
    """
    if not isinstance(exports, dict):
        return exports
    return {path: value for path, value in exports.items() if "*" not in path or not _is_of_build(path)}


def _is_of_build(subpath: str) -> bool:
    return f"{subpath}/".split("/")[1] in _BUILDS


def _first_of_each(subpaths: Iterable[tuple[str, str]], file_at: Callable[[str], str | None]) -> dict[str, str]:
    """Return the first file of each subpath; of several subpaths with one file, the package itself or the first.

    The further files of a subpath are the same declarations, built for other kinds of modules.
    """
    found: dict[str, str] = {}
    settled = dict[str, str]()
    for subpath, target in islice(subpaths, _MOST):
        file = None if subpath in settled else file_at(target)
        if file is None:
            continue
        settled[subpath] = file
        if subpath == ".":
            found = {"." if known == file else other: known for other, known in found.items()}
        if file not in found.values():
            found[subpath] = file
    return found


def code_at(target: str, files: Container[str]) -> str | None:
    """Return the module for a path within a package, with or without an ending; None for none.

    In place of minified code, the code beside it is returned.
    """
    path = plain_path(target)
    if path is None:
        return None
    if path.endswith(".min.js") and (readable := f"{path.removesuffix('.min.js')}.js") in files:
        return readable
    endings = ("", *CODE_SUFFIXES, *(f"/index{suffix}" for suffix in CODE_SUFFIXES))
    candidates = (f"{path}{ending}".lstrip("/") for ending in endings)
    return next((file for file in candidates if file.endswith(CODE_SUFFIXES) and file in files), None)


def declarations_at(target: str, files: Container[str]) -> str | None:
    """Return the declaration file for a path within a package, with or without an ending; None for none.

    Of the same declarations for several kinds of modules (`.d.ts`, `.d.cts`) the plain ones are returned.
    """
    path = plain_path(target)
    found = None if path is None else next((file for file in _candidates(path) if file in files), None)
    if found is None:
        return None
    plain = f"{stem_of(found)}.d.ts"
    return plain if plain in files else found


def stem_of(path: str) -> str:
    """Return the path of a declaration file or a module without its ending."""
    endings = (*DECLARATION_SUFFIXES, *CODE_SUFFIXES)
    return next((path.removesuffix(suffix) for suffix in endings if path.endswith(suffix)), path)


def _candidates(path: str) -> Iterator[str]:
    if path.endswith(DECLARATION_SUFFIXES):
        yield path
        return
    suffix = PurePosixPath(path).suffix
    if suffix in _OF_CODE:
        yield path.removesuffix(suffix) + _OF_CODE[suffix]
        yield path.removesuffix(suffix) + ".d.ts"
    yield from (f"{path}{ending}" for ending in DECLARATION_SUFFIXES)
    yield from (f"{path}/index{ending}".lstrip("/") for ending in DECLARATION_SUFFIXES)


def plain_path(target: str) -> str | None:
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


def _subpaths(
    exports: object, files: Iterable[str], suffixes: tuple[str, ...] = DECLARATION_SUFFIXES
) -> Iterator[tuple[str, str]]:
    """Yield the subpaths of `exports` with their possible paths; of a pattern those of files with a suffix."""
    if isinstance(exports, dict) and any(isinstance(key, str) and key.startswith(".") for key in exports):
        for subpath, value in exports.items():
            for target in _targets(value, 0):
                yield from _expand(subpath, target, files, suffixes) if "*" in subpath else [(subpath, target)]
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


def _expand(subpath: str, target: str, files: Iterable[str], suffixes: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the subpaths and files that match a pattern (`./*`), if its files have one of the suffixes."""
    before, _, after = (plain_path(target) or "").partition("*")
    if target.endswith("/*"):
        before, after = before + "/" if before and not before.endswith("/") else before, suffixes[0]
    if not after.endswith(suffixes):
        return
    for file in sorted(files):
        if file.startswith(before) and file.endswith(after) and len(file) > len(before) + len(after):
            yield subpath.replace("*", file[len(before) : -len(after)], 1), file
