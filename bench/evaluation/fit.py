"""Fit the weights of the features that rank chunks, and tell what they are worth on libraries that they have not seen.

    hatch run bench fit [--sets DIR…]

Each set is a folder with `corpus/` and a file of labelled questions, as `retrieval` reads them. All libraries together
give the weights to keep in `search/index/weights.py`; for the figures each library is ranked with weights fitted on the
others, which the store takes as a setting. A question counts less in a library that has many.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from json import dumps
from math import exp, sqrt
from pathlib import Path

from retrieval import MATERIAL, SETS, configuration, queries_file
from retrieval_corpus import Query, Site, queries_of, same_page
from retrieval_figures import Outcome, by_style, macro, outcome, row
from stdio_server import SERVER

from pro_context_engine.adapters.store.chunk_scoring import LEAST_CANDIDATES
from pro_context_engine.adapters.store.sqlite.open_file import open_store
from pro_context_engine.adapters.store.sqlite.store import SqliteStore
from pro_context_engine.domain.model import Hit
from pro_context_engine.search.index.features import Features
from pro_context_engine.search.query import hits, parse_question
from pro_context_engine.search.ranking.ranked_pages import PIECE_WEIGHTS, pages_of

RIDGE = 0.003
"""The penalty on the square of a weight, for features of deviation 1 (decision 93)."""
STEPS, FURTHER_STEPS = 10, 4
MOST_PAGES = 60

Vector = list[float]


@dataclass
class Case:
    """A question with the features of its pages; `right` tells which of them answer."""

    query: Query
    weight: float
    pages: list[Vector]
    right: list[bool]


class Rankings:
    """The store of a set's libraries, asked in process."""

    def __init__(self, folder: Path, directory: Path) -> None:
        self.libraries = sorted(file.parent.name for file in folder.glob("corpus/*/pages.jsonl"))
        self.queries = queries_of(queries_file(folder), self.libraries)
        self.site = Site([folder / "corpus" / name for name in self.libraries])
        told = configuration(self.site, self.libraries, directory)
        file = directory / "pro-context.yaml"
        file.write_text(dumps(told))
        warm = [*SERVER, "warm", "--config", str(file), *(f"eval/{name}" for name in self.libraries)]
        subprocess.run(warm, check=True, capture_output=True)
        self.store: SqliteStore = open_store(directory / "cache")

    async def hits(self, query: Query, weights: Mapping[str, float]) -> list[Hit]:
        """Return all ranked chunks for a question."""
        self.store.weights = weights
        scope = (f"eval/{query.library}", "")
        return await hits(self.store, parse_question(query.text[:500]), [scope], limit=LEAST_CANDIDATES)

    async def outcome(self, query: Query, weights: Mapping[str, float]) -> Outcome:
        """Return where the right page comes with these weights, among the chunks that an answer is made of."""
        pages = pages_of((await self.hits(query, weights))[:60])
        return outcome(query, [self.site.public_url(page.url) for page in pages[:20]])

    async def case(self, query: Query, weight: float, names: Sequence[str]) -> Case:
        """Return the features of the pages, each the sum of those of its best chunks as `pages_of` weighs them."""
        values: defaultdict[tuple[str, int], Vector] = defaultdict(lambda: [0.0] * len(names))
        for place, name in enumerate(names):
            for hit in await self.hits(query, {name: 1.0}):
                values[hit.chunk.page_url, hit.chunk.ordinal][place] = hit.score
        found = await self.hits(query, {"score": 1.0})
        # A weighted sum comes on the scale of the score, which the reach tells.
        scale = next((hit.score / hit.reach for hit in found if hit.reach), 1.0)
        pages: dict[str, list[Vector]] = {}
        for hit in found:
            own = [value / scale for value in values[hit.chunk.page_url, hit.chunk.ordinal]]
            pages.setdefault(hit.chunk.page_url, []).append(own)
        kept = list(pages.items())[:MOST_PAGES]
        sums = [
            [
                sum(piece * one[place] for piece, one in zip(PIECE_WEIGHTS, chunks, strict=False))
                for place in range(len(names))
            ]
            for _, chunks in kept
        ]
        right = [same_page(self.site.public_url(url)) in query.relevant for url, _ in kept]
        return Case(query, weight, sums, right)


def fit(cases: Sequence[Case], start: Vector, steps: int) -> Vector:
    """Return the weights that make the right pages most probable, by Newton's method with a ridge."""
    weights = start
    used = [case for case in cases if any(case.right)]
    total = sum(case.weight for case in used)
    for _ in range(steps):
        size = len(weights)
        slope = [RIDGE * weight for weight in weights]
        curve = [[RIDGE * (row == column) for column in range(size)] for row in range(size)]
        for case in used:
            _add(case, weights, case.weight / total, slope, curve)
        step = _solve(curve, slope)
        weights = [weight - max(-3.0, min(3.0, one)) for weight, one in zip(weights, step, strict=True)]
    return weights


def _add(case: Case, weights: Vector, share: float, slope: Vector, curve: list[Vector]) -> None:
    sums = [sum(weight * value for weight, value in zip(weights, page, strict=True)) for page in case.pages]
    most = max(sums)
    odds = [exp(one - most) for one in sums]
    every, right = sum(odds), sum(one for one, is_right in zip(odds, case.right, strict=True) if is_right)
    mean = [0.0] * len(weights)
    for page, one, is_right in zip(case.pages, odds, case.right, strict=True):
        chance = one / every
        surplus = share * (chance - (one / right if is_right and right else 0.0))
        for place, value in enumerate(page):
            slope[place] += surplus * value
            mean[place] += chance * value
        if chance > 1e-4:
            for place, value in enumerate(page):
                scaled, line = share * chance * value, curve[place]
                for other, second in enumerate(page):
                    line[other] += scaled * second
    for place, value in enumerate(mean):
        for other, second in enumerate(mean):
            curve[place][other] -= share * value * second


def _solve(matrix: list[Vector], right: Vector) -> Vector:
    """Return the solution of a system of linear equations (Gauss, with pivots)."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for place in range(len(rows)):
        pivot = max(range(place, len(rows)), key=lambda number: abs(rows[number][place]))
        rows[place], rows[pivot] = rows[pivot], rows[place]
        for number, line in enumerate(rows):
            if number != place and line[place]:
                factor = line[place] / rows[place][place]
                rows[number] = [one - factor * other for one, other in zip(line, rows[place], strict=True)]
    return [line[-1] / line[place] for place, line in enumerate(rows)]


def scaled(cases: Sequence[Case]) -> tuple[list[Case], Vector]:
    """Return the cases with features of deviation 1, and the deviations."""
    deviations: Vector = []
    for values in zip(*(page for case in cases for page in case.pages), strict=True):
        mean = sum(values) / len(values)
        deviations.append(sqrt(sum((value - mean) ** 2 for value in values) / len(values)) or 1.0)
    even = [
        Case(
            case.query,
            case.weight,
            [[value / one for value, one in zip(page, deviations, strict=True)] for page in case.pages],
            case.right,
        )
        for case in cases
    ]
    return even, deviations


def left_out(cases: Sequence[Case], everywhere: Vector) -> dict[str, Vector]:
    """Return for each library the weights fitted on the others."""
    libraries = sorted({case.query.library for case in cases})
    return {
        name: fit([case for case in cases if case.query.library != name], everywhere, FURTHER_STEPS)
        for name in libraries
    }


def by_pages(cases: Sequence[Case], weights: Mapping[str, Vector], libraries: Collection[str]) -> float:
    """Return the mean over some libraries of MRR@10, by the features of the pages."""
    ranks: defaultdict[str, list[float]] = defaultdict(list)
    for case in cases:
        if case.query.library not in libraries:
            continue
        own = weights[case.query.library]
        sums = [sum(weight * value for weight, value in zip(own, page, strict=True)) for page in case.pages]
        order = sorted(range(len(sums)), key=lambda place: -sums[place])
        rank = next((rank for rank, place in enumerate(order, 1) if case.right[place]), 99)
        ranks[case.query.library].append(1 / rank if rank <= 10 else 0.0)
    return sum(sum(one) / len(one) for one in ranks.values()) / len(ranks)


def without(cases: Sequence[Case], place: int) -> list[Case]:
    """Return the cases without a feature."""
    return [
        Case(case.query, case.weight, [[*page[:place], *page[place + 1 :]] for page in case.pages], case.right)
        for case in cases
    ]


def figures(name: str, outcomes: Sequence[Outcome]) -> float:
    """Print the figures of a set; return its MRR@10."""
    whole, styles = macro(outcomes), {style: row(group) for style, group in by_style(outcomes).items()}
    told = "  ".join(f"{style} hit@5 {one['hit@5']:.3f}" for style, one in styles.items())
    print(f"{name:24}mrr@10 {whole['mrr@10']:.3f}  hit@1 {whole['hit@1']:.3f}  hit@5 {whole['hit@5']:.3f}  {told}")
    return whole["mrr@10"]


async def run(folders: Sequence[Path], directory: Path) -> None:
    """Fit, and print the weights and what they are worth."""
    sets: dict[str, Rankings] = {}
    for folder in folders:
        (directory / folder.name).mkdir()
        sets[folder.name] = Rankings(folder, directory / folder.name)
    asked = Counter(query.library for one in sets.values() for query in one.queries)
    names = list(Features._fields)
    cases = [
        await one.case(query, 1 / sqrt(asked[query.library]), names) for one in sets.values() for query in one.queries
    ]
    even, deviations = scaled([case for case in cases if case.pages])
    start = [1.5, *[0.0] * (len(names) - 1)]
    fitted = fit(even, start, STEPS)
    others = left_out(even, fitted)

    def named(weights: Vector) -> dict[str, float]:
        raw = [weight / deviation for weight, deviation in zip(weights, deviations, strict=True)]
        return {name: value / raw[0] for name, value in zip(names, raw, strict=True)}

    print("weights:", {name: round(value, 2) for name, value in named(fitted).items()})
    by_library = {name: named(one) for name, one in others.items()}
    for name, one in sets.items():
        plain = [await one.outcome(query, {"score": 1.0}) for query in one.queries]
        seen = [await one.outcome(query, named(fitted)) for query in one.queries]
        unseen = [await one.outcome(query, by_library[query.library]) for query in one.queries]
        figures(f"{name}, score alone", plain)
        gap = figures(f"{name}, fitted", seen) - figures(f"{name}, left out", unseen)
        print(f"{name}: gap {gap:+.3f}")
        await one.store.close()
    print("gain in mrr@10 of each feature, libraries left out:")
    for place, name in enumerate(names):
        rest = without(even, place)
        again = left_out(rest, fit(rest, [*fitted[:place], *fitted[place + 1 :]], FURTHER_STEPS))
        gains = {
            one: by_pages(even, others, ranked.libraries) - by_pages(rest, again, ranked.libraries)
            for one, ranked in sets.items()
        }
        print(f"  {name:12} " + "  ".join(f"{one} {gain:+.4f}" for one, gain in gains.items()))


def main() -> None:
    """Fit the weights on the sets that are there."""
    parser = argparse.ArgumentParser(description="Fit the weights of the features that rank chunks.")
    parser.add_argument("--sets", type=Path, nargs="+", default=[MATERIAL / name for name in SETS])
    arguments = parser.parse_args()
    if not all((folder / "corpus").is_dir() for folder in arguments.sets):
        sys.exit(print(f"skipped: no corpora in {', '.join(map(str, arguments.sets))}"))
    with tempfile.TemporaryDirectory() as directory:
        asyncio.run(run(arguments.sets, Path(directory)))


if __name__ == "__main__":
    main()
