"""Measure how names are matched on our own labelled names: `python bench/names.py CASES [--misses HALF]`.

CASES has the form that `evaluation/resolve.py` describes, with the kinds `natural-language`, `absent` and
`as-people-say`. The cases were written before the matching that they measure. A seed divides each kind into two halves:
the matching was changed only after a look at the failures of the half `seen`; the half `unseen` says how it does on
names that nobody looked at.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from evaluation.resolve import right

from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.libraries.project.environment import ProjectEnvironment
from pro_context_engine.libraries.project_libraries import ProjectLibraries
from pro_context_engine.libraries.registry.catalogue import Catalogue

SEED = 17
BAR, BAR_OF_A_KIND = 0.95, 0.85


def halves(cases: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return the cases in two halves of equal size, each with half of every kind."""
    by_kind = defaultdict(list)
    for case in cases:
        by_kind[case["kind"]].append(case)
    parts: dict[str, list[dict[str, Any]]] = {"seen": [], "unseen": []}
    for kind in sorted(by_kind):
        shuffled = random.Random(f"{SEED} {kind}").sample(by_kind[kind], len(by_kind[kind]))
        middle = len(shuffled) // 2
        parts["seen"] += shuffled[:middle]
        parts["unseen"] += shuffled[middle:]
    return parts


def measure(finder: LibraryFinder, cases: list[dict[str, Any]], show: bool) -> dict[str, list[bool]]:
    """Return whether each answer is right, by kind; print the wrong ones if they are to be shown."""
    outcomes = defaultdict(list)
    for case in cases:
        matches = finder.resolve(case["query"], case["language"])
        outcomes[case["kind"]].append(right(case, matches))
        if show and not outcomes[case["kind"]][-1]:
            best = ", ".join(f"{match.library.library_id} {match.relevance}" for match in matches[:4])
            print(f"  {case['kind']}: {case['query']!r} → {best or '-'} not {case['expected']}")
    return outcomes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", type=Path)
    parser.add_argument("--misses", choices=["seen", "unseen"], help="print the wrong answers of this half")
    options = parser.parse_args()
    cases = [json.loads(line) for line in options.cases.read_text(encoding="utf-8").splitlines()]
    registry = Catalogue.load()
    finder = LibraryFinder(registry, ProjectLibraries(registry, ProjectEnvironment(Path(), "none")))

    every = defaultdict(list)
    for half, part in halves(cases).items():
        outcomes = measure(finder, part, options.misses == half)
        for kind, answers in outcomes.items():
            every[kind] += answers
        figures = "  ".join(f"{kind} {sum(answers)}/{len(answers)}" for kind, answers in sorted(outcomes.items()))
        print(f"{half:7} {figures}")
    shares = {kind: sum(answers) / len(answers) for kind, answers in every.items()}
    accuracy = sum(map(sum, every.values())) / len(cases)
    figures = "  ".join(f"{kind} {share:.3f}" for kind, share in sorted(shares.items()))
    print(f"top 1: {accuracy:.3f} of {len(cases)} (bar {BAR})  {figures} (bar {BAR_OF_A_KIND})")
    return int(accuracy < BAR or min(shares.values()) < BAR_OF_A_KIND)


if __name__ == "__main__":
    sys.exit(main())
