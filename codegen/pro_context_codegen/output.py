"""The generated folder: what belongs in it, byte for byte, and how that compares with what is there."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ruff import find_ruff_bin  # type: ignore[import-untyped]

from pro_context_codegen import (
    bundle,
    configuration,
    distribution_files,
    openapi,
    payloads,
    python_modules,
    reference,
    site,
    typescript,
)
from pro_context_codegen.distribution import Distribution
from pro_context_codegen.problems import Problem, SpecError
from pro_context_codegen.spec import ContractSpec, Schema

Tree = Mapping[str, bytes]
_PACKAGE = "pro_context_contract"
_CACHE = "__pycache__"


def tree(
    contracts: list[ContractSpec],
    released: Mapping[str, str],
    distribution: Distribution | None = None,
    settings: Schema | None = None,
    pages: Mapping[str, str] | None = None,
    registry: Mapping[str, Schema] | None = None,
) -> Tree:
    """Return every generated file by its path inside the folder.

    Args:
        contracts: as the spec has them.
        released: frozen bundles by file name.
        distribution: how the server reaches its users, None where the spec does not say.
        settings: schema of the configuration, None where the spec has none.
        pages: of the site, by path below its root.
        registry: schemas of a published registry, by file name.
    """
    python = {f"{_PACKAGE}/{path}": text for path, text in python_modules.package(contracts).items()}
    if settings:
        python |= {f"{_PACKAGE}/configuration/{path}": text for path, text in configuration.package(settings).items()}
    files = {"pyproject.toml": python_modules.distribution(contracts)} | _formatted(python)
    for contract in contracts:
        for name, content in payloads.payloads(contract).items():
            files[f"{_PACKAGE}/{contract.name}/payloads/{name}"] = _json(content)
        files[f"openapi/{contract.name}-{contract.version}.json"] = _json(openapi.document(contract))
        for path, text in reference.pages(contract).items():
            files[f"reference/{contract.name}/{path}"] = text
    for name, text in bundle.files(contracts, released).items():
        # At the top for readers, in the package for programs.
        files[f"bundles/{name}"] = files[f"{_PACKAGE}/bundles/{name}"] = text
    files |= {f"typescript/{path}": text for path, text in typescript.package(contracts).items()}
    if distribution:
        files[f"{_PACKAGE}/distribution.json"] = _json(distribution_files.payload(distribution))
        files |= {f"distribution/{path}": text for path, text in distribution_files.files(distribution).items()}
    if settings:
        # Twice, like the bundles.
        schema = _json(configuration.published(settings))
        files["bundles/configuration.schema.json"] = files[f"{_PACKAGE}/configuration/schema.json"] = schema
        files["reference/configuration.md"] = configuration.page(settings)
    files |= {f"bundles/{name}": _json(schema) for name, schema in (registry or {}).items()}
    files |= {f"{site.FOLDER}/{path}": text for path, text in (pages or {}).items()}
    return {path: text.encode() for path, text in sorted(files.items())}


def write(folder: Path, files: Tree) -> list[str]:
    """Make the folder hold exactly these files.

    Returns:
        The paths that changed.

    Raises:
        SpecError: the folder holds something that is not ours to remove.
    """
    _refuse_foreign(folder, files)
    changed = differences(folder, files)
    for path in changed:
        target = folder / path
        if path in files:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(files[path])
        else:
            target.unlink()
    _remove_empty(folder, files)
    return changed


def _refuse_foreign(folder: Path, files: Tree) -> None:
    ours = {path.partition("/")[0] for path in files}
    foreign = sorted(path.name for path in folder.iterdir() if path.name not in ours) if folder.is_dir() else []
    if foreign:
        reason = f"holds {', '.join(foreign)}, which generate does not write; choose a folder of its own"
        raise SpecError([Problem(str(folder), "", reason)])


def _remove_empty(folder: Path, files: Tree) -> None:
    """Remove the folders that no file is left for, with what Python cached in them."""
    kept = {parent for path in files for parent in (folder / path).parents}
    folders = [path for path in folder.rglob("*") if path.is_dir() and path.name != _CACHE]
    for path in sorted(folders, reverse=True):
        if path not in kept:
            shutil.rmtree(path)


def differences(folder: Path, files: Tree) -> list[str]:
    """Return the paths that are missing, stale or different, sorted; what Python itself caches does not count."""
    present = {
        path.relative_to(folder).as_posix(): path
        for path in folder.rglob("*")
        if path.is_file() and _CACHE not in path.parts
    }
    stale = present.keys() - files.keys()
    return sorted(stale | {path for path, content in files.items() if not _holds(present.get(path), content)})


def _holds(path: Path | None, content: bytes) -> bool:
    return path is not None and path.read_bytes() == content


def _json(content: Any) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _formatted(files: Mapping[str, str]) -> dict[str, str]:
    """Return Python files as ruff formats them, whatever configuration surrounds this repository."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        command = [find_ruff_bin(), "format", "--isolated", "--no-cache", "--quiet", "--line-length=120", folder]
        subprocess.run([*command, "--target-version=py311"], check=True)  # noqa: S603 - our own arguments
        return {path: (folder / path).read_text(encoding="utf-8") for path in files}
