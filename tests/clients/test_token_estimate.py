"""The sizes that answers state, against a vocabulary that models use."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.clients.made_answers import made_answer
from tests.clients.node import needs_packages, node

from pro_context_engine.search.excerpts.token_estimate import estimated_tokens

ROOT = Path(__file__).resolve().parents[2]
COUNT = """\
const { encode } = require("gpt-tokenizer/encoding/o200k_base");
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => encode(text, { disallowedSpecial: new Set() }).length)));
"""
LEAST = 1_000


def _joined(pattern: str) -> list[str]:
    """Return the files that match, in parts of about 12,000 characters."""
    text = "\n".join(file.read_text("utf-8") for file in sorted(ROOT.glob(pattern)))
    return [text[first : first + 12_000] for first in range(0, min(len(text), 240_000), 12_000)]


TEXTS = {
    "prose": _joined("docs/**/*.md"),
    "python": _joined("engine/pro_context_engine/*/*.py"),
    "typescript": _joined("generated/typescript/*.ts"),
    "prose as JSON": [json.dumps({"content": text}, ensure_ascii=False) for text in _joined("docs/**/*.md")],
}


@needs_packages
@pytest.mark.parametrize("kind", TEXTS)
def test_prose_and_code_are_within_five_per_cent(kind: str) -> None:
    texts = [text for text in TEXTS[kind] if len(text) > LEAST]
    counted: list[int] = json.loads(node("-e", COUNT, stdin=json.dumps(texts).encode()).stdout)
    told = [estimated_tokens(text) for text in texts]
    assert sum(told) == pytest.approx(sum(counted), rel=0.05)
    errors = sorted(abs(one / real - 1) for one, real in zip(told, counted, strict=True))
    assert errors[-1] <= 0.05


@needs_packages
def test_mixtures_with_other_scripts_are_near() -> None:
    texts = [made_answer(seed).content for seed in range(60)]
    counted: list[int] = json.loads(node("-e", COUNT, stdin=json.dumps(texts).encode()).stdout)
    assert sum(map(estimated_tokens, texts)) == pytest.approx(sum(counted), rel=0.15)
