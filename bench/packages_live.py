"""Fifty of the most downloaded packages, from the package index alone, through the real server over stdio.

    python bench/packages_live.py INDEX… [--packages N] [--seed N]

INDEX is the address of a package index (PEP 503), further ones are extra indexes; `file:///…/simple` is a mirror on
this machine. The packages are drawn from `popular_packages.txt`, the 300 most downloaded of the registry, by the seed
alone; those that none of the indexes has are passed over and counted. Asked for each, with nothing stored: its table of
contents and a passage; then, once its answers say no more that pages are being indexed, the same again. A package
passes with both, in the index's latest stable version, in at most 8 s cold and 0.2 s warm each. Exits with 1 when more
than two in fifty fail.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from package_index import ONLY_PACKAGES, environment, latest_stable
from stdio_server import StdioServer

HERE = Path(__file__).parent
COLD_SECONDS, WARM_SECONDS = 8.0, 0.2
MAY_FAIL = 0.04


@dataclass(frozen=True)
class Row:
    """What came of one package; seconds of get-library-info and get-docs, cold and warm, and of indexing the rest."""

    name: str
    latest: str
    version: str
    entries: int
    passage: bool
    cold: tuple[float, float]
    warm: tuple[float, float]
    behind: float
    error: str

    @property
    def trouble(self) -> str:
        """Return why it does not pass, "" if it does."""
        if self.error:
            return self.error
        if not self.entries or not self.passage:
            return "no table of contents" if not self.entries else "no passage"
        if self.version != self.latest:
            return f"the latest stable version is {self.latest}"
        slow = max(self.cold) > COLD_SECONDS or max(self.warm) > WARM_SECONDS
        return "too slow" if slow else ""

    def __str__(self) -> str:
        times = "  ".join(f"{seconds:6.2f}" for seconds in (*self.cold, self.behind, *self.warm))
        return f"{self.name:28} {self.version:14} {self.entries:5}  {times}  {self.trouble}"


def drawn(indexes: list[str], count: int, seed: int) -> tuple[list[tuple[str, str]], int]:
    """Return (package, latest stable version) of the packages drawn, and how many were passed over."""
    names = (HERE / "popular_packages.txt").read_text().split()
    found: list[tuple[str, str]] = []
    passed = 0
    for name in random.Random(seed).sample(names, len(names)):
        if len(found) == count:
            break
        latest = latest_stable(indexes, name)
        if latest:
            found.append((name, latest))
        else:
            passed += 1
    return found, passed


def timed(server: StdioServer, tool: str, arguments: dict[str, Any]) -> tuple[float, Any]:
    """Return the seconds a call takes, and its answer."""
    started = time.perf_counter()
    answer = server.call(tool, arguments)
    return time.perf_counter() - started, answer


def indexed(server: StdioServer, tool: str, arguments: dict[str, Any]) -> tuple[float, Any]:
    """Ask until the answer says no more that pages are on their way; return the seconds that took, and the answer."""
    started = time.perf_counter()
    while True:
        answer = server.call(tool, arguments)
        if not answer.get("indexing"):
            return time.perf_counter() - started, answer


def measured(server: StdioServer, name: str, latest: str) -> Row:
    """Ask for a package cold, then warm."""
    library = f"pypi/{name}"
    questions: list[tuple[str, dict[str, Any]]] = [
        ("get-library-info", {"libraryId": library}),
        ("get-docs", {"libraries": [{"libraryId": library}], "topic": f"how to use {name}"}),
    ]
    cold = [timed(server, *question) for question in questions]
    info, docs = (answer for _, answer in cold)
    behind, _ = indexed(server, *questions[1]) if docs.get("indexing") else (0.0, None)
    warm = [timed(server, *question) for question in questions]
    answers = [answer for _, answer in (*cold, *warm)]
    versions = {answer.get("version", "") for answer in answers}
    return Row(
        name,
        latest,
        " ".join(sorted(versions)),
        len(info.get("toc", ())),
        bool(docs.get("content")),
        (cold[0][0], cold[1][0]),
        (warm[0][0], warm[1][0]),
        behind,
        next((answer["code"] for answer in answers if "code" in answer), ""),
    )


def main() -> int:
    """Print a row for each package, and how many pass."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("indexes", nargs="*", metavar="INDEX")
    parser.add_argument("--packages", type=int, default=50)
    parser.add_argument("--seed", type=int, default=20261121)
    options = parser.parse_args()
    if not options.indexes:
        print("skipped: name a package index")
        return 0
    packages, passed = drawn(options.indexes, options.packages, options.seed)
    print(f"{'package':28} {'version':14} {'toc':>5}    cold: info, docs   rest  warm: info, docs")
    with tempfile.TemporaryDirectory() as folder:
        configuration = {**ONLY_PACKAGES, "cache": {"directory": f"{folder}/cache"}}
        server = StdioServer(Path(folder), configuration, environment(options.indexes))
        rows = []
        for name, latest in packages:
            rows.append(measured(server, name, latest))
            print(rows[-1], flush=True)
        server.close()
    failing = [row for row in rows if row.trouble]
    print(f"{len(rows) - len(failing)} of {len(rows)} pass; {passed} that no index has were passed over")
    for row in failing:
        print(f"  {row.name}: {row.trouble}")
    return 1 if len(failing) > MAY_FAIL * options.packages or len(rows) < options.packages else 0


if __name__ == "__main__":
    sys.exit(main())
