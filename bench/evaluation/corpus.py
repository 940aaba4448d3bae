"""What a corpus costs: to build it, to build it again unchanged, and to search it (about half a minute).

    hatch run bench corpus DIR [--queries FILE] [--rounds N]

DIR is a Markdown tree; FILE has questions as bench/retrieval.py takes them, of which those are asked whose library has
the name of DIR. Searches run in this process, from the arguments of a call to its answer: each question of a corpus
just opened; all once more in other wordings of the same words; then again as at first, which is answered from what is
kept. Beside it stands what SQLite takes with the same chunks in a full-text table of its own, ranked by its bm25() and
with its own snippets.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from retrieval_corpus import queries_of

from pro_context import app
from pro_context.protocol.memory_session import MemorySession
from pro_context_engine.domain.settings import Settings
from pro_context_engine.opening import open_engine

BUILD = [sys.executable, "-m", "pro_context.cli", "corpus", "build"]
COLD_SECONDS, UNCHANGED_SECONDS, SEARCH_SECONDS = 15.0, 1.0, 0.005
LIMIT = 10

_WORD = re.compile(r"\w+")


def main() -> int:
    """Print the figures; return 1 if one is beyond its limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--queries", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if not options.tree.is_dir():
        print(f"skipped: {options.tree} does not exist")
        return 0
    with tempfile.TemporaryDirectory() as name:
        index = Path(name) / "index"
        slow = [
            built("cold", options.tree, index) > COLD_SECONDS,
            built("unchanged", options.tree, index) > UNCHANGED_SECONDS,
        ]
        if options.queries is not None and options.queries.exists():
            queries = [query.text[:500] for query in queries_of(options.queries, [options.tree.name])]
            slow.append(searched(index, queries, options.rounds) > SEARCH_SECONDS)
        else:
            print("skipped: there are no questions to search for")
    return 1 if any(slow) else 0


def built(what: str, tree: Path, index: Path) -> float:
    """Build as a user does; print and return the seconds."""
    begun = time.perf_counter()
    done = subprocess.run([*BUILD, str(tree), "--out", str(index)], check=True, capture_output=True, text=True)
    seconds = time.perf_counter() - begun
    print(f"build, {what}: {seconds:.2f} s; {done.stdout.strip().partition(': ')[2]}", flush=True)
    return seconds


def searched(index: Path, queries: Sequence[str], rounds: int) -> float:
    """Print how long searches take; return the seconds of a question asked for the first time, in the middle."""
    logging.disable(logging.WARNING)  # that there are no vectors
    plain = Plain(index)
    seconds: dict[str, list[float]] = {"first asked": [], "words met before": [], "asked again": [], "plain SQLite": []}
    for _ in range(rounds):
        asyncio.run(ask(index, queries, seconds))
        for query in queries:
            begun = time.perf_counter()
            plain.search(query)
            seconds["plain SQLite"].append(time.perf_counter() - begun)
    for name, taken in seconds.items():
        middle, worst = statistics.median(taken) * 1e3, statistics.quantiles(taken, n=20)[-1] * 1e3
        print(f"search_docs, {name}: p50 {middle:.2f} ms, p95 {worst:.2f} ms")
    first, beside = (statistics.median(seconds[name]) for name in ("first asked", "plain SQLite"))
    print(f"first asked / plain SQLite: {first / beside:.2f}")
    return first


async def ask(index: Path, queries: Sequence[str], seconds: dict[str, list[float]]) -> None:
    """Ask all questions of a corpus that was just opened, then as other questions of the same words, then again."""
    engine = open_engine(Settings(corpus=index, detect=False, environment="none"))
    dispatcher = app.build("corpus", engine).dispatcher
    wordings = {
        "first asked": queries,
        "words met before": [f"{query} ?" for query in queries],
        "asked again": queries,
    }
    for name, asked in wordings.items():
        for query in asked:
            begun = time.perf_counter()
            envelope = await dispatcher.call("search_docs", {"query": query, "limit": LIMIT}, MemorySession())
            seconds[name].append(time.perf_counter() - begun)
            assert not envelope.get("isError"), envelope
    await engine.close()


class Plain:
    """The chunks of an index in a full-text table of SQLite, and nothing else."""

    def __init__(self, index: Path) -> None:
        (file,) = index.glob("corpus-*.sqlite3")
        self._connection = sqlite3.connect(":memory:")
        self._connection.execute("CREATE VIRTUAL TABLE chunk USING fts5(title, text, tokenize = 'porter unicode61')")
        with closing(sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True)) as stored:
            rows = stored.execute("SELECT page.title, text FROM chunk JOIN page ON page.id = page_id")
            self._connection.executemany("INSERT INTO chunk VALUES (?, ?)", rows)

    def search(self, query: str) -> list[tuple[str, str]]:
        """Return titles and snippets of the best."""
        words = " OR ".join(f'"{word}"' for word in dict.fromkeys(_WORD.findall(query)))
        return self._connection.execute(
            "SELECT title, snippet(chunk, 1, '**', '**', '…', 60) FROM chunk WHERE chunk MATCH ? ORDER BY rank LIMIT ?",
            (words, LIMIT),
        ).fetchall()


if __name__ == "__main__":
    sys.exit(main())
