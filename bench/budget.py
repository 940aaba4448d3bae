"""Hold answers against their budgets: `hatch run bench budget`; 5,000 of them, made of generated documentation.

Two vocabularies of today's models judge (tests/clients, by Node). Prints how much of a budget answers take; exit
status 1 if one takes more than it may.

Usage: python bench/budget.py [CASES]
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.clients.made_answers import made_answer, real_tokens
from tests.clients.node import NODE, TOKENIZER

from pro_context_engine.ranking.budget import most_tokens

BATCH = 500


def main() -> int:
    """Make the answers, count them, print what came of it."""
    if NODE is None or not TOKENIZER.is_dir():
        print("skipped: there is no node, or no tokenizer: npm ci --prefix tests/clients")
        return 0
    cases = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    shares: list[float] = []
    estimates: list[float] = []
    over: list[int] = []
    started = time.perf_counter()
    for first in range(0, cases, BATCH):
        answers = [made_answer(seed) for seed in range(first, min(first + BATCH, cases))]
        for seed, (answer, real) in enumerate(
            zip(answers, real_tokens([one.content for one in answers]), strict=True), first
        ):
            shares.append(real / answer.budget)
            estimates.append(real / most_tokens(answer.content))
            over += [seed] if real > answer.budget else []
    shares.sort()
    estimates.sort()
    print(f"{cases} answers in {time.perf_counter() - started:.0f} s; over the budget: {len(over)} {over[:10]}")
    print(f"tokens by budget: median {shares[cases // 2]:.2f}, most {shares[-1]:.2f}")
    print(f"tokens by our measure: median {estimates[cases // 2]:.2f}, most {estimates[-1]:.2f}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
