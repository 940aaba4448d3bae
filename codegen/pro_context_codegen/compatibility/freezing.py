"""The release of a contract: it is checked, frozen, sealed and entered in the changelog, or nothing is written."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path

from packaging.version import Version

from pro_context_codegen import bundle
from pro_context_codegen.compatibility import changelog
from pro_context_codegen.compatibility.comparison import Comparison, compare
from pro_context_codegen.compatibility.frozen_bundles import (
    SEALS,
    bundle_file,
    bundles_folder,
    latest,
    read_frozen_bundles,
    with_seal,
)
from pro_context_codegen.contract_folders import read_contracts
from pro_context_codegen.lint import lint
from pro_context_codegen.spec import ContractSpec
from pro_context_codegen.spec_problems import SpecError, SpecProblem


def release(spec: Path, name: str, version: Version, changes: Path) -> Comparison:
    """Release a contract in the version of its contract.yaml.

    Args:
        spec: the folder that holds `contracts/` and the list of seals.
        name: the contract's name.
        version: the contract's version, given explicitly so that nobody releases another one by mistake.
        changes: the changelog.

    Returns:
        The comparison with the previous release.

    Raises:
        SpecError: the contract cannot be released, for all the listed reasons; no file was changed.
    """
    contracts = read_contracts(spec)
    contract = _named(contracts, spec, name)
    releases = read_frozen_bundles(spec)
    comparison = compare(contract, latest(releases, name))
    problems = [problem for problem in lint(contracts) if problem.file.startswith(f"{contract.folder}/")]
    problems = [problem for problem in problems if not problem.warning]
    problems += [*_version_problems(contract, version, comparison), *comparison.problems]
    if problems:
        raise SpecError(problems)
    file = bundle_file(name, version)
    frozen = bundle.files([contract], {})[file].encode()
    text = changelog.with_entry(str(changes), _read(changes), contract, comparison)
    written = {
        bundles_folder(spec) / file: frozen,
        spec / SEALS: with_seal(spec, file, frozen).encode(),
        changes: text.encode(),
    }
    write_all(written)
    return comparison


def _named(contracts: list[ContractSpec], spec: Path, name: str) -> ContractSpec:
    for contract in contracts:
        if contract.name == name:
            return contract
    known = ", ".join(contract.name for contract in contracts)
    raise SpecError([SpecProblem(f"{spec.as_posix()}/contracts", "", f"holds no contract {name}; there are: {known}")])


def _version_problems(contract: ContractSpec, version: Version, comparison: Comparison) -> list[SpecProblem]:
    file = f"{contract.folder}/contract.yaml"
    if comparison.version != version:
        return [
            SpecProblem(file, "version", f"is {contract.version}, not {version}; change it there before the release")
        ]
    if comparison.released == version:
        return [SpecProblem(file, "version", f"{version} is released already")]
    return []


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SpecError([SpecProblem(str(path), "", "is not readable as UTF-8 text")]) from error


def write_all(contents: Mapping[Path, bytes]) -> None:
    """Write several files, or leave all of them unchanged.

    Each file is written beside its target and then renamed. When a rename fails, the earlier ones are undone.

    Raises:
        SpecError: a file cannot be written.
    """
    before = {path: path.read_bytes() if path.is_file() else None for path in contents}
    staged = {path: path.with_name(f".{path.name}.new") for path in contents}
    try:
        for path, content in contents.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            staged[path].write_bytes(content)
        for path, written in staged.items():
            written.replace(path)
    except OSError as error:
        for path, original in before.items():
            with contextlib.suppress(OSError):
                _restore(path, original, staged[path])
        raise SpecError([SpecProblem(str(error.filename), "", "cannot be written; nothing was released")]) from error


def _restore(path: Path, original: bytes | None, staged: Path) -> None:
    """Restore a file to its original content, or remove it together with its folder if that is empty."""
    if staged.is_file():
        staged.unlink()
    if original is not None:
        path.write_bytes(original)
    else:
        path.unlink(missing_ok=True)
        path.parent.rmdir()
