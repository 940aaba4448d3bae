"""Our tables beside the SDK's own checks: the same params are accepted, and results have the same fields."""

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest
from mcp_types import methods
from mcp_types.version import KNOWN_PROTOCOL_VERSIONS
from pydantic import ValidationError
from tests.server.harbor.wire import CLIENT, MODERN, envelope

from pro_context.protocol import method_tables
from pro_context.protocol.request import ProtocolError

MESSAGES = 4_000
SOUND: dict[str, dict[str, Any]] = {
    "initialize": {
        "protocolVersion": "2025-11-25",
        "capabilities": {"roots": {"listChanged": True}, "sampling": {}, "experimental": {"x": {"y": 1}}},
        "clientInfo": {**CLIENT, "title": "T", "icons": [{"src": "https://a.example/i.png", "sizes": ["48x48"]}]},
    },
    "ping": {},
    "server/discover": {},
    "tools/list": {"cursor": "a"},
    "tools/call": {"name": "greet-ship", "arguments": {"shipName": "Ada", "times": 2}},
    "prompts/list": {},
    "prompts/get": {"name": "plan-voyage", "arguments": {"destination": "Oslo"}},
    "resources/list": {"cursor": "a"},
    "resources/read": {"uri": "harbor://tide"},
    "resources/subscribe": {"uri": "harbor://tide"},
    "resources/templates/list": {},
    "completion/complete": {
        "ref": {"type": "ref/prompt", "name": "plan-voyage"},
        "argument": {"name": "destination", "value": "O"},
        "context": {"arguments": {"cargo": "fish"}},
    },
    "logging/setLevel": {"level": "warning"},
    "subscriptions/listen": {"notifications": {"resourcesListChanged": True, "resourceSubscriptions": ["a://b"]}},
}
READ_AS_OTHERS = ["5", "true", 5, True]
"""Values that the SDK reads as another type, which JSON Schema and the specification do not: "5" and true as numbers,
5 and "true" as no or yes."""

DAMAGE = [*READ_AS_OTHERS, None, "", "text", 5.0, 1.5, [], [{}], {}, {"x": 1}]


def damaged(seed: random.Random, params: dict[str, Any]) -> tuple[dict[str, Any], Any]:
    """Return params in which one member was replaced, removed or added, and its new value."""
    value = seed.choice(DAMAGE)
    whole = copy.deepcopy(params)
    places = list(_objects(whole))
    place = seed.choice(places)
    if not place or seed.random() < 0.1:
        place[seed.choice(["cursor", "name", "uri", "_meta", "task", "other"])] = value
    elif seed.random() < 0.3:
        del place[seed.choice(list(place))]
        return whole, None
    else:
        place[seed.choice(list(place))] = value
    return whole, value


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for member in value.values():
            yield from _objects(member)
    elif isinstance(value, list):
        for item in value:
            yield from _objects(item)


def sdk(method: str, version: str, params: dict[str, Any]) -> int:
    """Return the error code that the SDK gives, 0 for none."""
    try:
        methods.validate_client_request(method, version, params)
    except KeyError:
        return -32601
    except ValidationError as error:
        return -32602 if error.errors() else 0
    return 0


def ours(method: str, version: str, params: dict[str, Any]) -> int:
    try:
        method_tables.check_request(method, version, params)
    except ProtocolError as error:
        return error.code
    return 0


@pytest.mark.parametrize("version", KNOWN_PROTOCOL_VERSIONS)
def test_params_are_accepted_and_refused_as_the_sdk_does(version: str) -> None:
    seed = random.Random(20261123)
    for _ in range(MESSAGES // len(KNOWN_PROTOCOL_VERSIONS)):
        method = seed.choice([*SOUND, "harbor/close"] if seed.random() < 0.05 else list(SOUND))
        params = {**SOUND.get(method, {}), **({"_meta": envelope(MODERN)} if version == MODERN else {})}
        for given, value in ((params, None), damaged(seed, params)):
            if sdk(method, version, given) != ours(method, version, given):
                assert any(type(value) is type(read) and value == read for read in READ_AS_OTHERS), (method, given)


@pytest.mark.parametrize("version", KNOWN_PROTOCOL_VERSIONS)
def test_methods_of_each_version_are_those_of_the_sdk(version: str) -> None:
    assert method_tables.METHODS == methods.SPEC_CLIENT_METHODS | methods.SPEC_CLIENT_NOTIFICATION_METHODS
    for method in methods.SPEC_CLIENT_METHODS:
        assert (ours(method, version, {}) == -32601) == ((method, version) not in methods.CLIENT_REQUESTS)


@pytest.mark.parametrize("version", KNOWN_PROTOCOL_VERSIONS)
def test_results_have_the_fields_that_the_sdk_lets_through(version: str) -> None:
    whole = {"resultType": "complete", "ttlMs": 1, "cacheScope": "public", "_meta": {"a": 1}, "other": 1}
    for method, content in {
        "tools/call": {"content": [], "structuredContent": {"a": None}, "isError": False},
        "tools/list": {"tools": []},
        "prompts/get": {"description": "d", "messages": []},
        "resources/read": {"contents": []},
        "completion/complete": {"completion": {"values": [], "total": 0, "hasMore": False}},
    }.items():
        result = {**content, **whole}
        assert method_tables.shaped(method, version, result) == methods.serialize_server_result(method, version, result)
