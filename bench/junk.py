"""The share of junk in answers from installed packages: `python bench/junk.py [--answers FILE] [--save FILE] [--json]`.

Asks the server the questions of the folder `shared` beside the repository, if there is one, else questions by names
that are drawn from the installed packages; or judges answers that an earlier run saved. Everything that needs a network
is off. `junk_measure` says which characters are junk, and why. Prints the characters of the answers, and the share of
each kind of junk in them: in all, by ecosystem, by kind of question and by package. The column `junk` is all kinds
together, each character once; `own` is without `elsewhere`, which only labelled questions have.

    python bench/junk.py --environment DIR --node DIR     questions about these installed packages
    python bench/junk.py --save answers.jsonl             keeps the answers, for a judgement by `--answers` later

Each question is asked twice, and the second answer counts: the first may come before everything is indexed.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from junk_measure import KINDS, AnswerJunk, passages
from stdio_server import StdioServer

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.sources.packages.python.python_documentation import PythonDocumentation

LABELLED = Path(__file__).parent.parent.parent / "shared" / "eval_api" / "sets" / "dev.jsonl"
COLUMNS = ["answers", "characters", "junk", "own", *KINDS]
SEED, PACKAGES, NAMES = 17, 12, 4
OFFLINE = {
    "sources": {name: {"enabled": False} for name in ("llmsTxt", "package", "docsSites", "github")},
    "registry": {"checkAtStart": False},
}


def drawn_questions(site: Path) -> list[dict[str, Any]]:
    """Return questions by the names of public symbols, drawn by a seed from the packages of an environment."""
    draw = random.Random(SEED)
    found = sorted(distributions(path=[str(site)]), key=lambda one: one.metadata["Name"].lower())
    rows: list[dict[str, Any]] = []
    for one in draw.sample(found, len(found)):
        location, metadata = str(one.locate_file("")), str(getattr(one, "_path", ""))
        package = InstalledPackage(one.metadata["Name"], one.version, "", location, metadata)
        names = sorted({symbol.name for symbol in PythonDocumentation(package).symbols().symbols if symbol.summary})
        rows += [
            {"ecosystem": "pypi", "package": package.name, "kind": "drawn", "question": name}
            for name in draw.sample(names, min(NAMES, len(names)))
        ]
        if len(rows) >= PACKAGES * NAMES:
            break
    return rows


def ask(rows: Sequence[Mapping[str, Any]], environment: Path, node: Path | None) -> list[str]:
    """Return the answers of a server to the questions, each asked twice."""
    answers: dict[int, str] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for ecosystem in sorted({row["ecosystem"] for row in rows}):
            where = {"VIRTUAL_ENV": str(environment)} if ecosystem == "pypi" else {"VIRTUAL_ENV": ""}
            directory = folder if ecosystem == "pypi" else node
            configuration = {**OFFLINE, "cache": {"directory": str(folder / "cache")}}
            server = StdioServer(folder, configuration, where, directory)
            numbers = [number for number, row in enumerate(rows) if row["ecosystem"] == ecosystem]
            for _ in range(2):
                answers.update({number: _answer(server, rows[number]) for number in numbers})
            server.close()
    return [answers[number] for number in range(len(rows))]


def _answer(server: StdioServer, row: Mapping[str, Any]) -> str:
    found = server.call("resolve-library", {"query": row["package"]})
    library = next((match["libraryId"] for match in found.get("results", [])), row["package"])
    arguments = {"libraries": [{"libraryId": library}], "topic": row["question"]}
    return str(server.call("get-docs", arguments).get("content", ""))


def figures(group: Iterable[AnswerJunk]) -> dict[str, float]:
    """Return the figures of a group of answers: characters an answer, and shares of the characters."""
    answers = list(group)
    total = sum(one.characters for one in answers) or 1
    return {
        "answers": len(answers),
        "characters": round(sum(one.characters for one in answers) / len(answers)),
        "junk": round(sum(one.junk for one in answers) / total, 4),
        "own": round(sum(one.own for one in answers) / total, 4),
        **{kind: round(sum(one.kinds[kind] for one in answers) / total, 4) for kind in KINDS},
    }


def measured(rows: Sequence[Mapping[str, Any]], answers: Sequence[str]) -> dict[str, dict[str, float]]:
    """Return the figures by group: "all", then by ecosystem, kind of question and package."""
    groups: defaultdict[str, list[AnswerJunk]] = defaultdict(list)
    for row, answer in zip(rows, answers, strict=True):
        junk = AnswerJunk()
        for passage in passages(answer):
            junk.add(passage, row)
        for group in ("all", row["ecosystem"], f"kind {row['kind']}", f"{row['ecosystem']}/{row['package']}"):
            groups[group].append(junk)
    ordered = sorted(groups, key=lambda name: (name != "all", "/" in name, name.startswith("kind"), name))
    return {name: figures(groups[name]) for name in ordered}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--questions", type=Path, default=LABELLED, help="JSON lines; drawn names if there is no such file"
    )
    parser.add_argument(
        "--environment", type=Path, help="a virtual environment with the packages; this one's by default"
    )
    parser.add_argument("--node", type=Path, help="a folder with node_modules; without it no npm package is asked")
    parser.add_argument("--answers", type=Path, help="judge the answers that --save kept instead of asking")
    parser.add_argument("--save", type=Path, help="keep questions and answers in this file")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    if options.answers:
        rows = [json.loads(line) for line in options.answers.read_text(encoding="utf-8").splitlines()]
        answers = [row.pop("answer") for row in rows]
    else:
        environment = options.environment or Path(sys.prefix)
        site = next(iter(sorted(environment.glob("lib/python*/site-packages"))), environment / "Lib" / "site-packages")
        installed = {one.metadata["Name"].lower() for one in distributions(path=[str(site)])}
        given = options.questions.read_text(encoding="utf-8").splitlines() if options.questions.exists() else []
        rows = [row for row in map(json.loads, given) if _is_installed(row, installed, options.node)]
        rows = rows or drawn_questions(site)
        answers = ask(rows, environment.absolute(), options.node)
    if options.save:
        kept = (json.dumps({**row, "answer": answer}) for row, answer in zip(rows, answers, strict=True))
        options.save.write_text("".join(f"{line}\n" for line in kept), encoding="utf-8")
    table = measured(rows, answers)
    if options.json:
        print(json.dumps(table, indent=2))
        return 0
    print(" ".join(["group".ljust(24), *(f"{column:>10}" for column in COLUMNS)]))
    for name, row in table.items():
        cells = [f"{row[one]:>10.0f}" if one in COLUMNS[:2] else f"{row[one]:>10.1%}" for one in COLUMNS]
        print(" ".join([name.ljust(24), *cells]))
    return 0


def _is_installed(row: Mapping[str, Any], installed: set[str], node: Path | None) -> bool:
    if row["ecosystem"] == "npm":
        return node is not None and (node / "node_modules" / row["package"]).exists()
    return row["package"].lower() in installed


if __name__ == "__main__":
    sys.exit(main())
