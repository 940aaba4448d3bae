"""The titles of the files that entry points hand on: where users import their names from, and the file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from pro_context_engine.sources.packages.npm.declarations.declaration_files import described_package, parts_of
from pro_context_engine.sources.packages.npm.declarations.entry_points import stem_of


def titles_by_import(own: str, importers: Mapping[str, str]) -> dict[str, str]:
    """Return the titles of files by their paths: `otter (river/fish)` for a file that `otter` hands on.

    The path in brackets lacks the folders that all these files of one package have in common, such as those of a build.

    Args:
        own: the package; other packages are named in brackets, but not one that has its types.
        importers: the module from which users import the names of each file, by the file's path.
    """
    stems: defaultdict[str, dict[str, list[str]]] = defaultdict(dict)
    for path in importers:
        package, inner = parts_of(path)
        stems[package][path] = stem_of(inner).removesuffix("/index").split("/")
    found: dict[str, str] = {}
    for package, of_package in stems.items():
        common = _common_folders(of_package.values())
        for path, parts in of_package.items():
            named = [package] if package and described_package(package) != own else []
            shown = parts[common:] if parts[common:] != ["index"] else []
            found[path] = f"{importers[path]} ({'/'.join([*named, *shown]) or 'index'})"
    return found


def _common_folders(paths: Iterable[Sequence[str]]) -> int:
    """Return the number of folders that several paths begin with; of one path, those before its last part."""
    first, *others = paths
    most = len(first) - 1
    for other in others:
        most = min(most, len(other) - 1)
        most = next((place for place in range(most) if first[place] != other[place]), most)
    return most
