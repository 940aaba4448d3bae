"""Measure retrieval through the real server: documentation sites on loopback, indexed and asked as a client would.

    hatch run bench retrieval [--sets DIR…] [--save | --check]

A set has a folder `corpus` with one folder per library, each with `llms.txt` and `pages.jsonl`, and a file of queries;
a query line has id, library, query, style and relevant URLs. Each set is measured by itself. Labels made elsewhere are
never read by the product. `--save` keeps the figures as the baseline in `retrieval-baseline.json` (numbers only),
`--check` fails where they are worse than that beyond chance.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from retrieval_corpus import Query, Site, queries_of, same_page, same_section
from retrieval_figures import (
    Outcome,
    by_library,
    by_style,
    interval,
    macro,
    macro_interval,
    mean,
    outcome,
    reciprocal,
    reliability,
    row,
)
from retrieval_rivals import rivals
from stdio_server import SERVER, StdioServer

BASELINE = Path(__file__).with_name("retrieval-baseline.json")
MATERIAL = Path(__file__).resolve().parents[3] / "shared"
SETS = ("eval", "eval2")
BUDGETS = (1_000, 2_000, 4_000)
"""Tokens within which an answer should hold the right section."""
CROSSED = 200
"""Questions that are asked of a library that they are not about."""

_HEADING = re.compile(r"#{1,6} +(.+?)(?: +\{#([^}]+)\})?$")

NONSENSE = (
    "flurbonic zanthropy of the quimbly",
    "purple elephants dancing on the moon at midnight",
    "grandmother's recipe for sourdough bread with cinnamon",
    "who won the chess tournament in the village last summer",
)
OFF = {"enabled": False}


@dataclass
class Run:
    """What the server answered: searches, answers with their confidence, time and memory."""

    outcomes: list[Outcome]
    milliseconds: list[float]
    tokens: list[int]
    confidence: list[float]
    held: list[bool]
    crossed: list[float]
    nonsense: list[float]
    sections: dict[int, list[bool]]
    indexing: float = 0.0
    memory: float = 0.0


def configuration(site: Site, libraries: Sequence[str], folder: Path) -> dict[str, Any]:
    sources = [
        {"name": name, "type": "url", "url": site.origin + site.index(name), "libraryId": f"eval/{name}"}
        for name in libraries
    ]
    return {
        "cache": {"directory": str(folder / "cache")},
        "sources": {"llmsTxt": OFF, "github": OFF, "docsSites": OFF, "package": OFF, "custom": sources},
        "project": {"environment": "none", "workingDirectory": str(folder)},
    }


def queries_file(folder: Path) -> Path:
    """Return the labelled queries of a set."""
    return next(folder.glob("dev*.jsonl"), folder / "dev.jsonl")


def measure(site: Site, queries: Sequence[Query], libraries: Sequence[str]) -> Run:
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        told = configuration(site, libraries, folder)
        (folder / "pro-context.yaml").write_text(json.dumps(told))
        started = time.perf_counter()
        warm = [*SERVER, "warm", "--config", str(folder / "pro-context.yaml"), *(f"eval/{name}" for name in libraries)]
        subprocess.run(warm, check=True, capture_output=True)
        indexing = time.perf_counter() - started
        server = StdioServer(folder, told)
        run = ask_all(server, site, queries, libraries)
        run.indexing, run.memory = indexing, server.memory("VmHWM")
        server.close()
        return run


def ask_all(server: StdioServer, site: Site, queries: Sequence[Query], libraries: Sequence[str]) -> Run:
    run = Run([], [], [], [], [], [], [], {budget: [] for budget in BUDGETS})
    for query in queries:
        arguments = {"query": query.text[:500], "libraryIds": [f"eval/{query.library}"], "maxResults": 20}
        started = time.perf_counter()
        found = server.call("search-docs", arguments)
        run.milliseconds.append((time.perf_counter() - started) * 1000)
        run.outcomes.append(outcome(query, [site.public_url(one["url"]) for one in found.get("results", [])]))
        answer = get_docs(server, query.library, query.text)
        content = answer.get("content", "")
        run.confidence.append(answer.get("confidence", 0.0))
        run.tokens.append(len(content) // 4)
        run.held.append(any(same_page(url) in query.relevant for url in sources(content, site)))
        for budget in BUDGETS if query.sections else ():
            short = get_docs(server, query.library, query.text, budget).get("content", "")
            run.sections[budget].append(not query.sections.isdisjoint(shown_sections(short, site)))
    chance = random.Random(7)
    for query in chance.sample(list(queries), min(CROSSED, len(queries))):
        other = chance.choice([name for name in libraries if name != query.library])
        run.crossed.append(get_docs(server, other, query.text).get("confidence", 0.0))
    run.nonsense = [get_docs(server, name, text).get("confidence", 0.0) for name in libraries for text in NONSENSE]
    return run


def get_docs(server: StdioServer, library: str, topic: str, budget: int = 5_000) -> Mapping[str, Any]:
    answer: Mapping[str, Any] = server.call(
        "get-docs", {"libraries": [{"libraryId": f"eval/{library}"}], "topic": topic[:500], "maxTokens": budget}
    )
    return answer


def sources(content: str, site: Site) -> list[str]:
    """Return the addresses that the lines above the passages name."""
    lines = [line for line in content.splitlines() if line.startswith("> Source: ")]
    return [site.public_url(line.split()[2]) for line in lines]


def shown_sections(content: str, site: Site) -> set[tuple[str, str]]:
    """Return the sections of an answer: those that its sources name, and those whose headings its passages hold."""
    found: set[tuple[str, str]] = set()
    page = ""
    for line in content.splitlines():
        if line.startswith("> Source: "):
            page, _, anchor = site.public_url(line.split()[2]).partition("#")
            found.add((same_page(page), same_section(anchor)))
        elif heading := _HEADING.match(line):
            found |= {(same_page(page), same_section(one)) for one in heading.groups() if one}
    return found


def shown(name: str, figures: Mapping[str, float], note: str = "") -> None:
    print(f"{name:24}" + "  ".join(f"{key} {value:.3f}" for key, value in figures.items()) + note)


def report(run: Run) -> None:
    for name, group in by_library(run.outcomes).items():
        shown(name, row(group))
    for style, group in by_style(run.outcomes).items():
        low, high = interval([[reciprocal(one) for one in group]])
        shown(style, row(group), f"  mrr {low:.3f} to {high:.3f}")
    low, high = macro_interval(run.outcomes)
    shown("macro", macro(run.outcomes), f"  mrr {low:.3f} to {high:.3f}")
    shown("all", row(run.outcomes))
    times = statistics.quantiles(run.milliseconds, n=20)
    print(
        f"search-docs p50 {times[9]:.1f} ms, p95 {times[18]:.1f} ms; indexed in {run.indexing:.1f} s; "
        f"answers of {statistics.median(run.tokens):.0f} tokens (median); at most {run.memory:.0f} MB"
    )
    held = "  ".join(f"{budget} tokens {mean(found):.3f}" for budget, found in run.sections.items())
    print(f"the right section within: {held} ({len(run.sections[BUDGETS[0]])} labels)")
    error, table = reliability(run.confidence, run.held)
    print(f"confidence: expected calibration error {error:.3f}; the answer holds a labelled page {mean(run.held):.2f}")
    for tenth, (count, said, was) in enumerate(table):
        if count:
            print(f"  {tenth / 10:.1f}  {count:4}  said {said:.2f}  was {was:.2f}  {'#' * round(40 * was)}")
    below = mean(value < 0.4 for value in run.crossed)
    print(f"asked of another library: {below:.3f} of {len(run.crossed)} below 0.4")
    print(f"nonsense: at most {max(run.nonsense):.2f}")


def report_rivals(folders: Sequence[Path], queries: Sequence[Query]) -> None:
    outcomes: dict[str, list[Outcome]] = {}
    for folder in folders:
        for name, ranked in rivals(folder).items():
            asked = [query for query in queries if query.library == folder.name]
            outcomes.setdefault(name, []).extend(outcome(query, ranked(query.text)) for query in asked)
    for name, found in outcomes.items():
        low, high = macro_interval(found)
        figures = macro(found)
        figures.pop("section-hit@5")
        shown(name, figures, f"  mrr {low:.3f} to {high:.3f}")


def kept(run: Run) -> dict[str, Any]:
    """Return the figures of a set to keep as the baseline."""
    error, _ = reliability(run.confidence, run.held)
    return {
        "macro": macro(run.outcomes),
        "sections": {str(budget): mean(found) for budget, found in run.sections.items()},
        "calibration_error": error,
        "reciprocal_ranks": {one.query.id: round(reciprocal(one), 4) for one in run.outcomes},
    }


def worse(run: Run, baseline: Mapping[str, float]) -> bool:
    """Tell whether the pages come later than in the baseline, beyond what resampling the queries may bring about."""
    differences = [
        [reciprocal(one) - baseline[one.query.id] for one in group if one.query.id in baseline]
        for group in by_library(run.outcomes).values()
    ]
    low, high = interval([group for group in differences if group])
    print(f"against the baseline: mrr@10 {mean(mean(group) for group in differences):+.3f} ({low:+.3f} to {high:+.3f})")
    return high < 0


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure retrieval through the real server on labelled corpora.")
    parser.add_argument("--sets", type=Path, nargs="+", default=[MATERIAL / name for name in SETS])
    parser.add_argument("--save", action="store_true", help="keep the figures as the baseline")
    parser.add_argument(
        "--check", action="store_true", help="fail where they are worse than the baseline beyond chance"
    )
    arguments = parser.parse_args()
    baseline = json.loads(BASELINE.read_text(encoding="utf-8"))
    found: dict[str, Any] = {}
    failed: list[str] = []
    for folder in arguments.sets:
        folders = sorted(file.parent for file in folder.glob("corpus/*/pages.jsonl"))
        if not folders or not queries_file(folder).is_file():
            print(f"skipped: no corpus or no queries in {folder}")
            continue
        print(f"-- {folder.name}", flush=True)
        libraries = [one.name for one in folders]
        queries = queries_of(queries_file(folder), libraries)
        run = measure(Site(folders), queries, libraries)
        report(run)
        if not arguments.check:
            report_rivals(folders, queries)
        found[folder.name] = kept(run)
        if arguments.check and worse(run, baseline.get(folder.name, {}).get("reciprocal_ranks", {})):
            failed.append(folder.name)
    if arguments.save:
        BASELINE.write_text(json.dumps({**baseline, **found}, indent=1) + "\n", encoding="utf-8")
    if failed:
        sys.exit(f"retrieval is worse than the baseline on {', '.join(failed)}")


if __name__ == "__main__":
    main()
