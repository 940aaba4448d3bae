"""Measure name resolution: accuracy per kind of case and time per query.

Usage: hatch run bench resolve CASES [--misses]

CASES has one JSON object per line: `query`, `language` or null, `expected` (acceptable first ids, empty when the
library is absent and every relevance must stay below 0.5), `kind`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from pro_context_engine.domain.model import Match
from pro_context_engine.libraries.registry.catalogue import Catalogue

ABSENT_BELOW = 0.5
BAR = 0.95


def right(case: dict[str, Any], matches: list[Match]) -> bool:
    if case["expected"]:
        return bool(matches) and matches[0].library.library_id in case["expected"]
    return not matches or matches[0].relevance < ABSENT_BELOW


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", type=Path)
    parser.add_argument("--misses", action="store_true", help="print every wrong answer")
    options = parser.parse_args()
    if not options.cases.exists():
        print(f"skipped: {options.cases} does not exist")
        return 0

    started = time.perf_counter()
    catalogue = Catalogue.load()
    print(
        f"load {1000 * (time.perf_counter() - started):.1f} ms, {catalogue.version}, {len(catalogue.all())} libraries"
    )
    started = time.perf_counter()
    catalogue.resolve("some words that need every table")
    print(f"first use {1000 * (time.perf_counter() - started):.1f} ms")

    outcomes, times = defaultdict(list), defaultdict(list)
    for case in map(json.loads, options.cases.read_text(encoding="utf-8").splitlines()):
        started = time.perf_counter()
        matches = catalogue.resolve(case["query"], case["language"])
        times[case["kind"]].append(1000 * (time.perf_counter() - started))
        outcomes[case["kind"]].append(right(case, matches))
        if options.misses and not outcomes[case["kind"]][-1]:
            best = ", ".join(f"{match.library.library_id} {match.relevance}" for match in matches[:3])
            print(
                f"  {case['kind']}: {case['query']!r} {case['language'] or ''} → {best or '-'} not {case['expected']}"
            )

    for kind, answers in outcomes.items():
        middle, worst = statistics.median(times[kind]), max(times[kind])
        print(f"{kind:18} {sum(answers):4}/{len(answers):<4} median {middle:7.3f} ms  worst {worst:7.3f} ms")
    answers = [answer for kind in outcomes.values() for answer in kind]
    accuracy = sum(answers) / len(answers)
    print(f"top 1: {accuracy:.3f} of {len(answers)} (bar {BAR})")
    return int(accuracy < BAR)


if __name__ == "__main__":
    sys.exit(main())
