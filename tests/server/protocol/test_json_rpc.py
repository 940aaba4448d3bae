"""Any bytes become messages or refusals."""

from typing import Any

import pytest

from pro_context.protocol.encoding import to_bytes
from pro_context.protocol.json_rpc import (
    Incoming,
    Reply,
    UnreadableMessage,
    error,
    parse,
    request_id,
    to_message,
)


def refused(data: bytes) -> UnreadableMessage:
    with pytest.raises(UnreadableMessage) as refusal:
        to_message(parse(data))
    return refusal.value


@pytest.mark.parametrize(
    "data",
    [b"{", b"hello", b'{"a":1}{"b":2}', b'"\xff\xfe"', b'{"n":NaN}', b"[" * 100_000, b'{"n":' + b"9" * 5000 + b"}"],
)
def test_what_is_not_json_is_a_parse_error(data: bytes) -> None:
    assert refused(data).code == -32700


@pytest.mark.parametrize(
    "data",
    [
        b"[]",
        b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
        b"7",
        b"null",
        b'"text"',
        b'{"jsonrpc":"2.0","id":null,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":true,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
        b'{"id":1,"method":"ping"}',
        b'{"jsonrpc":"1.0","id":1,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":1,"method":7}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}',
        b'{"jsonrpc":"2.0","id":1}',
    ],
)
def test_json_that_is_no_request_is_invalid(data: bytes) -> None:
    assert refused(data).code == -32600


def test_lone_surrogate_becomes_something_writable() -> None:
    message = parse(b'{"id":"\\ud83d","whole":"\\ud83d\\ude00"}')
    assert message == {"id": "?", "whole": "😀"}
    to_bytes(message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({"id": 3}, 3),
        ({"id": "a"}, "a"),
        ({"id": True}, None),
        ({"id": 1, "result": {}}, None),
        ({"id": 1, "error": {}}, None),
        ({}, None),
    ],
)
def test_request_id_is_that_of_a_request(message: dict[str, Any], expected: object) -> None:
    assert request_id(message) == expected


def test_refusal_names_the_request_where_it_can_be_read() -> None:
    assert refused(b'{"jsonrpc":"1.0","id":"a","method":"ping"}').request_id == "a"
    assert refused(b'{"jsonrpc":"1.0","id":1,"result":{}}').request_id is None


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"jsonrpc":"2.0","id":1,"method":"ping"}', Incoming("ping", {}, 1)),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":null}', Incoming("ping", {}, 1)),
        (b'{"jsonrpc":"2.0","method":"notifications/initialized"}', Incoming("notifications/initialized", {})),
        (b'{"jsonrpc":"2.0","id":1,"result":{}}', Reply(1, {})),
        (
            b'{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}',
            Reply(None, {}, {"code": -32600, "message": "no"}),
        ),
    ],
)
def test_message_is_of_its_kind(data: bytes, message: Incoming | Reply) -> None:
    assert to_message(parse(data)) == message


def test_message_is_one_line_of_utf8() -> None:
    assert to_bytes({"text": "ä\n\ud83d"}) == '{"text":"ä\\n?"}'.encode()


def test_error_has_data_only_where_there_is_some() -> None:
    assert error(-32600, "no", 5) == {"jsonrpc": "2.0", "id": 5, "error": {"code": -32600, "message": "no"}}
    assert error(-32600, "no", None, {"uri": "x"})["error"] == {"code": -32600, "message": "no", "data": {"uri": "x"}}
