"""Measure the answers to labelled questions about packages: `python bench packages [--environment DIR] [--node DIR]`.

The questions, and the lists of packages with their versions, lie in a folder beside the repository; without it the
benchmark is skipped. The packages are installed below `--work` at the first run, unless folders with them are given.
Each question is asked twice, and the second answer counts: the first may come before everything is indexed. Everything
that needs a network is off.

first: the first passage is about a labelled symbol or section; within: any passage is; mention: a word that a right
answer has is in the answer. Beside the product: the README alone, rank-bm25 over the chunks of the same pages with
5,000 tokens, and the lines of the package's files that have an asked word, as ripgrep prints them.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from junk import OFFLINE
from junk_measure import AnswerJunk, Passage, is_targeted, passages
from rank_bm25 import BM25Okapi
from retrieval import MATERIAL
from stdio_server import StdioServer

from pro_context_engine.search.index.stop_words import STOP_WORDS

QUESTIONS = MATERIAL / "eval_api"
BUDGET, DRAWS, SEED = 5_000, 2_000, 17
_WORD = re.compile(r"\w+")
_TEXTS = {".py", ".pyi", ".ts", ".md", ".rst", ".txt"}
_Row = Mapping[str, Any]


class Judged(NamedTuple):
    """The judgement of one answer; `junk` and `characters` are 0 where passages are not known."""

    row: _Row
    first: bool
    within: bool
    mention: bool
    tokens: int
    junk: int = 0
    characters: int = 0
    confidence: float = 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "pro-context-bench-packages")
    parser.add_argument("--environment", type=Path, help="a virtual environment with the packages of the questions")
    parser.add_argument("--node", type=Path, help="a folder whose node_modules has the packages of the questions")
    options = parser.parse_args()
    file = QUESTIONS / "sets" / "dev.jsonl"
    if not file.is_file():
        sys.exit(print("skipped: the folder with the labelled questions is missing"))
    environment = (options.environment or installed_python(options.work)).absolute()
    node = (options.node or installed_node(options.work)).absolute()
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as name:
        answers, libraries = ask(rows, environment, node, Path(name))
        chunks = stored_chunks(Path(name) / "cache", set(libraries.values()))
    print_table("pro-context", [product(row, *answer) for row, answer in zip(rows, answers, strict=True)])
    by_row = [chunks[libraries[row["package"]]] for row in rows]
    print_table("README alone", [_judged(row, readme(own)) for row, own in zip(rows, by_row, strict=True)])
    indexes = {id(own): okapi(own) for own in by_row}
    print_table(
        "rank-bm25, 5,000 tokens", [bm25(row, own, indexes[id(own)]) for row, own in zip(rows, by_row, strict=True)]
    )
    site = next(iter(sorted(environment.glob("lib/python*/site-packages"))), environment / "Lib" / "site-packages")
    print_table("lines with an asked word", [grep(row, site, node) for row in rows])


def installed_python(work: Path) -> Path:
    """Return an environment with the Python packages; make it if it is missing."""
    folder = work / "environment"
    if not (folder / "ready").exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--only-binary", ":all:", "--no-deps"]
        subprocess.run([*pip, "-r", QUESTIONS / "env_dev.txt"], check=True)
        (folder / "ready").touch()
    return folder


def installed_node(work: Path) -> Path:
    """Return a folder with the packages of npm; make it if it is missing."""
    folder = work / "node"
    if not (folder / "node_modules").exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_bytes((QUESTIONS / "npm_dev" / "package.json").read_bytes())
        subprocess.run(["npm", "install", "--ignore-scripts", "--no-audit", "--silent"], cwd=folder, check=True)
    return folder


def ask(
    rows: Sequence[_Row], environment: Path, node: Path, folder: Path
) -> tuple[list[tuple[str, float]], dict[str, str]]:
    """Return the content and confidence of the second answer to each question, and the library of each package."""
    answers: dict[int, tuple[str, float]] = {}
    libraries: dict[str, str] = {}
    for ecosystem in sorted({row["ecosystem"] for row in rows}):
        where = {"VIRTUAL_ENV": str(environment) if ecosystem == "pypi" else ""}
        configuration = {**OFFLINE, "cache": {"directory": str(folder / "cache")}}
        server = StdioServer(folder, configuration, where, folder if ecosystem == "pypi" else node)
        own = [(number, row) for number, row in enumerate(rows) if row["ecosystem"] == ecosystem]
        for number, row in [*own, *own]:
            package = row["package"]
            if package not in libraries:
                found = server.call("resolve-library", {"query": package}).get("results") or [{"libraryId": package}]
                libraries[package] = found[0]["libraryId"]
            arguments = {"libraries": [{"libraryId": libraries[package]}], "topic": row["question"]}
            answer = server.call("get-docs", arguments)
            answers[number] = str(answer.get("content", "")), float(answer.get("confidence") or 0.0)
        server.close()
    return [answers[number] for number in range(len(rows))], libraries


def stored_chunks(cache: Path, libraries: set[str]) -> dict[str, list[Passage]]:
    """Return the chunks of each library, as the product stored them."""
    found: dict[str, list[Passage]] = {library: [] for library in libraries}
    connection = sqlite3.connect(next(cache.rglob("*.sqlite3")))
    rows = connection.execute(
        "SELECT library_id, url, heading_path, text FROM chunk JOIN page ON page.id = page_id"
        " JOIN snapshot ON snapshot.id = snapshot_id ORDER BY page.id, ordinal"
    )
    for library, url, path, text in rows:
        if library in found:
            found[library].append(Passage(url, " › ".join(json.loads(path)), text))
    connection.close()
    return found


def product(row: _Row, content: str, confidence: float) -> Judged:
    junk, own = AnswerJunk(), passages(content)
    for passage in own:
        junk.add(passage, row)
    judged = _judged(row, own)
    return judged._replace(tokens=len(content) // 4, junk=junk.junk, characters=junk.characters, confidence=confidence)


def _judged(row: _Row, own: Sequence[Passage]) -> Judged:
    right = [is_targeted(passage, row) for passage in own]
    text = "\n".join(passage.text for passage in own)
    return Judged(row, right[:1] == [True], any(right), _mentions(text, row), len(text) // 4)


def _mentions(text: str, row: _Row) -> bool:
    return any(word.lower() in text.lower() for word in row["must_mention"])


def readme(own: Sequence[Passage]) -> list[Passage]:
    return [passage for passage in own if passage.url.split("#")[0].endswith("/readme")]


def okapi(own: Sequence[Passage]) -> BM25Okapi:
    return BM25Okapi([_WORD.findall(passage.text.lower()) or [""] for passage in own] or [[""]])


def bm25(row: _Row, own: Sequence[Passage], index: BM25Okapi) -> Judged:
    scores = index.get_scores(_WORD.findall(row["question"].lower()))
    best = [own[place] for place in sorted(range(len(own)), key=lambda place: -scores[place])]
    sizes = accumulate(len(passage.text) // 4 for passage in best)
    return _judged(row, [passage for passage, size in zip(best, sizes, strict=True) if size <= BUDGET])


def grep(row: _Row, site: Path, node: Path) -> Judged:
    """Judge the lines with an asked word: an answer is there if the line that defines a labelled symbol is."""
    asked = {word for word in _WORD.findall(row["question"].lower()) if word not in STOP_WORDS}
    words = re.compile("|".join(map(re.escape, sorted(asked))) or "$^", re.IGNORECASE)
    module = str(row["targets"][0].get("module", row["package"])).split(".")[0]
    folder = node / "node_modules" / row["package"] if row["ecosystem"] == "npm" else site / module
    lines = [line for line in _lines(folder) if words.search(line)]
    text = "\n".join(lines)
    named = (str(target.get("symbol") or target.get("section", "")) for target in row["targets"])
    names = {name.rpartition("#")[2].rpartition(".")[2] for name in named} - {""}
    defined = re.compile(
        rf"(?:\b(?:def|class|function|const)\s+|^\s*|#+ .*)(?:{'|'.join(map(re.escape, names)) or '$^'})\b"
    )
    return Judged(row, False, any(map(defined.search, lines)), _mentions(text, row), len(text) // 4)


def _lines(folder: Path) -> Iterator[str]:
    for file in sorted(folder.rglob("*")):
        if file.suffix in _TEXTS and "node_modules" not in file.relative_to(folder).parts and file.is_file():
            yield from file.read_text(encoding="utf-8", errors="replace").splitlines()


def print_table(name: str, judged: Sequence[Judged]) -> None:
    """Print the figures of all questions, by kind and by ecosystem, with the 95 % interval of the first places."""
    groups: defaultdict[str, list[Judged]] = defaultdict(list)
    for one in judged:
        for group in ("all", f"kind {one.row['kind']}", str(one.row["ecosystem"])):
            groups[group].append(one)
    print(f"\n{name}\n{'group':8} {'n':>4} {'first':>6} {'interval':>9} within mention  tokens  junk")
    for group in sorted(groups, key=lambda group: (group != "all", group)):
        own = groups[group]
        low, high = interval([one.first for one in own])
        junk = sum(one.junk for one in own) / (sum(one.characters for one in own) or 1)
        print(
            f"{group:8} {len(own):4} {mean(one.first for one in own):6.3f} {low:5.2f}–{high:4.2f}"
            f" {mean(one.within for one in own):6.3f} {mean(one.mention for one in own):7.3f}"
            f" {mean(one.tokens for one in own):7.0f} {junk:5.2f}"
        )
    if any(one.confidence for one in judged):
        print(f"confidence: area under the curve {area(judged):.2f}, calibration error {calibration(judged):.2f}")


def interval(values: Sequence[bool]) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of a share."""
    draw = random.Random(SEED)
    shares = sorted(mean(draw.choices(values, k=len(values))) for _ in range(DRAWS))
    return shares[int(0.025 * DRAWS)], shares[int(0.975 * DRAWS)]


def area(judged: Sequence[Judged]) -> float:
    """Return how often a right first passage has a higher confidence than a wrong one."""
    right = [one.confidence for one in judged if one.first]
    wrong = [one.confidence for one in judged if not one.first]
    pairs = [(a > b) + 0.5 * (a == b) for a in right for b in wrong]
    return mean(pairs) if pairs else 0.0


def calibration(judged: Sequence[Judged]) -> float:
    """Return the mean distance of confidence and share of right first passages, over tenths of confidence."""
    tenths: defaultdict[int, list[Judged]] = defaultdict(list)
    for one in judged:
        tenths[min(9, int(10 * one.confidence))].append(one)
    gaps = (len(own) * abs(mean(o.confidence for o in own) - mean(o.first for o in own)) for own in tenths.values())
    return sum(gaps) / len(judged)


if __name__ == "__main__":
    main()
