"""The description of a client that each request of 2026-07-28 carries in `params._meta`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pro_context.protocol.request import Client, ProtocolError
from pro_context_contract.protocol import (
    CLIENT_CAPABILITIES_META_KEY,
    INVALID_PARAMS,
    PROTOCOL_VERSION_META_KEY,
    STATELESS_VERSIONS,
    UNSUPPORTED_PROTOCOL_VERSION,
)


def has_version(params: Mapping[str, Any]) -> bool:
    """Tell whether a request names its own protocol version, as no request of an older version does."""
    meta = params.get("_meta")
    return isinstance(meta, dict) and PROTOCOL_VERSION_META_KEY in meta


def description(params: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the `_meta` of a request that describes its client.

    Raises:
        ProtocolError: a required key is missing.
    """
    meta = params.get("_meta")
    if not isinstance(meta, dict):
        meta = {}
    if PROTOCOL_VERSION_META_KEY in meta and CLIENT_CAPABILITIES_META_KEY in meta:
        return meta
    missing = [key for key in (PROTOCOL_VERSION_META_KEY, CLIENT_CAPABILITIES_META_KEY) if key not in meta]
    raise ProtocolError(INVALID_PARAMS, f"Invalid params: _meta needs {' and '.join(missing)}")


def client_of(params: Mapping[str, Any], versions: Sequence[str] = STATELESS_VERSIONS) -> Client:
    """Return the client of a request.

    Raises:
        ProtocolError: the request does not describe its client, or names another version.
    """
    meta = description(params)
    version, capabilities = meta[PROTOCOL_VERSION_META_KEY], meta[CLIENT_CAPABILITIES_META_KEY]
    if not isinstance(version, str):
        raise ProtocolError(INVALID_PARAMS, f"Invalid params: _meta.{PROTOCOL_VERSION_META_KEY} must be of type string")
    check_version(version, versions)
    return Client(version, capabilities if isinstance(capabilities, dict) else {})


def check_version(version: str, versions: Sequence[str]) -> None:
    """Check that a version is served.

    Raises:
        ProtocolError: it is not; `data` has the versions that are.
    """
    if version not in versions:
        data = {"supported": list(versions), "requested": version}
        raise ProtocolError(UNSUPPORTED_PROTOCOL_VERSION, "Unsupported protocol version", data)
