"""The files of service models: the names of the services, and the content of their models.

A model (`data/NAME/DATE/service-2.json`, perhaps with `.gz`) names the operations of a service, with their parameters.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import orjson

MOST_BYTES = 20_000_000
MOST_SERVICES = 1_000
"""The bounds on the unpacked text of one model, and on the models of one folder."""

_WORD = re.compile(r"(?:[A-Z]+s(?![a-z])|[A-Z]+(?![a-z])|[A-Z][a-z]+|[a-z]+)\d*|\d+")


def models_in(folder: Path, packages: Collection[str]) -> dict[str, Path]:
    """Return the newest model of each service that import packages ship.

    Args:
        folder: the folder on the import path that holds the packages.
        packages: their names.
    """
    found: dict[str, Path] = {}
    for package in packages:
        for path in sorted(folder.glob(f"{package}/data/*/*/service-2.json*")):
            service = path.parts[-3]
            if len(found) < MOST_SERVICES or service in found:
                found[service] = path
    return found


def model_text(path: Path) -> bytes:
    """Return the text of a model, b"" for a file that cannot be read; of too large a model the beginning."""
    try:
        content = path.read_bytes() if path.is_file() and path.stat().st_size <= MOST_BYTES else b""
        if path.suffix == ".gz":
            content = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(content, MOST_BYTES)
    except (OSError, zlib.error):
        return b""
    return content


def model_at(path: Path) -> Mapping[str, Any]:
    """Return a model, {} for a file that is none."""
    try:
        found = orjson.loads(model_text(path))
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def operations_of(model: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return the operations of a model by the names of their methods."""
    operations = mapping_at(model, "operations")
    return {method_name(one): operations[one] for one in operations if isinstance(operations[one], dict)}


def client_name(model: Mapping[str, Any], service: str) -> str:
    """Return the name of a service as its client is documented (`S3`)."""
    return re.sub(r"\W", "", str(mapping_at(model, "metadata").get("serviceId", ""))) or service.title().replace(
        "-", ""
    )


def method_name(operation: str) -> str:
    """Return the name of the method of an operation: `ListObjectsV2` is `list_objects_v2`."""
    return "_".join(_WORD.findall(operation)).lower()


def mapping_at(value: object, key: str) -> Mapping[str, Any]:
    """Return a member of a JSON value that is a mapping, {} for any other."""
    found = value.get(key) if isinstance(value, Mapping) else None
    return found if isinstance(found, dict) else {}
