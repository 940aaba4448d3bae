"""The headers of 2026-07-28 that repeat parts of a request for gateways, compared with the request."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pro_context.protocol import client_description
from pro_context.protocol.request import ProtocolError
from pro_context.transports.http.http_request import VERSION
from pro_context_contract.protocol import HEADER_MISMATCH, PROTOCOL_VERSION_META_KEY

if TYPE_CHECKING:
    from pro_context.access.asgi_scope import RequestHeaders

_NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""The param that `Mcp-Name` repeats, by method."""

_KEYWORD = "x-mcp-header"
_PREFIX = "Mcp-Param-"
_BASE64 = re.compile(r"=\?base64\?(.*)\?=")
_DECIMAL = re.compile(r"(-?[0-9]{1,400})(\.0+)?")

Path = tuple[str, ...]
Schema = Mapping[str, Any]


def check_headers(method: str, params: Mapping[str, Any], headers: RequestHeaders) -> None:
    """Check that the headers name the version, the method and the name of a request.

    Raises:
        ProtocolError: -32602, the request does not describe its client; -32020, a header says something else.
    """
    meta = client_description.description(params)
    if headers.get(VERSION) != meta[PROTOCOL_VERSION_META_KEY]:
        raise _mismatch(VERSION, "the version of the request")
    if headers.get("mcp-method") != method:
        raise _mismatch("mcp-method", "the method of the request")
    name = params.get(_NAMED.get(method, ""))
    if name is not None and _decoded(headers.get("mcp-name")) != name:
        raise _mismatch("mcp-name", f"{_NAMED[method]} of the request")


def repeated_arguments(schema: Schema, path: Path = ()) -> Iterator[tuple[Path, str, str]]:
    """Yield the path, the header and the type of each argument that a header repeats."""
    for name, member in schema.get("properties", {}).items():
        if _KEYWORD in member:
            yield (*path, name), f"{_PREFIX}{member[_KEYWORD]}", member["type"]
        yield from repeated_arguments(member, (*path, name))


def check_arguments(
    repeated: list[tuple[Path, str, str]], arguments: Mapping[str, Any], headers: RequestHeaders
) -> None:
    """Check that each header repeats its argument, and is absent where the argument is absent or null.

    Raises:
        ProtocolError: -32020, one of them does not.
    """
    for path, header, kind in repeated:
        given = headers.get(header.lower())
        text = _text(_value(arguments, path))
        if header.lower() in headers.repeated:
            raise ProtocolError(HEADER_MISMATCH, f"The {header} header is given more than once")
        if (given is None) != (text is None):
            raise _mismatch(header, f"the argument {'.'.join(path)}: only one of them is present")
        if given is not None and text is not None and not _is_same(kind, text, _decoded(given)):
            raise _mismatch(header, f"the argument {'.'.join(path)}")


def _mismatch(header: str, other: str) -> ProtocolError:
    return ProtocolError(HEADER_MISMATCH, f"The {header} header does not match {other}")


def _value(arguments: Any, path: Path) -> Any:
    for step in path:
        arguments = arguments.get(step) if isinstance(arguments, Mapping) else None
    return arguments


def _text(value: Any) -> str | None:
    """Return a value as a header has it, None if no header can have it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        return str(value) if isinstance(value, str | int | float) else None
    except ValueError:  # an integer of very many digits
        return None


def _is_same(kind: str, text: str, header: str | None) -> bool:
    """Tell whether a header has the text of an argument; integers are compared as numbers."""
    given, own = _DECIMAL.fullmatch(header or ""), _DECIMAL.fullmatch(text)
    if kind == "integer" and given and own:
        return int(given[1]) == int(own[1])
    return header == text


def _decoded(header: str | None) -> str | None:
    """Return the text of a header, which is in base64 where it could not be a header otherwise; None if damaged."""
    found = _BASE64.fullmatch(header) if header and header.startswith("=?") else None
    if found is None:
        return header
    try:
        content = base64.b64decode(found[1], validate=True)
        return content.decode() if base64.b64encode(content).decode() == found[1] else None
    except ValueError:
        return None
