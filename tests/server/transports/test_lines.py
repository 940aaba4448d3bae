"""Any bytes become messages or refusals, in bounded memory."""

import json
from typing import Any

import pytest

from pro_context.transports.lines import LineSplitter, Refused, encode, error_line, parse, request_id


def split(*chunks: bytes, limit: int = 100) -> list[bytes | None]:
    splitter = LineSplitter(limit)
    return [line for chunk in chunks for line in splitter.feed(chunk)] + list(splitter.end())


def test_lines_across_chunks() -> None:
    assert split(b"one\ntw", b"o\n\nthr", b"ee") == [b"one", b"two", b"", b"three"]


def test_line_at_the_limit_is_kept_and_over_it_is_not() -> None:
    assert split(b"x" * 100 + b"\n" + b"y" * 101 + b"\nnext\n") == [b"x" * 100, None, b"next"]


def test_too_long_line_is_not_kept_in_memory() -> None:
    splitter = LineSplitter(limit=1000)
    for _ in range(1000):
        assert list(splitter.feed(b"x" * 1000)) == []
        assert sum(map(len, splitter._pieces)) <= 1000
    assert list(splitter.feed(b"\nok\n")) == [None, b"ok"]


def refused(line: bytes | None) -> Refused:
    with pytest.raises(Refused) as refusal:
        parse(line)
    return refusal.value


@pytest.mark.parametrize(
    "line",
    [b"{", b"hello", b'{"a":1}{"b":2}', b'"\xff\xfe"', b'{"n":NaN}', b"[" * 100_000, b'{"n":' + b"9" * 5000 + b"}"],
)
def test_what_is_not_json_is_a_parse_error(line: bytes) -> None:
    assert refused(line).code == -32700


@pytest.mark.parametrize(
    "line",
    [
        None,
        b"[]",
        b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
        b"7",
        b"null",
        b'"text"',
        b'{"jsonrpc":"2.0","id":null,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":true,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
    ],
)
def test_json_that_is_no_request_is_invalid(line: bytes | None) -> None:
    assert refused(line).code == -32600


def test_lone_surrogate_becomes_something_writable() -> None:
    message = parse(b'{"id":"\\ud83d","whole":"\\ud83d\\ude00"}')
    assert message == {"id": "?", "whole": "😀"}
    encode(message)


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


def test_refusal_is_one_line_with_the_id() -> None:
    line = error_line(Refused(-32600, "no", 5))
    assert line.endswith(b"\n")
    assert json.loads(line) == {"jsonrpc": "2.0", "id": 5, "error": {"code": -32600, "message": "no"}}
