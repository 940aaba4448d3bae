"""Distributions whose modules are in others: `pond` requires `pond-core`, which has the package `pond` or a part."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from packaging.utils import canonicalize_name

_REQUIRED = re.compile(r"^Requires-Dist:[ \t]*([A-Za-z0-9][A-Za-z0-9._-]{0,99})([^;\n]{0,300})(;[^\n]{0,300})?$", re.M)
_MODULE = (".py", ".pyi", ".so", ".pyd")
_MOST_REQUIRED = 50
_MOST_FOLDERS = 5_000


def required_parts(
    name: str,
    version: str,
    metadata: str,
    recorded: Sequence[str],
    record_of: Callable[[str], Sequence[str]],
) -> Iterator[Sequence[str]]:
    """Yield the records of those installed distributions that have the modules of this one.

    It is a required one with the package of this one's name, which this one lacks; or, for one without any module, a
    required one of exactly the same version; or one whose name begins with this one's (`pond-ducks` of `pond`) and that
    adds modules to its folder. Requirements of extras do not count.

    Args:
        name: normalised name of the distribution.
        version: its version.
        metadata: its METADATA.
        recorded: the paths in its RECORD.
        record_of: gives the paths of an installed distribution by its normalised name, none if it is not installed.
    """
    own = name.replace("-", "_")
    if not recorded or _has_package(recorded, own):
        return
    is_shell = not any(path.endswith(_MODULE) for path in recorded)
    has_folder = _has_modules_in(recorded, own)
    head = metadata.partition("\n\n")[0]
    for number, found in enumerate(_REQUIRED.finditer(head)):
        if number == _MOST_REQUIRED:
            return
        if "extra" in (found[3] or ""):
            continue
        required = canonicalize_name(found[1])
        record = record_of(required)
        adds = has_folder and required.startswith(f"{name}-") and _has_modules_in(record, own)
        if adds or _has_package(record, own) or (is_shell and record and _is_pinned(found[2], version)):
            yield record


def metadata_folders(location: Path) -> dict[str, Path]:
    """Return the metadata folders beside a distribution by the normalised names of theirs, at most 5,000."""
    found: dict[str, Path] = {}
    for number, folder in enumerate(location.glob("*.dist-info")):
        if number == _MOST_FOLDERS:
            break
        found[canonicalize_name(folder.name.partition("-")[0])] = folder
    return found


def _has_package(recorded: Sequence[str], package: str) -> bool:
    """Tell whether a distribution has a module with this name; a folder without `__init__` belongs to nobody."""
    modules = (PurePosixPath(path).parts for path in recorded if path.endswith(_MODULE))
    return any(
        parts[0].partition(".")[0].lower() == package and (len(parts) == 1 or parts[1].startswith("__init__."))
        for parts in modules
    )


def _has_modules_in(recorded: Sequence[str], folder: str) -> bool:
    """Tell whether a distribution has modules in a folder."""
    return any(path.startswith(f"{folder}/") and path.endswith(_MODULE) for path in recorded)


def _is_pinned(specifier: str, version: str) -> bool:
    """Tell whether a requirement (`[fast]==1.2`, `(==1.2)`) allows this version alone."""
    return re.sub(r"\[[^\]]*\]|[()\s]", "", specifier) == f"=={version}"
