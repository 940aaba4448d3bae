"""What the examples say on the wire, as the reference shows it: `spec/recorded/CONTRACT/ELEMENT.json`.

Each file holds `{"request": …, "response": …}` by the example's name. What differs from run to run stands there as one
value: times, the port of the world, the id of the request, the mark around quoted text, digests of cursors.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.message import SessionMessage
from tests.contract.promises import ROOT, Example

from pro_context_codegen.naming import stem

_EXECUTING = ("tools/call", "resources/read", "prompts/get")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)")
_MARK = re.compile(r"\[[0-9a-f]{8}\]")
_CURSOR = re.compile(r"\b(\d+-)(?:[0-9a-f]{8}){1,2}\b")
_SIGNED_CURSOR = re.compile(r"\beyJv[\w-]{60,}")
_ANY_TIME = "2026-01-01T00:00:00Z"
_ANY_ORIGIN = "http://127.0.0.1:40000"
_ANY_MARK = "[00000000]"
_ANY_CURSOR = r"\g<1>0000000000000000"
_ANY_SIGNED_CURSOR = "eyJvIjoxMH0"
_SETTLED = (
    (_TIME, _ANY_TIME),
    (_MARK, _ANY_MARK),
    (_CURSOR, _ANY_CURSOR),
    (_SIGNED_CURSOR, _ANY_SIGNED_CURSOR),
)
_ANY_ID = 1

Exchange = dict[str, Any]


class Wire:
    """A stdio connection that keeps the messages it carries; an MCP client may use it as its transport.

    Args:
        server: how the server is started.
        origin: of the world it may name, "" for none.
    """

    def __init__(self, server: StdioServerParameters, origin: str) -> None:
        self._streams = stdio_client(server)
        self._origin = origin
        self._messages: list[dict[str, Any]] = []

    async def __aenter__(self) -> tuple[_Tap, _Tap]:
        """Start the server and return its streams, both listened to."""
        read, write = await self._streams.__aenter__()
        return _Tap(read, self._messages), _Tap(write, self._messages)

    async def __aexit__(self, *failure: Any) -> bool | None:
        """Stop the server."""
        return await self._streams.__aexit__(*failure)

    def last_exchange(self) -> Exchange:
        """Return the last request that executed something, with its response."""
        request = [message for message in self._messages if message.get("method") in _EXECUTING][-1]
        [response] = [
            message for message in self._messages if message.get("id") == request["id"] and "method" not in message
        ]
        return {"request": self._settled(request), "response": self._settled(response)}

    def _settled(self, message: dict[str, Any]) -> dict[str, Any]:
        text = json.dumps(message | {"id": _ANY_ID})
        if self._origin:
            text = text.replace(self._origin, _ANY_ORIGIN)
        for varying, settled_as in _SETTLED:
            text = varying.sub(settled_as, text)
        settled: dict[str, Any] = json.loads(text)
        return settled


class _Tap:
    """One direction of a connection, listened to."""

    def __init__(self, stream: Any, heard: list[dict[str, Any]]) -> None:
        self._stream = stream
        self._heard = heard

    async def __aenter__(self) -> _Tap:
        await self._stream.__aenter__()
        return self

    async def __aexit__(self, *failure: Any) -> None:
        await self._stream.__aexit__(*failure)

    def __aiter__(self) -> _Tap:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        return self._hear(await self._stream.__anext__())

    async def send(self, item: SessionMessage) -> None:
        await self._stream.send(self._hear(item))

    async def aclose(self) -> None:
        await self._stream.aclose()

    def _hear(self, item: Any) -> Any:
        if isinstance(item, SessionMessage):
            self._heard.append(item.message.model_dump(mode="json", by_alias=True, exclude_unset=True))
        return item


def recorded(example: Example) -> Exchange | None:
    """Return what an example said when it was recorded, None if it never was."""
    return _recordings(example).get(example.spec["name"])


def write(example: Example, exchange: Exchange) -> None:
    """Record an example, and forget those its element no longer has."""
    recordings = _recordings(example) | {example.spec["name"]: exchange}
    names = [spec["name"] for spec in example.element.examples]
    kept = {name: recordings[name] for name in names if name in recordings}
    file = _file(example)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _recordings(example: Example) -> dict[str, Exchange]:
    file = _file(example)
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _file(example: Example) -> Path:
    return ROOT / "spec" / "recorded" / example.contract.name / f"{stem(example.element.name)}.json"
