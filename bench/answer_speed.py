"""What the answers of each tool cost, beside another version of the product (about 5 minutes).

    python bench/answer_speed.py [--against PYTHON] [--environment FOLDER] [--packages NAME…]

PYTHON is that of an environment with the other version; without it, this version runs twice. Both servers index the
packages of an environment over stdio, without a network, and are then asked the same questions in turn: each for the
first time, and again. Prints the CPU of a call as the kernel counts it for the server, the median of the round trips,
and the ratios of both; returns 1 if CPU or round trip of an answer is more than 5 % above that of the other version.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from package_index import ONLY_PACKAGES, environment
from stdio_server import StdioServer

LIMIT = 1.05

WAITS = 120
"""The times that a package is asked for until it is indexed."""

PACKAGES = ("pydantic", "jinja2", "starlette", "hypothesis", "httpx2", "click")

TOPICS = (
    "validate an argument before it is used",
    "set a limit of time",
    "what happens when a value is missing",
    "write a plugin of my own",
    "read a file piece by piece",
    "change the form of a message",
    "tell errors apart",
    "run something when it ends",
    "give a default",
    "choose the encoding",
)

Call = tuple[str, str, dict[str, Any]]
"""A kind of call, the name of the tool, and its arguments."""


def libraries(server: StdioServer, names: list[str]) -> dict[str, str]:
    """Have packages indexed; return for each that answers the URL of its first page."""
    found = {}
    for name in names:
        library = f"pypi/{name}"
        for _ in range(WAITS):
            answer = server.call("get-docs", {"libraries": [{"libraryId": library}], "topic": f"how to use {name}"})
            if answer.get("content") and not answer.get("indexing"):
                info = server.call("get-library-info", {"libraryId": library})
                found[library] = info["toc"][0]["url"]
                break
            if answer.get("code") == "LIBRARY_NOT_FOUND":
                break
            time.sleep(0.5)
    return found


def calls(pages: dict[str, str]) -> Iterator[Call]:
    """Yield the calls, those of a kind together."""
    asked = [(library, topic) for topic in TOPICS for library in pages]
    for time_asked in ("first", "again"):
        for library, topic in asked:
            yield f"get-docs, {time_asked}", "get-docs", {"libraries": [{"libraryId": library}], "topic": topic}
        for library, topic in asked:
            yield f"search-docs of one, {time_asked}", "search-docs", {"query": topic, "libraryIds": [library]}
        for topic in TOPICS:
            yield f"search-docs of all, {time_asked}", "search-docs", {"query": topic}
    for _ in range(5):
        for library, url in pages.items():
            yield "resolve-library", "resolve-library", {"query": library.partition("/")[2]}
            yield "get-library-info", "get-library-info", {"libraryId": library}
            yield "read-page", "read-page", {"url": url}


def measured(servers: list[StdioServer], every: list[Call]) -> dict[str, list[tuple[float, float]]]:
    """Return for each kind of call the CPU of a call and the median of the round trips of each server, ms."""
    found: dict[str, list[tuple[float, float]]] = {}
    for kind in dict.fromkeys(kind for kind, *_ in every):
        own = [(tool, arguments) for name, tool, arguments in every if name == kind]
        took: list[list[float]] = [[] for _ in servers]
        before = [server.seconds() for server in servers]
        for tool, arguments in own:
            for server, times in zip(servers, took, strict=True):
                started = time.perf_counter()
                server.call(tool, arguments)
                times.append(1e3 * (time.perf_counter() - started))
        spent = [1e3 * (server.seconds() - start) / len(own) for server, start in zip(servers, before, strict=True)]
        found[kind] = [(cpu, statistics.median(times)) for cpu, times in zip(spent, took, strict=True)]
    return found


def main() -> int:
    """Print the figures; return 1 if one is beyond the limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", default="")
    parser.add_argument("--environment", default=sys.prefix)
    parser.add_argument("--packages", nargs="+", default=PACKAGES)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        servers = []
        for name, python in (("ours", ""), ("other", options.against)):
            place = Path(folder, name)
            place.mkdir()
            project = {"environment": options.environment}
            configuration = {**ONLY_PACKAGES, "project": project, "cache": {"directory": f"{place}/cache"}}
            variables = environment(["http://127.0.0.1:9/simple"])
            servers.append(StdioServer(place, configuration, variables, place, python))
        pages = [libraries(server, options.packages) for server in servers]
        own = {library: url for library, url in pages[0].items() if library in pages[1]}
        found = measured(servers, list(calls(own)))
        for server in servers:
            server.close()
    print(f"{len(own)} packages; ms of a call, and the ratio to the other version")
    worst = 0.0
    for kind, ((cpu, trip), (other_cpu, other_trip)) in found.items():
        ratios = cpu / max(other_cpu, 0.1), trip / other_trip
        worst = max(worst, *ratios)
        print(
            f"{kind:26} CPU {cpu:6.1f} and {other_cpu:6.1f}, {ratios[0]:5.2f}; "
            f"round trip {trip:6.1f} and {other_trip:6.1f}, {ratios[1]:5.2f}"
        )
    return 1 if options.against and worst > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
