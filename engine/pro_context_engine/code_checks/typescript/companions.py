"""The npm packages whose declarations belong to those of another package."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

from pro_context_engine.domain.model import InstalledPackage

_STAR = re.compile(
    r"""^\s*export\s*\*\s*(?:as\s+\w+\s*)?from\s*['"]((?:@[\w.~-]+/)?[A-Za-z][\w.~-]*)[^'"]*['"]""", re.M
)
_MOST_FILES = 400
_MOST_BYTES = 1_000_000


def npm_companions(package: InstalledPackage) -> list[tuple[str, str | None]]:
    """Return the packages that a package exports everything of, or that declare its types, each with a range.

    Args:
        package: an unpacked npm package.
    """
    folder = _folder(package)
    if folder is None:
        return []
    manifest = _manifest(folder)
    ranges: dict[str, str] = {}
    for part in ("peerDependencies", "dependencies"):
        listed = manifest.get(part)
        ranges |= {str(name): str(one) for name, one in listed.items()} if isinstance(listed, dict) else {}
    found: dict[str, str | None] = {}
    declares = False
    for path in islice(folder.rglob("*.d.*ts"), _MOST_FILES):
        if "node_modules" in path.relative_to(folder).parts:
            continue
        declares = True
        with path.open("rb") as opened:
            text = opened.read(_MOST_BYTES).decode("utf-8", "replace")
        for name in _STAR.findall(text):
            if name != package.name:
                found[name] = ranges.get(name)
    if not declares and not package.name.startswith("@types/"):
        plain = package.name.removeprefix("@").replace("/", "__")
        found[f"@types/{plain}"] = f"{package.version.partition('.')[0]}.x"
    if package.name.startswith("@types/"):
        found |= {name: one for name, one in ranges.items() if name.startswith("@types/") and name != "@types/node"}
    return list(found.items())


def _folder(package: InstalledPackage) -> Path | None:
    for place in (Path(package.metadata_directory), Path(package.location), Path(package.location) / package.name):
        if (place / "package.json").is_file():
            return place
    return None


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        with (folder / "package.json").open("rb") as opened:
            found = json.loads(opened.read(_MOST_BYTES))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
