"""The releases of a contract, each with its changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pro_context_codegen import bundle
from pro_context_codegen.compatibility.changes import Change
from pro_context_codegen.compatibility.comparison import between
from pro_context_codegen.reference_site.material import Material


@dataclass(frozen=True, slots=True)
class Step:
    """One version of a contract.

    Attributes:
        version: the version.
        before: the previous version, "" for the first.
        sha256: the sum of its bundle, which clients may pin.
        released: whether the version is frozen.
        changes: the changes since the previous version, gravest first.
    """

    version: str
    before: str
    sha256: str
    released: bool
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True)
class History:
    """The versions of a contract, newest first."""

    contract: str
    steps: Sequence[Step]


def histories(material: Material) -> list[History]:
    """Return the history of every contract."""
    found = []
    for contract in material.contracts:
        bundles = [release.document for release in material.released if release.contract == contract.name]
        frozen = len(bundles)
        current = bundle.document(contract)
        if not bundles or bundles[-1]["sha256"] != current["sha256"]:
            bundles.append(current)
        steps = [
            Step(
                version=after["version"],
                before=before["version"] if before else "",
                sha256=after["sha256"],
                released=index < frozen,
                changes=between(before, after) if before else (),
            )
            for index, (before, after) in enumerate(zip([None, *bundles[:-1]], bundles, strict=True))
        ]
        found.append(History(contract.name, steps[::-1]))
    return found
