"""The resources of a contract by URI (MCP `resources/read`), and its prompts by name (`prompts/get`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pro_context.protocol.binding import Bindings
from pro_context.protocol.dispatch import Dispatcher
from pro_context.protocol.request import ProtocolError
from pro_context.protocol.uri_templates import UriTemplate
from pro_context.wording import shorten
from pro_context_contract.blocks import resource_payload
from pro_context_contract.contract import Contract, ContractError, PromptText, Session
from pro_context_contract.protocol import INTERNAL_ERROR, INVALID_PARAMS, STATELESS_VERSIONS

LEGACY_NOT_FOUND = -32002
"""The code of the handshake versions; 2026-07-28 uses -32602 instead."""

TEMPLATE_TTL_MS = 300_000
"""Clients may cache templates, which come from documentation, for 5 minutes; fixed resources show live state."""


class Resources:
    """The resources and resource templates of one contract."""

    def __init__(self, contract: Contract, bindings: Bindings, dispatcher: Dispatcher) -> None:
        self._fixed = {entry["uri"]: entry for entry in contract.resources}
        self._templates = [(UriTemplate(entry["uriTemplate"]), entry) for entry in contract.resource_templates]
        self._bound = bindings.resources
        self._dispatcher = dispatcher

    def session_uris(self) -> list[str]:
        """Return the URIs of the resources whose content depends on the session."""
        return [uri for uri, entry in self._fixed.items() if self._bound[entry["name"]].takes_session]

    async def read(self, uri: str, session: Session, protocol_version: str) -> dict[str, Any]:
        """Return the `ReadResourceResult`.

        Raises:
            ProtocolError: the resource is not found (-32002, or -32602 on 2026-07-28), or reading it failed (-32603,
                with the contract's error in `data`); `data.uri` is the URI.
        """
        not_found = INVALID_PARAMS if protocol_version in STATELESS_VERSIONS else LEGACY_NOT_FOUND
        element = self._element(uri)
        if element is None:
            raise ProtocolError(not_found, "Resource not found", {"uri": uri})
        entry, parameters, ttl_ms = element
        name = entry["name"]
        try:
            content = await self._dispatcher.read(name, parameters, session)
        except ContractError as error:
            payload = error.payload()
            code = not_found if payload["code"].endswith("_NOT_FOUND") else INTERNAL_ERROR
            raise ProtocolError(code, payload["message"], {"uri": uri, **payload}) from error
        contents = resource_payload(uri, entry["mimeType"], content)
        scope = "private" if self._bound[name].takes_session else "public"
        return {"contents": [contents], "ttlMs": ttl_ms, "cacheScope": scope}

    def _element(self, uri: str) -> tuple[Mapping[str, Any], Mapping[str, str], int] | None:
        """Return the resource or template of a URI, the values of its variables, and its time in a cache."""
        if uri in self._fixed:
            return self._fixed[uri], {}, 0
        for template, entry in self._templates:
            values = template.match(uri)
            if values is not None and all(values.values()):
                return entry, values, TEMPLATE_TTL_MS
        return None


def render_prompt(
    contract: Contract,
    renderers: Mapping[str, Callable[[Mapping[str, str]], PromptText]],
    name: str,
    arguments: Mapping[str, str],
) -> dict[str, Any]:
    """Return the `GetPromptResult` of a prompt.

    Args:
        contract: the contract that lists the prompt.
        renderers: the generated functions by prompt name.
        name: the wire name.
        arguments: the arguments that the client sent; a blank one counts as missing, since forms send blanks.

    Raises:
        ProtocolError: -32602, for an unknown prompt or a required argument that is missing.
    """
    declared = next((prompt.get("arguments", []) for prompt in contract.prompts if prompt["name"] == name), None)
    if declared is None:
        raise ProtocolError(INVALID_PARAMS, f"Unknown prompt: {shorten(name)}")
    given = {entry["name"]: arguments[entry["name"]] for entry in declared if arguments.get(entry["name"])}
    for entry in declared:
        if entry.get("required") and entry["name"] not in given:
            raise ProtocolError(INVALID_PARAMS, f"Missing required argument of prompt {name}: {entry['name']}")
    return renderers[name](given).payload()
