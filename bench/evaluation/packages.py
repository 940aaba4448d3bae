"""Measure the answers to labelled questions about packages: `python bench packages [OPTION…]`.

The questions, and the lists of packages with their versions, lie in a folder beside the repository; without it the
benchmark is skipped. With `--new` our own questions are asked, which lie in `bench/package_questions.jsonl`: the misses
of half A were read when the ranking was made, those of half B were not (decision 109). Those of half C are about
packages of npm that nobody looked at (decision 172), those of half D about packages without declarations (decision
181). The packages are installed below `--work` at the first run, unless folders with them are given. While questions
are asked, no network is used.

    python bench packages --packages attrs click        asks about these packages only
    python bench packages --sample 2                    asks at most two questions about each package
    python bench packages --store DIR                   keeps the index in DIR, which makes the next run short
    python bench packages --new                         asks our own questions, about other packages

The packages are indexed and asked one after the other, with a line of progress for each; where one fails, the others
go on, and the tables say which ones are missing. All of them together take about ten minutes of CPU, most of it for
the index.

first: the first passage is about a labelled symbol or section; within: any passage is; mention: a word that a right
answer has is in the answer. The intervals are those of 95 %. Beside the product stand the figures of
`packages_baselines.py`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from junk import OFFLINE
from junk_measure import AnswerJunk, Passage, passages
from packages_baselines import bm25, grep, okapi, readme, searcher
from packages_judgement import Judged, Row, judged
from retrieval import MATERIAL
from stdio_server import SERVER, StdioServer

QUESTIONS = MATERIAL / "eval_api"
OWN = Path(__file__).parent.parent / "package_questions.jsonl"
DRAWS, SEED = 2_000, 17
MOST_SECONDS = 1_800
"""The time after which the index of one package counts as failed."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "pro-context-bench-packages")
    parser.add_argument("--environment", type=Path, help="a virtual environment with the packages of the questions")
    parser.add_argument("--node", type=Path, help="a folder whose node_modules has the packages of the questions")
    parser.add_argument("--packages", nargs="+", metavar="NAME", help="the packages to ask about, all without it")
    parser.add_argument("--sample", type=int, metavar="N", help="the questions about each package, all without it")
    parser.add_argument("--new", action="store_true", help="our own questions, about other packages")
    parser.add_argument("--store", type=Path, help="the folder of the index; without it a new one that is deleted")
    options = parser.parse_args()
    file = OWN if options.new else QUESTIONS / "sets" / "dev.jsonl"
    if not file.is_file():
        sys.exit(print("skipped: the folder with the labelled questions is missing"))
    every = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    rows = selected(every, options)
    work = options.work / "new" if options.new else options.work
    with tempfile.TemporaryDirectory() as name:
        sites = {
            "pypi": (options.environment or installed_python(work, pins(every, "pypi", "==", options))).absolute(),
            "npm": (options.node or installed_node(work, pins(every, "npm", "@", options))).absolute(),
        }
        run = Run(sites, Path(name), (options.store or Path(name) / "cache").absolute())
        for number, (package, own) in enumerate(rows.items(), 1):
            line = run.add(package, own)
            print(f"[{number}/{len(rows)}] {package}: {line}", file=sys.stderr, flush=True)
    for name, found in run.judged.items():
        print_table(name, found)
    for package, reason in run.failures.items():
        print(f"without {package}: {reason}")
    sys.exit(1 if run.failures else 0)


def selected(rows: Sequence[Row], options: argparse.Namespace) -> dict[str, list[Row]]:
    """Return the questions by package that the options choose, a sample drawn by the seed."""
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if not options.packages or row["package"] in options.packages:
            found[row["package"]].append(row)
    unknown = set(options.packages or ()) - found.keys()
    if unknown:
        sys.exit(f"there are no questions about {', '.join(sorted(unknown))}")
    draw = random.Random(SEED)
    most = options.sample or len(rows)
    return {package: draw.sample(own, min(most, len(own))) for package, own in found.items()}


class Run:
    """The judgements of all packages so far, by the name of the product or the baseline.

    Args:
        sites: the environment of each ecosystem.
        folder: for configurations.
        cache: for the index.
    """

    def __init__(self, sites: Mapping[str, Path], folder: Path, cache: Path) -> None:
        self.judged: defaultdict[str, list[Judged]] = defaultdict(list)
        self.failures: dict[str, str] = {}
        self._sites = sites
        self._folder = folder
        self._cache = cache

    def add(self, package: str, rows: Sequence[Row]) -> str:
        """Index and ask one package, and judge its answers; return a line of progress."""
        started = time.monotonic()
        try:
            library, answers = self._asked(package, rows)
        # Whatever happens to one package, the others are asked.
        except (Exception, SystemExit) as reason:
            self.failures[package] = f"{type(reason).__name__}: {reason}"
            return f"failed, {self.failures[package]}"
        seconds = time.monotonic() - started
        own = stored_chunks(self._cache, library)
        index = okapi(own)
        ecosystem = rows[0]["ecosystem"]
        baselines: dict[str, Callable[[Row], Judged]] = {
            "README alone": lambda row: judged(row, readme(own)),
            "rank-bm25, 5,000 tokens": lambda row: bm25(row, own, index),
            searcher(): lambda row: grep(row, self._sites[ecosystem]),
        }
        found = [product(row, *answer) for row, answer in zip(rows, answers, strict=True)]
        self.judged["pro-context"] += found
        for name, judge in baselines.items():
            self.judged[name] += map(judge, rows)
        right = sum(one.first for one in found)
        return f"{right} of {len(rows)} first, indexed and asked in {seconds:.0f} s"

    def _asked(self, package: str, rows: Sequence[Row]) -> tuple[str, list[tuple[str, float]]]:
        """Return the library of a package, and the content and confidence of the answer to each question."""
        is_python = rows[0]["ecosystem"] == "pypi"
        where = {"VIRTUAL_ENV": str(self._sites["pypi"]) if is_python else ""}
        directory = self._folder if is_python else self._sites["npm"]
        server = StdioServer(self._folder, {**OFFLINE, "cache": {"directory": str(self._cache)}}, where, directory)
        try:
            found = server.call("resolve-library", {"query": package}).get("results") or [{"libraryId": package}]
            library = str(found[0]["libraryId"])
            warm = [*SERVER, "warm", library, "--config", str((self._folder / "pro-context.yaml").absolute())]
            subprocess.run(
                warm, env={**os.environ, **where}, cwd=directory, check=True, capture_output=True, timeout=MOST_SECONDS
            )
            answers = []
            for row in rows:
                arguments = {"libraries": [{"libraryId": library}], "topic": row["question"]}
                answer = server.call("get-docs", arguments)
                answers.append((str(answer.get("content", "")), float(answer.get("confidence") or 0.0)))
        finally:
            server.close()
        return library, answers


def pins(rows: Sequence[Row], ecosystem: str, mark: str, options: argparse.Namespace) -> list[str]:
    """Return what to install for our own questions; nothing for those that come with lists of what they need."""
    found = {f"{row['package']}{mark}{row['version']}" for row in rows if row["ecosystem"] == ecosystem}
    return sorted(found) if options.new else []


def installed_python(work: Path, wanted: Sequence[str]) -> Path:
    """Return an environment with the Python packages; make it if it is missing."""
    folder = work / "environment"
    if not (folder / "ready").exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--only-binary", ":all:"]
        subprocess.run([*pip, *(wanted or ["--no-deps", "-r", QUESTIONS / "env_dev.txt"])], check=True)
        (folder / "ready").touch()
    return folder


def installed_node(work: Path, wanted: Sequence[str]) -> Path:
    """Return a folder with the packages of npm; make it if it is missing."""
    folder = work / "node"
    if not (folder / "node_modules").exists():
        folder.mkdir(parents=True, exist_ok=True)
        listed = b"{}" if wanted else (QUESTIONS / "npm_dev" / "package.json").read_bytes()
        (folder / "package.json").write_bytes(listed)
        npm = ["npm", "install", "--ignore-scripts", "--no-audit", "--silent"]
        subprocess.run([*npm, *wanted], cwd=folder, check=True)
    return folder


def stored_chunks(cache: Path, library: str) -> list[Passage]:
    """Return the chunks of a library, as the product stored them."""
    connection = sqlite3.connect(next(cache.rglob("*.sqlite3")))
    rows = connection.execute(
        "SELECT url, heading_path, text FROM chunk JOIN page ON page.id = page_id"
        " JOIN snapshot ON snapshot.id = snapshot_id WHERE library_id = ? ORDER BY page.id, ordinal",
        (library,),
    ).fetchall()
    connection.close()
    return [Passage(url, " › ".join(json.loads(path)), text) for url, path, text in rows]


def product(row: Row, content: str, confidence: float) -> Judged:
    junk, own = AnswerJunk(), passages(content)
    for passage in own:
        junk.add(passage, row)
    counted = {"tokens": len(content) // 4, "junk": junk.junk, "characters": junk.characters}
    return judged(row, own)._replace(**counted, confidence=confidence)


def print_table(name: str, found: Sequence[Judged]) -> None:
    """Print the figures of all questions, by kind and by ecosystem, with the 95 % intervals of the shares."""
    groups: defaultdict[str, list[Judged]] = defaultdict(list)
    for one in found:
        half = [f"half {one.row['half']}"] if "half" in one.row else []
        for group in ("all", f"kind {one.row['kind']}", str(one.row["ecosystem"]), *half):
            groups[group].append(one)
    print(f"\n{name}\n{'group':8} {'n':>4}  {'first':16}  {'within':16} mention  tokens  junk")
    for group in sorted(groups, key=lambda group: (group != "all", group)):
        own = groups[group]
        first, within = share([one.first for one in own]), share([one.within for one in own])
        characters = sum(one.characters for one in own)
        junk = f"{sum(one.junk for one in own) / characters:5.2f}" if characters else ""
        mention, tokens = mean([one.mention for one in own]), mean([one.tokens for one in own])
        print(f"{group:8} {len(own):4}  {first}  {within} {mention:7.3f} {tokens:7.0f} {junk}")
    if any(one.confidence for one in found):
        print(f"confidence: area under the curve {area(found):.2f}, calibration error {calibration(found):.2f}")


def share(values: Sequence[bool]) -> str:
    """Return the share of the true values with its bootstrap interval."""
    draw = random.Random(SEED)
    shares = sorted(mean(draw.choices(values, k=len(values))) for _ in range(DRAWS))
    return f"{mean(values):.3f} {shares[int(0.025 * DRAWS)]:.2f}–{shares[int(0.975 * DRAWS)]:.2f}"


def mean(values: Sequence[float]) -> float:
    return sum(values) / (len(values) or 1)


def area(found: Sequence[Judged]) -> float:
    """Return how often a right first passage has a higher confidence than a wrong one."""
    right = [one.confidence for one in found if one.first]
    wrong = [one.confidence for one in found if not one.first]
    return mean([(a > b) + 0.5 * (a == b) for a in right for b in wrong])


def calibration(found: Sequence[Judged]) -> float:
    """Return the mean distance of confidence and share of right first passages, over tenths of confidence."""
    tenths: defaultdict[int, list[Judged]] = defaultdict(list)
    for one in found:
        tenths[min(9, int(10 * one.confidence))].append(one)
    gaps = (len(own) * abs(mean([o.confidence - o.first for o in own])) for own in tenths.values())
    return sum(gaps) / len(found)


if __name__ == "__main__":
    main()
