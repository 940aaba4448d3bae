"""The modules at the subpaths of a package (`NAME/utils`), by its manifest and its files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pro_context_engine.sources.packages.npm.declarations.entry_points import CODE_SUFFIXES, plain_path

_MOST_KEYS = 5_000
_DEEPEST = 8
# What bundlers take for a question about a module, or for the way to load it.
_QUESTION = re.compile(r"[?#!]")
# The conditions under which Node imports a module.
_OF_NODE = frozenset({"default", "import", "module-sync", "node", "node-addons"})
_EXPORT = re.compile(r"(?:^|[;}\s])export\s*(?:\{|\*|(?:async|class|const|function|let|var)\b)")
_DEFAULT = re.compile(r"\bexport\s+default\b|\bas\s+default\b|\bas\s*[\"']default|\{\s*default\b|,\s*default\b\s*[,}]")
_WRITTEN = re.compile(r"(?:\.d)?\.[cm]?[jt]sx?$")


def may_have_module(manifest: Mapping[str, Any], files: frozenset[str], subpath: str) -> bool:
    """Tell whether there may be a module at a subpath: `exports` or a file of the package gives one.

    A file that `exports` keeps back counts as a module: some tools do not obey it. So does what `exports` names, or a
    path of a package whose main file is not there: it may be built later, as a member of a workspace is.

    Args:
        manifest: the `package.json` of the package.
        files: paths of its files; without modules of code among them, as of a package that was unpacked for its
            documentation, only the manifest counts.
        subpath: "./utils".
    """
    path = plain_path(_QUESTION.split(subpath.removeprefix("./"))[0])
    if not path or _has_file(path, files):
        return True
    main = manifest.get("main")
    is_built = not isinstance(main, str) or main in ("", ".", "./") or _has_file(_plain(main), files)
    has_code = is_built and any(one.endswith(CODE_SUFFIXES) for one in files)
    exports = manifest.get("exports")
    if exports is None:
        return not has_code
    targets = _targets(exports, f"./{path}", files)
    return any(not has_code or not must_be_there or _has_file(target, files) for target, must_be_there in targets)


def _has_file(path: str, files: frozenset[str]) -> bool:
    """Tell whether there is a file or a folder at a path, which may lack the ending."""
    if path in files:
        return True
    stem = _WRITTEN.sub("", path)
    return any(one.startswith((f"{stem}.", f"{stem}/", f"{path}/")) for one in files)


def _targets(exports: object, subpath: str, files: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """Yield the paths at which `exports` places a subpath, under any condition.

    Each comes with whether a pattern places it among files that are there, so that it must be one of them.
    """
    for key, value in list(exports.items())[:_MOST_KEYS] if isinstance(exports, dict) else ():
        if not isinstance(key, str) or not key.startswith("."):
            continue
        before, star, after = key.partition("*")
        if not star and key.endswith("/"):
            before, star = key, "*"
        if not star:
            yield from ((_plain(target), False) for target in _leaves(value, 0) if key == subpath)
            continue
        fits = subpath.startswith(before) and subpath.endswith(after) and len(subpath) > len(before) + len(after)
        if fits:
            middle = subpath[len(before) : len(subpath) - len(after)]
            for target in _leaves(value, 0):
                folder = _plain(target.partition("*")[0].rpartition("/")[0])
                is_there = not folder or any(one.startswith(f"{folder}/") for one in files)
                yield _plain(target.replace("*", middle) if "*" in target else target + middle), is_there


def _leaves(value: object, depth: int) -> Iterator[str]:
    """Yield the paths in a value of `exports`."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list) and depth < _DEEPEST:
        for one in value.values() if isinstance(value, dict) else value:
            yield from _leaves(one, depth + 1)


def _plain(target: str) -> str:
    return plain_path(target) or ""


def imported_path(manifest: Mapping[str, Any], subpath: str) -> str:
    """Return the path of the module that Node imports at a subpath which `exports` names, "" for none.

    Args:
        manifest: the `package.json` of the package.
        subpath: "./utils", or "." for the package itself.
    """
    exports = manifest.get("exports")
    if not isinstance(exports, dict) or not any(str(key).startswith(".") for key in exports):
        exports = {".": exports}
    value = exports.get(subpath)
    for _ in range(_DEEPEST):
        if isinstance(value, dict):
            value = next((inner for condition, inner in value.items() if condition in _OF_NODE), None)
    return _plain(value) if isinstance(value, str) else ""


def lacks_default(text: str) -> bool:
    """Tell whether the code of a module surely is an ES module without a default export."""
    return _EXPORT.search(text) is not None and _DEFAULT.search(text) is None
