"""Is a contract compatible with its releases? Every change judged, and the smallest version that carries them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pro_context_codegen.compatibility.comparison import Comparison, compare
from pro_context_codegen.compatibility.releases import FOLDER, latest, read_releases
from pro_context_codegen.problems import Problem, SpecError
from pro_context_codegen.spec import ContractSpec


def compare_all(spec: Path, contracts: Sequence[ContractSpec]) -> list[Comparison]:
    """Compare each contract with its latest release.

    Args:
        spec: the folder that holds `released/`.
        contracts: all contracts of the folder.

    Raises:
        SpecError: a frozen release was tampered with, or belongs to no contract.
    """
    releases = read_releases(spec)
    names = {contract.name for contract in contracts}
    orphans = sorted({release.contract for release in releases} - names)
    if orphans:
        reason = "is released, but there is no such contract any more"
        raise SpecError([Problem(f"{spec.as_posix()}/{FOLDER}/{name}", "", reason) for name in orphans])
    return [compare(contract, latest(releases, contract.name)) for contract in contracts]
