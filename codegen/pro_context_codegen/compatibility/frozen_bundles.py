"""The bundles of released contracts: files of the contract package that `spec/released.sha256` freezes.

Each released bundle is kept once, in the folder that the package ships, as `NAME-VERSION.json` (decision 43). The list
of seals holds a line `SHA-256  NAME-VERSION.json` for each of them, as sha256sum writes it. A bundle carries a sum of
its own besides, so that neither the file nor its seal can be changed alone. To check the seals by hand, run
`sha256sum --check ../../../spec/released.sha256` in the folder of the bundles.
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
from pro_context_codegen.spec_problems import SpecError, SpecProblem

SEALS = "released.sha256"
"""File name of the list of seals in the spec folder."""

_LINE = re.compile(r"([0-9a-f]{64})  ([a-z][a-z0-9]*-[0-9]+\.[0-9]+\.[0-9]+\.json)")


@dataclass(frozen=True, slots=True)
class FrozenBundle:
    """The bundle of one released version.

    Attributes:
        contract: the contract's name.
        version: the contract's version.
        text: the file's content, byte for byte.
        document: the same, parsed.
    """

    contract: str
    version: Version
    text: str
    document: Mapping[str, Any]

    @property
    def file(self) -> str:
        """Return the name of the bundle's file."""
        return bundle_file(self.contract, self.version)


def bundle_file(contract: str, version: Version) -> str:
    """Return the file name of the bundle of one version of a contract, as in `full-0.1.0.json`."""
    return f"{contract}-{version}.json"


def bundles_folder(spec: Path) -> Path:
    """Return the folder of the bundles that belong to a spec folder: that of the package beside it."""
    return spec.parent / "generated" / "pro_context_contract" / "bundles"


def read_frozen_bundles(spec: Path) -> list[FrozenBundle]:
    """Return the bundle of every released version, oldest version first.

    Args:
        spec: the folder that holds the list of seals; nothing is released where it holds none.

    Raises:
        SpecError: a sealed file is missing or differs from its seal, or a line of the list is not a seal.
    """
    folder = bundles_folder(spec)
    seals = _read_seals(spec)
    found = {name: (folder / name).read_bytes() for name in seals if (folder / name).is_file()}
    problems = [
        SpecProblem(f"{folder.as_posix()}/{name}", key, reason)
        for name, sealed in sorted(seals.items())
        for key, reason in _flaws(name, found.get(name), sealed)
    ]
    if problems:
        raise SpecError(problems)
    return sorted(map(_frozen_bundle, found.values()), key=lambda frozen: frozen.version)


def latest(releases: list[FrozenBundle], contract: str) -> FrozenBundle | None:
    """Return the bundle of a contract's latest release, None before the first release."""
    return next((release for release in reversed(releases) if release.contract == contract), None)


def with_seal(spec: Path, name: str, content: bytes) -> str:
    """Return the text of the list of seals with one more file.

    Args:
        spec: the spec folder.
        name: the file's name, as in `full-0.1.0.json`.
        content: the file's content.
    """
    seals = {**_read_seals(spec), name: hashlib.sha256(content).hexdigest()}
    return "".join(f"{digest}  {file}\n" for file, digest in sorted(seals.items()))


def _read_seals(spec: Path) -> dict[str, str]:
    """Return the SHA-256 of each sealed file by the file's name."""
    path = spec / SEALS
    if not path.is_file():
        return {}
    seals = {}
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        match = _LINE.fullmatch(line)
        if not match:
            reason = "is not `SHA-256  CONTRACT-VERSION.json`"
            raise SpecError([SpecProblem(path.as_posix(), f"line {number}", reason)])
        seals[match[2]] = match[1]
    return seals


def _flaws(name: str, content: bytes | None, seal: str) -> Iterator[tuple[str, str]]:
    """Yield the key and the reason of each difference between a file and the release that was sealed."""
    if content is None:
        yield "", f"is sealed in {SEALS}, but missing; restore it from version control"
    elif hashlib.sha256(content).hexdigest() != seal:
        yield "", f"differs from its seal in {SEALS}; restore it from version control"
    else:
        yield from _contradictions(name, content)


def _contradictions(name: str, content: bytes) -> Iterator[tuple[str, str]]:
    """Yield the key and the reason of each contradiction between a file's name, its content and its own sum."""
    try:
        document = json.loads(content)
        body = {key: value for key, value in document.items() if key != "sha256"}
        contract, version, digest = document["contract"], document["version"], document["sha256"]
    except (ValueError, AttributeError, KeyError):
        yield "", "is not the bundle of a contract"
        return
    if f"{contract}-{version}.json" != name:
        yield "version", f"is {version} of {contract}, unlike the file's name"
    if bundle.digest(body) != digest:
        yield "sha256", "is not the sum of the other members; restore the file from version control"


def _frozen_bundle(content: bytes) -> FrozenBundle:
    text = content.decode()
    document = json.loads(text)
    return FrozenBundle(document["contract"], Version(document["version"]), text, document)
