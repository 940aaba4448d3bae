"""The largest answer of each tool by default, in tokens of a model, over the 300 most downloaded packages.

    python bench/answer_sizes.py [INDEX…] [--environment FOLDER] [--packages N] [--seed N]

INDEX is the address of a package index, as for `packages_live`; FOLDER is an environment whose packages are asked for
instead. For each package: resolve-library, get-library-info (and the number of its pages), get-docs, search-docs and
read-page of the first page; list-libraries once. Two vocabularies of today's models count (tests/clients, by Node).
Exits with 1 where resolve-library, search-docs or list-libraries exceeds 2,000 tokens, or a table of contents or a
passage its own budget.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from package_index import ONLY_PACKAGES, environment, latest_stable
from stdio_server import StdioServer
from tests.clients.made_answers import real_tokens
from tests.clients.node import INSTALLED, NODE

HERE = Path(__file__).parent
# A table of contents stands beside the names of all sections and the facts on the library.
MOST = {
    "resolve-library": 2_000,
    "list-libraries": 2_000,
    "search-docs": 2_000,
    "get-docs": 5_250,
    "get-library-info": 2_600,
}


def packages(options: argparse.Namespace) -> list[str]:
    """Return the names of the packages to ask for."""
    if options.environment:
        found = Path(options.environment).glob("lib/python3*/site-packages/*.dist-info")
        return sorted({one.name.rpartition("-")[0].partition("-")[0].replace("_", "-") for one in found})
    names = (HERE / "popular_packages.txt").read_text().split()
    drawn = random.Random(options.seed).sample(names, len(names))
    return [name for name in drawn[: options.packages] if latest_stable(options.indexes, name)]


def answers(server: StdioServer, name: str) -> Iterator[tuple[str, Any]]:
    """Yield the answer of each tool to the plainest call about a package."""
    library = f"pypi/{name}"
    yield "resolve-library", server.call("resolve-library", {"query": name})
    info = server.call("get-library-info", {"libraryId": library})
    yield "get-library-info", info
    topic = f"how to use {name}"
    yield "get-docs", server.call("get-docs", {"libraries": [{"libraryId": library}], "topic": topic})
    yield "search-docs", server.call("search-docs", {"query": topic, "libraryIds": [library]})
    yield "search-docs", server.call("search-docs", {"query": topic})
    if info.get("toc"):
        yield "read-page", server.call("read-page", {"url": info["toc"][0]["url"]})


def main() -> int:
    """Ask, count, and print the largest answer of each tool."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("indexes", nargs="*", metavar="INDEX")
    parser.add_argument("--environment", default="")
    parser.add_argument("--packages", type=int, default=300)
    parser.add_argument("--seed", type=int, default=20261123)
    options = parser.parse_args()
    if NODE is None or not INSTALLED.is_file() or not (options.indexes or options.environment):
        print("skipped: name a package index or an environment; needs Node and npm ci --prefix tests/clients")
        return 0
    found: list[tuple[str, str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        own = {"project": {"environment": options.environment}} if options.environment else {}
        configuration = {**ONLY_PACKAGES, **own, "cache": {"directory": f"{folder}/cache"}}
        server = StdioServer(Path(folder), configuration, environment(options.indexes or ["http://127.0.0.1:9/simple"]))
        for name in packages(options):
            found += [(tool, name, json.dumps(answer, ensure_ascii=False)) for tool, answer in answers(server, name)]
        found.append(("list-libraries", "", json.dumps(server.call("list-libraries", {}), ensure_ascii=False)))
        server.close()
    counted = real_tokens([text for *_, text in found])
    over = 0
    for tool in dict.fromkeys(tool for tool, *_ in found):
        sizes = sorted((size, name) for size, (one, name, _) in zip(counted, found, strict=True) if one == tool)
        over += sizes[-1][0] > MOST.get(tool, sizes[-1][0])
        (median, _), (largest, name) = sizes[len(sizes) // 2], sizes[-1]
        print(f"{tool:18} {len(sizes):4} answers, median {median:6}, largest {largest:6} {name}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
