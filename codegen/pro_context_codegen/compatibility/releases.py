"""The frozen releases of `spec/released`: one bundle per contract and version, sealed twice.

`SEALS` holds a line `SHA-256  CONTRACT/VERSION.json` for each file, as sha256sum writes it; the bundle's own `sha256`
must agree besides, so that neither can be changed alone. `sha256sum --check SEALS` tells the same.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.version import Version

from pro_context_codegen import bundle
from pro_context_codegen.problems import Problem, SpecError

FOLDER = "released"
SEALS = "SEALS"
_LINE = re.compile(r"([0-9a-f]{64})  ([a-z][a-z0-9]*/[0-9]+\.[0-9]+\.[0-9]+\.json)")


@dataclass(frozen=True, slots=True)
class Release:
    """One frozen bundle."""

    contract: str
    version: Version
    bundle: Mapping[str, Any]


def read_releases(spec: Path) -> list[Release]:
    """Return every release of a spec folder, oldest first.

    Raises:
        SpecError: a file is missing, unsealed, or not what was sealed.
    """
    folder = spec / FOLDER
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.glob("*/*.json"))}
    seals = _read_seals(folder)
    label = folder.as_posix()
    problems = [
        Problem(f"{label}/{name}", key, reason)
        for name in sorted(found.keys() | seals.keys())
        for key, reason in _flaws(name, found.get(name), seals.get(name))
    ]
    if problems:
        raise SpecError(problems)
    releases = [_release(content) for content in found.values()]
    return sorted(releases, key=lambda release: release.version)


def latest(releases: list[Release], contract: str) -> Release | None:
    """Return a contract's latest release, None before the first."""
    return next((release for release in reversed(releases) if release.contract == contract), None)


def seal(spec: Path, name: str, content: bytes) -> str:
    """Return the text of SEALS with one more file.

    Args:
        spec: the spec folder, whose releases are sealed properly.
        name: the file, as in `full/0.1.0.json`.
        content: what it holds.
    """
    seals = {**_read_seals(spec / FOLDER), name: hashlib.sha256(content).hexdigest()}
    return "".join(f"{digest}  {sealed}\n" for sealed, digest in sorted(seals.items()))


def _read_seals(folder: Path) -> dict[str, str]:
    path = folder / SEALS
    if not path.is_file():
        return {}
    seals = {}
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        match = _LINE.fullmatch(line)
        if not match:
            reason = "is not `SHA-256  CONTRACT/VERSION.json`"
            raise SpecError([Problem(path.as_posix(), f"line {number}", reason)])
        seals[match[2]] = match[1]
    return seals


def _flaws(name: str, content: bytes | None, sealed: str | None) -> Iterator[tuple[str, str]]:
    """Give key and reason of what is wrong with a frozen file; nothing when it is what was released."""
    if content is None:
        yield "", f"is sealed in {SEALS}, but missing; restore it from version control"
    elif sealed is None:
        yield "", f"is not sealed in {SEALS}; release-contract alone writes here"
    elif hashlib.sha256(content).hexdigest() != sealed:
        yield "", f"is not what was sealed in {SEALS}; restore it from version control"
    else:
        yield from _contradictions(name, content)


def _contradictions(name: str, content: bytes) -> Iterator[tuple[str, str]]:
    try:
        document = json.loads(content)
        body = {key: value for key, value in document.items() if key != "sha256"}
        told = (document["contract"], document["version"], document["sha256"])
    except (ValueError, AttributeError, KeyError):
        yield "", "is no bundle of a contract"
        return
    if f"{told[0]}/{told[1]}.json" != name:
        yield "version", f"is {told[1]} of {told[0]}, unlike the file's name"
    if bundle.digest(body) != told[2]:
        yield "sha256", "is not that of the rest; restore the file from version control"


def _release(content: bytes) -> Release:
    document = json.loads(content)
    return Release(document["contract"], Version(document["version"]), document)
