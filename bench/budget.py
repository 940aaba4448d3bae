"""Hold answers against their budgets; 5,000 of them, made of generated documentation (2 to 5 minutes of two cores).

    python bench/budget.py [CASES]

Two vocabularies of today's models judge (tests/clients, by Node). Prints how much of a budget answers take; exit
status 1 if one takes more than it may.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.clients.made_answers import made_answer, real_tokens
from tests.clients.node import INSTALLED, NODE

from pro_context_engine.search.excerpts.token_cost import most_tokens

BATCH = 250
"""Answers that one process makes and counts at a time."""


class Counted(NamedTuple):
    """What an answer may take, takes by the vocabularies, and takes by our own measure, in tokens."""

    seed: int
    budget: int
    real: int
    estimate: int


def counted(seeds: Sequence[int]) -> list[Counted]:
    """Make the answers with these seeds, and count them."""
    answers = [made_answer(seed) for seed in seeds]
    judged = real_tokens([one.content for one in answers])
    return [
        Counted(seed, one.budget, real, most_tokens(one.content))
        for seed, one, real in zip(seeds, answers, judged, strict=True)
    ]


def main() -> int:
    """Make the answers, count them, print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="?", type=int, default=5_000)
    cases = parser.parse_args().cases
    if NODE is None or not INSTALLED.is_file():
        print("skipped: there is no node, or no packages: npm ci --prefix tests/clients")
        return 0
    started = time.perf_counter()
    with ProcessPoolExecutor() as pool:
        batches = [range(first, min(first + BATCH, cases)) for first in range(0, cases, BATCH)]
        answers = [one for batch in pool.map(counted, batches) for one in batch]
    over = [one.seed for one in answers if one.real > one.budget]
    shares = sorted(one.real / one.budget for one in answers)
    estimates = sorted(one.real / one.estimate for one in answers)
    print(f"{cases} answers in {time.perf_counter() - started:.0f} s; over the budget: {len(over)} {over[:10] or ''}")
    print(f"tokens by budget: median {shares[cases // 2]:.2f}, most {shares[-1]:.2f}")
    print(f"tokens by our measure: median {estimates[cases // 2]:.2f}, most {estimates[-1]:.2f}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
