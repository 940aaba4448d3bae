"""The largest answer of each tool, in tokens of a model, over the 300 most downloaded packages.

    python bench/answer_sizes.py [INDEX…] [--environment FOLDER] [--packages N] [--seed N] [--work FOLDER]
        [--seconds N] [--python PYTHON]

INDEX is the address of a package index, as for `packages_live`; FOLDER is an environment whose packages are asked for
instead. Where the indexes lack some of the 300 packages, others of those that are folders (`file:///…`) take their
place. Every package is read cold, and asked for by each tool: the plainest call, and calls that ask for as much as they
may (20 results, exact text in the source). A vocabulary of today's models counts (tests/clients, by Node).

With `--work` the answers are kept there, and a run goes on where the last one ended; after `--seconds` it ends early
with exit code 2. Exits with 1 where a tool exceeds its budget.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import url2pathname

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from package_index import ONLY_PACKAGES, environment, versions
from stdio_server import StdioServer
from tests.clients.made_answers import real_tokens
from tests.clients.node import INSTALLED, NODE

HERE = Path(__file__).parent
# The estimate that keeps the budgets is within 5 % of the vocabulary.
MOST = {
    "resolve-library": 2_000,
    "list-libraries": 2_000,
    "search-docs": 2_000,
    "get-docs": 5_000 * 1.05,
    "get-library-info": 2_000 * 1.05,
    "compare-versions": 3_000 * 1.05,
}


@dataclass(frozen=True, slots=True)
class Package:
    """A package that is asked for, with the newest and the oldest version that the indexes have."""

    name: str
    newest: str
    oldest: str


def packages(options: argparse.Namespace) -> Iterator[Package]:
    """Yield the packages to ask for: the popular ones that are at hand, then others, in an order of the seed."""
    if options.environment:
        found = Path(options.environment).glob("lib/python3*/site-packages/*.dist-info")
        names = sorted({one.name.rpartition("-")[0].partition("-")[0].replace("_", "-") for one in found})
        yield from (Package(name, "", "") for name in names)
        return
    popular = (HERE / "popular_packages.txt").read_text().split()
    folders = [Path(url2pathname(index[len("file:") :])) for index in options.indexes if index.startswith("file:")]
    others = sorted({one.name for folder in folders for one in folder.iterdir()} - set(popular))
    draw, left = random.Random(options.seed), options.packages
    for name in [*draw.sample(popular, len(popular)), *draw.sample(others, len(others))]:
        if left and (has := versions(options.indexes, name)):
            left -= 1
            newest = next((one for one in has if not one.is_prerelease), has[0])
            yield Package(name, str(newest), str(has[-1]))


def calls(package: Package, entries: Sequence[Mapping[str, str]], seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the calls about a package, its table of contents being known."""
    library = f"pypi/{package.name}"
    drawn = random.Random(f"{seed} {package.name}").sample(list(entries), min(2, len(entries)))
    plain = f"how to use {package.name}"
    title = drawn[0]["title"] if drawn else plain
    yield "resolve-library", {"query": package.name}
    for topic in (plain, title):
        yield "get-docs", {"libraries": [{"libraryId": library}], "topic": topic}
        yield "search-docs", {"query": topic, "libraryIds": [library]}
        yield "search-docs", {"query": topic, "libraryIds": [library], "maxResults": 20}
        yield "search-docs", {"query": topic, "maxResults": 20}
    word = title.rpartition(".")[2]
    for exact in ({"match": "text"}, {"match": "text", "in": "source", "maxResults": 20}):
        yield "search-docs", {"query": word, "libraryIds": [library], **exact}
    for entry in drawn:
        yield "read-page", {"url": entry["url"]}
    module = package.name.replace("-", "_")
    yield "check-code", {"code": f"import {module}\n\n{module}.no_such_name()\n", "language": "python"}
    if package.oldest != package.newest:
        yield "compare-versions", {"libraryId": library, "from": package.oldest, "to": package.newest}


def answers(server: StdioServer, package: Package, seed: int) -> Iterator[dict[str, Any]]:
    """Yield the answers of each tool about a package, as they are kept."""
    info = server.call("get-library-info", {"libraryId": f"pypi/{package.name}"})
    yield {"tool": "get-library-info", "package": package.name, "answer": info}
    for tool, arguments in calls(package, info.get("toc", ()), seed):
        yield {"tool": tool, "package": package.name, "arguments": arguments, "answer": server.call(tool, arguments)}


def ask(options: argparse.Namespace, work: Path) -> bool:
    """Ask for the packages that are not asked for yet; tell whether all are."""
    kept, end = work / "answers.jsonl", time.monotonic() + options.seconds
    done = {row["package"] for row in rows(kept)}
    wanted = [package for package in packages(options) if package.name not in done]
    if not wanted:
        return True
    own = {"project": {"environment": options.environment}} if options.environment else {}
    configuration = {**ONLY_PACKAGES, **own, "cache": {"directory": f"{work}/cache"}}
    indexes = environment(options.indexes or ["http://127.0.0.1:9/simple"])
    server = StdioServer(work, configuration, indexes, python=options.python)
    for number, package in enumerate(wanted, len(done) + 1):
        if time.monotonic() > end:
            break
        started = time.monotonic()
        found = list(answers(server, package, options.seed))
        with kept.open("a") as file:
            file.write("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in found))
        failed = " ".join(dict.fromkeys(row["answer"]["code"] for row in found if "code" in row["answer"]))
        print(f"{number:4} {package.name:28} {time.monotonic() - started:6.1f} s {failed}", file=sys.stderr, flush=True)
    else:
        found = [{"tool": "list-libraries", "package": "", "answer": server.call("list-libraries", {})}]
        found += [{**found[0], "answer": server.call("list-libraries", {"offset": 100 * page})} for page in range(1, 9)]
        with kept.open("a") as file:
            file.write("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in found))
    server.close()
    return len(done) + len(wanted) <= len({row["package"] for row in rows(kept)}) - 1


def rows(kept: Path) -> list[dict[str, Any]]:
    """Return the answers that are kept."""
    return [json.loads(line) for line in kept.open()] if kept.exists() else []


def main() -> int:
    """Ask, count, and print the largest answer of each tool."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("indexes", nargs="*", metavar="INDEX")
    parser.add_argument("--environment", default="")
    parser.add_argument("--packages", type=int, default=300)
    parser.add_argument("--seed", type=int, default=20261123)
    parser.add_argument("--work", default="")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--python", default="")
    options = parser.parse_args()
    if NODE is None or not INSTALLED.is_file() or not (options.indexes or options.environment):
        print("skipped: name a package index or an environment; needs Node and npm ci --prefix tests/clients")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        work = Path(options.work or folder)
        work.mkdir(parents=True, exist_ok=True)
        if not ask(options, work):
            print("not all packages were asked for; the next run goes on")
            return 2
        return report(rows(work / "answers.jsonl"))


def report(found: Sequence[Mapping[str, Any]]) -> int:
    """Print the sizes of each tool's answers; return 1 where one exceeds the tool's budget."""
    asked = len({row["package"] for row in found if row["package"]})
    good = [row for row in found if "code" not in row["answer"]]
    counted = real_tokens([json.dumps(row["answer"], ensure_ascii=False, separators=(",", ":")) for row in good])
    print(f"{asked} packages, {len(good)} answers, {len(found) - len(good)} errors")
    over = 0
    for tool in dict.fromkeys(row["tool"] for row in good):
        sizes = sorted((size, row["package"]) for size, row in zip(counted, good, strict=True) if row["tool"] == tool)
        most = MOST.get(tool, sizes[-1][0])
        above = sum(size > most for size, _ in sizes)
        over += above
        (median, _), (largest, name) = sizes[len(sizes) // 2], sizes[-1]
        print(f"{tool:18} {len(sizes):5} answers, median {median:6}, largest {largest:6} {name}, {above} above")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
