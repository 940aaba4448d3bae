"""The budget's measure: what vocabularies of models count is never more."""

from __future__ import annotations

import base64
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.clients.made_answers import real_tokens
from tests.clients.node import needs_packages

from pro_context_engine.documents.chunks.tokens import count
from pro_context_engine.search.excerpts.token_cost import JOINT, most_tokens

PROSE = "Load the propellant slowly, and watch the pressure of the tank until the gauge holds at forty bar. "
TABLE = "| name | default | meaning |\n| --- | --- | --- |\n" + "".join(
    f"| `max_{i}` | {i * 37}.{i}e-3 | bound #{i} of {{x: {i}}} |\n" for i in range(40)
)
CODE = "".join(f"x[{i}] = {{'a': ({i}, *[{i}, {i + 1}]), \"b\": -0x{i * 7919:x}}}  # {i}!\n" for i in range(60))
OTHERS = [
    "重试策略允许模型在失败之后再次发送请求，并且可以设置最大次数。" * 8,
    "再試行の方法と設定について説明します。失敗した後に待つ時間も決められます。" * 8,
    "재시도 정책은 실패한 요청을 다시 보냅니다. 최대 횟수를 설정합니다. " * 8,
    "Повторные попытки позволяют отправлять запрос снова после сбоя. " * 8,
    "Η πολιτική επανάληψης επιτρέπει νέα αποστολή μετά από αποτυχία. " * 8,
    "سياسة إعادة المحاولة تسمح بإرسال الطلب من جديد. " * 8,
]


@needs_packages
def test_no_vocabulary_counts_more() -> None:
    texts = [PROSE * 20, TABLE, CODE, *OTHERS, PROSE + CODE + TABLE, "  \n" * 300, "-" * 300, "a_b" * 100]
    counted = real_tokens(texts)
    assert [(text[:20], real) for text, real in zip(texts, counted, strict=True) if real > most_tokens(text)] == []
    assert counted[0] > 0.6 * most_tokens(texts[0]), "a bound far off wastes what the caller has room for"


@needs_packages
def test_what_is_no_language_is_underestimated_by_little() -> None:
    bytes_ = Random(7).randbytes(3000)
    texts = [base64.b64encode(bytes_).decode(), bytes_.hex()]
    counted = real_tokens(texts)
    assert all(real <= 1.4 * most_tokens(text) for text, real in zip(texts, counted, strict=True))


@pytest.mark.parametrize("text", ["", "a", PROSE, CODE, TABLE, *OTHERS])
def test_it_is_never_less_than_the_fast_estimate(text: str) -> None:
    assert most_tokens(text) >= count(text)


@given(st.lists(st.text(alphabet="aB1 _-(\n水😀", max_size=60), min_size=1, max_size=6))
def test_parts_never_sum_to_less_than_the_whole(parts: list[str]) -> None:
    assert most_tokens("".join(parts)) <= sum(most_tokens(part) + JOINT for part in parts)
