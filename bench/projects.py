"""The package and version that a project needs, on the real index, through the real server over stdio.

    python bench/projects.py [--packages N] [--npm N] [--seed N] [--minutes N] [--json]

For 30 of the most downloaded Python packages and 10 of npm, drawn by a seed, four throw-away projects are made: a fresh
clone with a range, a lock file, an environment with the package and nothing else, and a pin. Each asks get-docs of a
server of its own, which has only its packages as sources. The version, the package in the header, in `source` and in
every passage, and `versionMatch` must be right; the newest release in a range is found from the index's own answer. A
package without a readable file is counted apart. Prints what is wrong, and fails if anything is; skipped where no index
answers.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from npm_live import PACKAGES as NPM_PACKAGES
from published_releases import NoAnswer, NpmReleases, npm_releases, python_indexes, python_releases
from stdio_server import StdioServer
from throwaway_projects import KINDS, NotMade, Wanted, make, npm_project, python_project

HERE = Path(__file__).parent
AT_ONCE = 2
INDEXING_SECONDS = 45.0
SOURCES = {"llmsTxt": {"enabled": False}, "github": {"enabled": False}, "docsSites": {"enabled": False}}
# The environment in which the benchmark runs is no project's.
NO_ENVIRONMENT = {"VIRTUAL_ENV": "", "CONDA_PREFIX": ""}
_HEADER = re.compile(r"^> Source: (\S+)", re.M)
_HEADER_VERSION = re.compile(r"^> Source: \S+ \(\S+? (\S+)\)", re.M)


@dataclass(frozen=True)
class Row:
    """The outcome of one project: "right", "wrong", "unavailable" or "skipped", and the reason."""

    ecosystem: str
    name: str
    kind: str
    written: str
    expected: str
    answered: str
    match: str
    outcome: str
    reason: str = ""

    def __str__(self) -> str:
        answered = f"{self.answered} ({self.match or 'no verdict'})" if self.answered else ""
        package = f"{self.ecosystem}/{self.name}"
        asked = f"{package:34} {self.kind:12} {self.written:22} {self.expected:14}"
        return f"{asked} {answered:26} {self.outcome} {self.reason}"


def problems(wanted: Wanted, answer: dict[str, Any]) -> list[str]:
    """Return what is wrong with an answer."""
    prefix = f"{wanted.ecosystem}://{wanted.name}/{wanted.version}/"
    urls = {
        "source": [answer["source"]],
        "header": _HEADER.findall(answer["content"]),
    }
    found = [f"{what} {url}" for what, given in urls.items() for url in given if not url.startswith(prefix)][:1]
    if answer.get("version") != wanted.version:
        found.insert(0, f"version {answer.get('version')}")
    if any(version != wanted.version for version in _HEADER_VERSION.findall(answer["content"])):
        found.append("version of a passage")
    if answer.get("versionMatch") != wanted.match:
        found.append(f"versionMatch {answer.get('versionMatch')}")
    return found


def judged(wanted: Wanted, answer: dict[str, Any]) -> Row:
    """Return the row of an answer or of an error."""
    plain = (wanted.ecosystem, wanted.name, wanted.kind, wanted.written, wanted.version)
    if "content" not in answer:
        reason = f"{answer.get('code')}: {answer.get('details', {}).get('reason', '')}"
        return Row(*plain, "", "", "unavailable", reason)
    found = problems(wanted, answer)
    told = (answer.get("version", ""), answer.get("versionMatch", ""))
    return Row(*plain, *told, "wrong" if found else "right", "; ".join(found))


def ask(wanted: Wanted, folder: Path) -> dict[str, Any]:
    """Return the answer of a server in a project."""
    configuration = {"sources": SOURCES, "cache": {"directory": str(folder / "cache")}}
    server = StdioServer(folder, configuration, NO_ENVIRONMENT, directory=folder / "project")
    arguments = {
        "libraries": [{"libraryId": f"{wanted.ecosystem}/{wanted.name}"}],
        "topic": f"how to use {wanted.name}",
    }
    until = time.monotonic() + INDEXING_SECONDS
    try:
        while True:
            answer: dict[str, Any] = server.call("get-docs", arguments)
            if answer.get("code") != "INDEXING_IN_PROGRESS" or time.monotonic() > until:
                return answer
            time.sleep(0.5)
    finally:
        server.process.kill()
        server.process.wait()


def measured(ecosystem: str, name: str, seed: int, releases: Callable[[str], Any], until: float) -> list[Row]:
    """Return the rows of one package, of each kind of project."""
    rows = []
    try:
        known = releases(name)
    except NoAnswer as trouble:
        return [Row(ecosystem, name, kind, "", "", "", "", "skipped", str(trouble)) for kind in KINDS]
    for kind in KINDS:
        if time.monotonic() > until:
            rows.append(Row(ecosystem, name, kind, "", "", "", "", "skipped", "no time left"))
            continue
        draw = random.Random(f"{seed} {name} {kind}")
        wanted = None
        try:
            npm = known if isinstance(known, NpmReleases) else None
            wanted = npm_project(name, kind, npm, draw) if npm else python_project(name, kind, known, draw)
            with tempfile.TemporaryDirectory() as folder:
                make(wanted, Path(folder) / "project", npm)
                rows.append(judged(wanted, ask(wanted, Path(folder))))
        except NotMade as trouble:
            told = (wanted.written, wanted.version) if wanted else ("", "")
            rows.append(Row(ecosystem, name, kind, *told, "", "", "skipped", str(trouble)))
    return rows


def summary(rows: list[Row]) -> str:
    """Return the counts of all rows, and the wrong ones of each kind."""
    counts = Counter(row.outcome for row in rows)
    judged_rows = [row for row in rows if row.outcome in ("right", "wrong")]
    wrong = Counter(row.kind for row in judged_rows if row.outcome == "wrong")
    of_kind = Counter(row.kind for row in judged_rows)
    each = ", ".join(f"{kind} {wrong[kind]} of {of_kind[kind]}" for kind in KINDS)
    others = f"{counts['unavailable']} unavailable, {counts['skipped']} skipped"
    return f"{counts['wrong']} wrong of {len(judged_rows)} ({each}); {others}"


def main() -> int:
    """Print a row for each project that is not right, and the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", type=int, default=30, help="Python packages (default 30)")
    parser.add_argument("--npm", type=int, default=10, help="npm packages (default 10)")
    parser.add_argument("--seed", type=int, default=20261123)
    parser.add_argument("--minutes", type=float, default=10.0, help="time after which no project is begun")
    parser.add_argument("--json", action="store_true", help="print every row as JSON")
    options = parser.parse_args()
    draw = random.Random(options.seed)
    python_names = draw.sample((HERE / "popular_packages.txt").read_text().split(), options.packages)
    packages = [("pypi", name) for name in python_names]
    packages += [("npm", name) for name in draw.sample(NPM_PACKAGES, options.npm)]
    draw.shuffle(packages)  # where the time does not suffice for all, some of both are measured
    indexes = python_indexes()
    of: dict[str, Callable[[str], Any]] = {"pypi": partial(python_releases, indexes), "npm": npm_releases}
    try:
        python_releases(indexes, "packaging")
    except NoAnswer as trouble:
        print(f"skipped: the package index does not answer ({trouble})")
        return 0
    until = time.monotonic() + options.minutes * 60
    with ThreadPoolExecutor(AT_ONCE) as pool:
        runs = [pool.submit(measured, *package, options.seed, of[package[0]], until) for package in packages]
        rows = []
        for run in runs:
            rows += run.result()
            if not options.json:
                print("".join(f"{row}\n" for row in run.result() if row.outcome != "right"), end="", flush=True)
    if options.json:
        print(json.dumps({"summary": summary(rows), "rows": [asdict(row) for row in rows]}, indent=1))
    else:
        print(summary(rows))
    return 1 if any(row.outcome == "wrong" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
