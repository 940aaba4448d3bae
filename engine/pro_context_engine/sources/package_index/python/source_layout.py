"""The layout of a source distribution: the folder of its packages, and their places after installation.

`setup.py` may define another layout, but reading that would mean running it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from packaging.utils import canonicalize_name

_ROOTS = ("", "src", "lib", "python")
_MODULE_SUFFIXES = (".py", ".pyi")
_NOT_THE_PACKAGE = frozenset(
    {"benchmark", "benchmarks", "build", "ci", "dist", "doc", "docs", "example", "examples", "scripts", "tools"}
)
_NO_MODULES = frozenset({"conftest.py", "fabfile.py", "noxfile.py", "setup.py", "tasks.py", "versioneer.py"})


def move_to_installed_layout(folder: Path, names: list[PurePosixPath], package: str) -> Iterator[PurePosixPath]:
    """Move the packages to the top of the folder, and yield the names of all files that stay, without other sources.

    Args:
        folder: the unpacked distribution.
        names: its files, relative to the folder.
        package: PEP 503 normalised name.
    """
    root = _root(names, package)
    tops = _tops(names, root)
    for name in names:
        below = _below(name, root)
        if below is not None and below.parts[0] in tops:
            if not root or _move(folder / name, folder / below):
                yield below
        elif name.suffix not in (*_MODULE_SUFFIXES, ".so", ".pyd"):
            yield name


def _root(names: list[PurePosixPath], package: str) -> str:
    """Return the folder with the package of this name, else with any package; "" for the top."""
    tops = {root: _tops(names, root) for root in _ROOTS}
    own = (root for root in _ROOTS if package in {canonicalize_name(Path(top).stem) for top in tops[root]})
    any_package = (root for root in _ROOTS if any("." not in top for top in tops[root]))
    return next(own, next(any_package, ""))


def _tops(names: list[PurePosixPath], root: str) -> set[str]:
    """Return the names of the packages (folders with an `__init__`) and modules in a folder."""
    found = set()
    for name in names:
        below = _below(name, root)
        if below is None or below.suffix not in _MODULE_SUFFIXES:
            continue
        if len(below.parts) == 1 or (len(below.parts) == 2 and below.stem == "__init__"):
            found.add(below.parts[0])
    return found - _NOT_THE_PACKAGE - _NO_MODULES


def _below(name: PurePosixPath, root: str) -> PurePosixPath | None:
    """Return a name relative to a folder, None for one outside or the folder itself."""
    if not root:
        return name
    return PurePosixPath(*name.parts[1:]) if name.parts[0] == root and len(name.parts) > 1 else None


def _move(file: Path, place: Path) -> bool:
    """Move a file; return False if its place is taken. The name of a compiled module has no file."""
    if not file.exists():
        return True
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        file.rename(place)
    except OSError:
        return False
    return True
