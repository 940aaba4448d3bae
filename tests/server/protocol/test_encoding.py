"""Envelopes of tools/call in each error style."""

import json

import pytest

from pro_context.protocol import encoding

PAYLOAD = {"code": "GONE", "message": "It is gone.", "recoverable": False, "suggestion": "Look elsewhere."}


def test_success_says_the_same_twice() -> None:
    envelope = encoding.success({"name": "Grüße ⚓", "size": 5})
    assert (
        json.loads(envelope["content"][0]["text"]) == envelope["structuredContent"] == {"name": "Grüße ⚓", "size": 5}
    )
    assert "isError" not in envelope
    assert "⚓" in envelope["content"][0]["text"]


def test_lone_surrogate_does_not_reach_the_wire() -> None:
    encoding.to_text({"text": "half \ud83d of a character"}).encode("utf-8")


@pytest.mark.parametrize(
    ("style", "text"),
    [
        ("flat", json.dumps(PAYLOAD, separators=(",", ":"))),
        (
            "wrapped",
            '{"error":{"code":"GONE","message":"It is gone.","suggestion":"Look elsewhere.","recoverable":false}}',
        ),
        ("prose", "It is gone. Look elsewhere."),
    ],
)
def test_failure_in_the_style_of_the_contract(style: str, text: str) -> None:
    assert encoding.failure(PAYLOAD, style) == {"content": [{"type": "text", "text": text}], "isError": True}


def test_unknown_style_is_refused() -> None:
    with pytest.raises(ValueError, match="haiku"):
        encoding.failure(PAYLOAD, "haiku")
