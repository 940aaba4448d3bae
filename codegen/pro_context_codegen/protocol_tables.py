"""The tables of the protocol: methods, shapes of params, fields of results, codes, read from the types of MCP's SDK.

The SDK has one shape for all versions before 2026-07-28. A later version appears here with the release of the SDK that
knows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

import mcp_types
from mcp.shared.subscriptions import SUBSCRIPTION_ID_META_KEY
from mcp_types import jsonrpc, methods, version
from pydantic import BaseModel

Json = dict[str, Any]

SOURCE = "the types of the package mcp"

_CODES = (
    "PARSE_ERROR",
    "INVALID_REQUEST",
    "METHOD_NOT_FOUND",
    "INVALID_PARAMS",
    "INTERNAL_ERROR",
    "CONNECTION_CLOSED",
    "REQUEST_TIMEOUT",
    "HEADER_MISMATCH",
    "MISSING_REQUIRED_CLIENT_CAPABILITY",
    "UNSUPPORTED_PROTOCOL_VERSION",
)
_META_KEYS = (
    "PROTOCOL_VERSION_META_KEY",
    "CLIENT_INFO_META_KEY",
    "CLIENT_CAPABILITIES_META_KEY",
    "SERVER_INFO_META_KEY",
    "LOG_LEVEL_META_KEY",
)
_UNNEEDED = frozenset({"title", "description", "default", "format"})
"""Annotations, and formats that the SDK does not check."""


def constants() -> Json:
    """Return the versions, codes and keys that the generated module has by name."""
    return {
        "handshake_versions": version.HANDSHAKE_PROTOCOL_VERSIONS,
        "stateless_versions": version.MODERN_PROTOCOL_VERSIONS,
        "codes": {name: getattr(jsonrpc, name) for name in _CODES},
        "meta_keys": {
            **{name: getattr(mcp_types, name) for name in _META_KEYS},
            "SUBSCRIPTION_ID_META_KEY": SUBSCRIPTION_ID_META_KEY,
        },
    }


def tables() -> Json:
    """Return the tables by version and method.

    `requests` and `notifications` name the schema of the params in `definitions` of the version's shape, "" for none;
    `results` lists the fields of each result.
    """
    shapes: dict[str, str] = {}
    definitions: dict[str, Json] = {}
    named = {}
    for kind, entries in (("requests", methods.CLIENT_REQUESTS), ("notifications", methods.CLIENT_NOTIFICATIONS)):
        named[kind] = table = {known: dict[str, str]() for known in version.KNOWN_PROTOCOL_VERSIONS}
        for (method, of), model in entries.items():
            shapes[of] = shape = _shape(model)
            schema = model.model_json_schema()
            table[of][method] = _params_name(schema)
            definitions.setdefault(shape, {}).update(_pruned(schema.get("$defs", {})))
    results: dict[str, dict[str, list[str]]] = {known: {} for known in version.KNOWN_PROTOCOL_VERSIONS}
    for (method, of), result in methods.SERVER_RESULTS.items():
        results[of][method] = sorted(_fields(result))
    needed = {
        shape: _reachable(every, {table[of][method] for table in named.values() for of in table for method in table[of]
                                  if shapes[of] == shape})
        for shape, every in definitions.items()
    }  # fmt: skip
    return {"shapes": shapes, **named, "results": results, "definitions": needed}


def _shape(model: type[BaseModel]) -> str:
    """Return the version whose shape a model of the SDK has: `mcp_types._v2025_11_25` gives 2025-11-25."""
    return model.__module__.split("._v")[1].split(".")[0].replace("_", "-")


def _params_name(schema: Json) -> str:
    """Return the name of the definition that the params of a message have, "" for params of any kind."""
    params = schema.get("properties", {}).get("params", {})
    for option in (params, *params.get("anyOf", ())):
        if "$ref" in option:
            return str(option["$ref"]).rpartition("/")[2]
    return ""


def _pruned(schema: Any, is_names: bool = True) -> Any:
    """Return a schema without annotations.

    Args:
        schema: a schema, or a part of one.
        is_names: whether the keys are names of definitions or properties, and not keywords.
    """
    if isinstance(schema, Mapping):
        pruned = {
            key: _pruned(value, is_names=not is_names and key in ("properties", "$defs"))
            for key, value in sorted(schema.items())
            if is_names or (key not in _UNNEEDED and (key, value) != ("additionalProperties", True))
        }
        return pruned if is_names else _joined(pruned)
    return [_pruned(item, is_names=False) for item in schema] if isinstance(schema, list) else schema


def _joined(schema: Json) -> Json:
    """Return a schema whose alternatives differ in their type only with a list of types instead of them."""
    options = schema.get("anyOf", ())
    kinds = [option.get("type") for option in options]
    details = [option for option in options if option.keys() - {"type"}]
    if not options or None in kinds or details[1:] or any(option.keys() & {"enum", "const"} for option in details):
        return schema
    return {**(details[0] if details else {}), "type": kinds}


def _reachable(definitions: Json, names: set[str]) -> Json:
    """Return the definitions that these names, other than "", need."""
    found: Json = {}
    wanted = sorted(names - {""})
    while wanted:
        name = wanted.pop()
        if name not in found:
            found[name] = definitions[name]
            wanted += _references(definitions[name])
    return dict(sorted(found.items()))


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, Mapping):
        for key, value in schema.items():
            if key == "$ref":
                yield str(value).rpartition("/")[2]
            else:
                yield from _references(value)
    elif isinstance(schema, list):
        for item in schema:
            yield from _references(item)


def _fields(result: Any) -> set[str]:
    """Return the names of a result's fields on the wire; of a union, those of all its members."""
    if isinstance(result, type) and issubclass(result, BaseModel):
        return {field.alias or name for name, field in result.model_fields.items()}
    return set().union(*(_fields(member) for member in get_args(result)))
