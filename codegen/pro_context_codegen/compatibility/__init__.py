"""The comparison of contracts with their releases: a verdict on every change, and the smallest allowed version."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pro_context_codegen.compatibility.comparison import Comparison, compare
from pro_context_codegen.compatibility.frozen_bundles import SEALS, latest, read_frozen_bundles
from pro_context_codegen.spec import ContractSpec
from pro_context_codegen.spec_problems import SpecError, SpecProblem


def compare_all(spec: Path, contracts: Sequence[ContractSpec]) -> list[Comparison]:
    """Compare each contract with its latest release.

    Args:
        spec: the folder that holds `contracts/` and the list of seals.
        contracts: all contracts of the folder.

    Raises:
        SpecError: a released bundle is missing or was changed, or belongs to no contract.
    """
    releases = read_frozen_bundles(spec)
    names = {contract.name for contract in contracts}
    orphans = sorted({release.contract for release in releases} - names)
    if orphans:
        reason = "is released, but the spec has no such contract any more"
        raise SpecError([SpecProblem(f"{spec.as_posix()}/{SEALS}", name, reason) for name in orphans])
    return [compare(contract, latest(releases, contract.name)) for contract in contracts]
