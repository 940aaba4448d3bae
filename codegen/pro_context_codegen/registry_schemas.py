"""The schemas of a published registry from `spec/registry/`, for organisations that publish one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pro_context_codegen import yaml_documents
from pro_context_codegen.spec import Schema
from pro_context_codegen.spec_problems import SpecError

_FOLDER = "registry"
_PUBLISHED = {"manifest.yaml": "registry-manifest.schema.json", "libraries.yaml": "registry.schema.json"}
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def read(spec: Path) -> Mapping[str, Schema]:
    """Return the schemas by their published file names, {} where the spec has none.

    Raises:
        SpecError: one of them cannot be read.
    """
    schemas = {}
    for name, published in _PUBLISHED.items():
        file = spec / _FOLDER / name
        if file.is_file():
            content, problems = yaml_documents.read(file, file.as_posix())
            if problems:
                raise SpecError(sorted(problems))
            schemas[published] = {"$schema": _DIALECT, **content}
    return schemas
