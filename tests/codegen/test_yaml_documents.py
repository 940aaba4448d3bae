"""What looks like text stays text."""

import pytest

from pro_context_codegen.yaml_documents import load


@pytest.mark.parametrize(
    "text",
    [
        "2026-07-28",
        "no",
        "yes",
        "on",
        "1.2.0",
        "012",
        "0x1f",
        "1_000",
        "12:30",
        "True",
        "NULL",
        "~",
        ".5",
        "1.",
        "1e3",
        "<<",
        "=",
        ".inf",
    ],
)
def test_stays_text(text: str) -> None:
    assert load(f"- {text}") == [text]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("", None),
        ("7", 7),
        ("-7", -7),
        ("0", 0),
        ("0.3", 0.3),
        ("-1.5e3", -1500.0),
    ],
)
def test_is_a_value(text: str, value: object) -> None:
    assert load(f"- {text}") == [value]


def test_numbers_keep_their_kind() -> None:
    assert [type(value) for value in load("[1, 1.0]")] == [int, float]
