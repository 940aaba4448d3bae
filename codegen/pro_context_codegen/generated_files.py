"""Every file of the generated folder, byte for byte."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ruff import find_ruff_bin  # type: ignore[import-untyped]

from pro_context_codegen import (
    bundle,
    configuration_schema,
    distribution_documents,
    markdown_reference,
    openapi,
    payloads,
    protocol_tables,
    python_modules,
    typescript,
    yaml_documents,
)
from pro_context_codegen.compatibility.frozen_bundles import FrozenBundle
from pro_context_codegen.distribution import Distribution
from pro_context_codegen.output_folder import Tree
from pro_context_codegen.spec import ContractSpec, Schema
from pro_context_codegen.spec_problems import SpecError

_PACKAGE = "pro_context_contract"
_REGISTRY = "registry"
_REGISTRY_SCHEMAS = {"manifest.yaml": "registry-manifest.schema.json", "libraries.yaml": "registry.schema.json"}
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def read_registry_schemas(spec: Path) -> Mapping[str, Schema]:
    """Return the schemas of a published registry by their published file names, {} where the spec has none.

    Raises:
        SpecError: one of them cannot be read.
    """
    schemas = {}
    for name, published in _REGISTRY_SCHEMAS.items():
        file = spec / _REGISTRY / name
        if file.is_file():
            content, problems = yaml_documents.read(file, file.as_posix())
            if problems:
                raise SpecError(sorted(problems))
            schemas[published] = {"$schema": _DIALECT, **content}
    return schemas


def generated_files(
    contracts: list[ContractSpec],
    released: Sequence[FrozenBundle],
    distribution: Distribution | None,
    settings: Schema | None,
    registry: Mapping[str, Schema] | None,
) -> Tree:
    """Return every file of the generated folder by its path inside the folder.

    Args:
        contracts: the contracts of the spec.
        released: the bundle of every released version.
        distribution: the distribution of the server, None where the spec has none.
        settings: the schema of the configuration, None where the spec has none.
        registry: the result of `read_registry_schemas`.
    """
    python = {f"{_PACKAGE}/{path}": text for path, text in python_modules.package(contracts).items()}
    if settings:
        python |= {
            f"{_PACKAGE}/configuration/{path}": text for path, text in configuration_schema.package(settings).items()
        }
    protocol = python_modules.protocol(protocol_tables.constants(), protocol_tables.SOURCE)
    python |= {f"{_PACKAGE}/protocol/{path}": text for path, text in protocol.items()}
    files = {"pyproject.toml": python_modules.distribution(contracts)} | _format_python(python)
    files[f"{_PACKAGE}/protocol/tables.json"] = _json(protocol_tables.tables())
    for contract in contracts:
        for name, content in payloads.payloads(contract).items():
            files[f"{_PACKAGE}/{contract.name}/payloads/{name}"] = _json(content)
        files[f"openapi/{contract.name}-{contract.version}.json"] = _json(openapi.document(contract))
        for path, text in markdown_reference.pages(contract).items():
            files[f"reference/{contract.name}/{path}"] = text
    for name, text in bundle.files(contracts, {release.file: release.text for release in released}).items():
        files[f"{_PACKAGE}/bundles/{name}"] = text
    files |= {f"typescript/{path}": text for path, text in typescript.package(contracts).items()}
    if distribution:
        files[f"{_PACKAGE}/distribution.json"] = _json(distribution_documents.payload(distribution))
        files |= {f"distribution/{path}": text for path, text in distribution_documents.files(distribution).items()}
    if settings:
        files[f"{_PACKAGE}/configuration/schema.json"] = _json(configuration_schema.published_schema(settings))
        files["reference/configuration.md"] = configuration_schema.page(settings)
    files |= {f"registry/{name}": _json(schema) for name, schema in (registry or {}).items()}
    return {path: text.encode() for path, text in sorted(files.items())}


def _json(content: Any) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _format_python(files: Mapping[str, str]) -> dict[str, str]:
    """Return Python files as ruff formats them, independent of any ruff configuration around the repository."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        command = [find_ruff_bin(), "format", "--isolated", "--no-cache", "--quiet", "--line-length=120", folder]
        subprocess.run([*command, "--target-version=py311"], check=True)  # noqa: S603 - our own arguments
        return {path: (folder / path).read_text(encoding="utf-8") for path in files}
