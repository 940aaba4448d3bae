"""The published documents of the contracts: the current version and every released version of each.

Generated from codegen/pro_context_codegen/templates/bundles.py.jinja; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

__all__ = ["UnknownBundle", "read_bundle", "read_schema", "versions"]

_SUFFIX = ".json"
_SCHEMA = "bundle.schema.json"


class UnknownBundle(LookupError):
    """No bundle has this name and version; the message lists the existing ones."""


def versions() -> Mapping[str, tuple[str, ...]]:
    """Return the versions of each contract, newest last."""
    found: dict[str, list[str]] = {}
    for file in files(__name__).iterdir():
        name, dash, version = file.name.removesuffix(_SUFFIX).partition("-")
        if dash and file.name.endswith(_SUFFIX):
            found.setdefault(name, []).append(version)
    return {name: tuple(sorted(found[name], key=_numbers)) for name in sorted(found)}


def read_bundle(name: str, version: str = "") -> bytes:
    """Return the published bytes of a bundle, UTF-8 JSON.

    Args:
        name: the contract's name.
        version: the contract's version, "" for the newest.

    Raises:
        UnknownBundle: no bundle has this name and version.
    """
    known = versions()
    if name not in known:
        raise UnknownBundle(f"there is no contract {name!r}; known: {', '.join(known)}")
    if version and version not in known[name]:
        raise UnknownBundle(f"contract {name} has no version {version!r}; known: {', '.join(known[name])}")
    return files(__name__).joinpath(f"{name}-{version or known[name][-1]}{_SUFFIX}").read_bytes()


def read_schema() -> bytes:
    """Return the JSON Schema of every bundle, UTF-8 JSON."""
    return files(__name__).joinpath(_SCHEMA).read_bytes()


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in version.split("."))
