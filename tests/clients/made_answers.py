"""Answers made of generated documentation, through the real chunks and passages: what a budget must hold for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tests.clients.node import node

from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.documents.pages.markdown import markdown_page
from pro_context_engine.domain.model import Chunk, Hit
from pro_context_engine.search.excerpts.quoting import FRAME, quote, warning_size
from pro_context_engine.search.ranking.passage_selection import select_passages
from pro_context_engine.search.ranking.ranked_pages import pages_of

COUNT = """\
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
const counts = ["o200k_base", "cl100k_base"].map((name) => {
  const { encode } = require(`gpt-tokenizer/encoding/${name}`);
  return texts.map((text) => encode(text, { disallowedSpecial: new Set() }).length);
});
console.log(JSON.stringify(texts.map((_, i) => Math.max(...counts.map((each) => each[i])))));
"""
WORDS = [
    "the", "a", "of", "to", "and", "valve", "tank", "pressure", "engine", "propellant", "gauge", "sensor", "igniter",
    "telemetry", "kerosene", "nozzle", "is", "opens", "closes", "measures", "loads", "before", "after", "slowly",
    "returns", "raises", "configuration", "asynchronous", "initialization",
]  # fmt: skip
NAMES = [
    "load_tank", "FuelTank", "maxPressure", "ReadTimeout", "pump.start", "telemetry.Recorder", "__init__", "PUMP_COUNT",
]  # fmt: skip
OTHER = [
    "重试策略允许模型再次发送请求，",
    "再試行の方法を設定する。",
    "재시도 정책은 요청을 다시 보냅니다. ",
    "Повторные попытки ",
    "αποστολή ",
]
WARNING = "Nothing on this topic was found in acme/boats."


@dataclass(frozen=True, slots=True)
class MadeAnswer:
    """A quoted answer, and the budget it was made for."""

    content: str
    budget: int


def made_answer(seed: int) -> MadeAnswer:
    """Make an answer from pages of one to three libraries, of any size and mixture of prose, code and tables."""
    random = Random(seed)
    budget = random.choice([500, 501, 640, random.randint(500, 2_000), random.randint(500, 10_000)])
    neighbours: dict[tuple[str, str | None, str], Sequence[Chunk]] = {}
    libraries = []
    for number in range(random.choice([1, 1, 1, 2, 3])):
        hits = [
            hit for page in range(random.randint(1, 6)) for hit in _hits(random, f"acme/lib{number}", page, neighbours)
        ]
        libraries.append(pages_of(hits))
    warnings = [WARNING] * random.choice([0, 0, 1])
    room = budget - FRAME - sum(map(warning_size, warnings))
    chosen = select_passages(libraries, neighbours, room, [["tank", "valv"]])
    return MadeAnswer(quote(chosen, lambda: f"{random.getrandbits(32):08x}", warnings), budget)


def real_tokens(texts: Sequence[str]) -> list[int]:
    """Return the tokens of each text, by the vocabulary of two that takes more."""
    counted: list[int] = json.loads(node("-e", COUNT, stdin=json.dumps(texts).encode()).stdout)
    return counted


def _hits(
    random: Random, library_id: str, page: int, neighbours: dict[tuple[str, str | None, str], Sequence[Chunk]]
) -> list[Hit]:
    path = "/".join(random.choices(WORDS, k=random.randint(1, 4)))
    url = f"https://docs.{library_id.partition('/')[2]}.example/{path}/{page}"
    version = random.choice([None, "1.2.3", "2026.11.22rc1"])
    chunks = chunks_of(markdown_page(url, _text(random)))
    neighbours[library_id, version, url] = chunks
    found = random.sample(chunks, min(len(chunks), random.randint(1, 4)))
    return [Hit(chunk, random.uniform(3, 10), library_id, version, random.random()) for chunk in found]


def _text(random: Random) -> str:
    blocks = [f"# {_words(random, 1, 6)}"]
    for _ in range(random.randint(1, 25)):
        blocks.append(random.choice([_prose, _prose, _code, _table, _list, _heading, _foreign])(random))
    return "\n\n".join(blocks) + "\n"


def _words(random: Random, least: int, most: int) -> str:
    return " ".join(random.choices(WORDS + NAMES, k=random.randint(least, most)))


def _heading(random: Random) -> str:
    return f"{'#' * random.randint(2, 4)} {_words(random, 1, 8)}"


def _prose(random: Random) -> str:
    return ". ".join(_words(random, 3, 25).capitalize() for _ in range(random.randint(1, 12))) + "."


def _code(random: Random) -> str:
    lines = [
        f"{' ' * 4 * random.randint(0, 3)}{random.choice(NAMES)}({random.choice(WORDS)}={random.randint(0, 9_999)}, "
        f"*[{random.random():.4f}, 0x{random.getrandbits(24):x}], '{random.choice(WORDS)}')  # {random.choice(WORDS)}"
        for _ in range(random.randint(1, 60))
    ]
    return "\n".join(["```python", *lines, "```"])


def _table(random: Random) -> str:
    rows = [
        f"| `{random.choice(NAMES)}` | {random.randint(0, 9_999)}.{random.randint(0, 99)} | {_words(random, 1, 8)} |"
        for _ in range(random.randint(1, 40))
    ]
    return "\n".join(["| name | default | meaning |", "| --- | --- | --- |", *rows])


def _list(random: Random) -> str:
    links = [f"../{random.choice(WORDS)}.html#{random.choice(WORDS)}" for _ in range(random.randint(1, 15))]
    return "\n".join(f"- [{_words(random, 1, 3)}]({link}): {_words(random, 1, 12)}" for link in links)


def _foreign(random: Random) -> str:
    return "".join(random.choices(OTHER, k=random.randint(1, 12)))
