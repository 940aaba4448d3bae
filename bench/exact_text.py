"""What exact search costs beside grep, in tokens of a model, and whether it shows the line that is sought.

    python bench/exact_text.py [--environment FOLDER] [--packages N] [--each N] [--seed N] [--python PYTHON] [--worst N]

Draws packages of an environment, and in each what agents look for in source: the definition of a public name, that name
alone, a parameter of a public function, the message of an exception. Each is looked for by `search-docs` (one call,
whose answer is counted as JSON), by `grep -rn` in the folders of the package, as agents do from the folder of a
project, and by the same with three lines of context. Of grep's output the first 30,000 characters count, since the
shells of agents show no more. A vocabulary of today's models counts (tests/clients, by Node).

Prints tokens and their ratio for each kind, and how often the sought line is in the answer. It sends nothing.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from package_index import ONLY_PACKAGES, environment
from stdio_server import StdioServer
from tests.clients.made_answers import real_tokens
from tests.clients.node import INSTALLED, NODE

SHOWN_BY_SHELLS = 30_000
"""The characters of a command's output that the shells of agents show at most."""

_ROW = re.compile(r"(\d+): ?(.*)")
_TESTS = re.compile(r"(^|/)(tests?|testing|conftest)(/|_|\.|$)|_test\.py$")


@dataclass(frozen=True, slots=True)
class Question:
    """What is looked for in a package.

    Attributes:
        package: its name.
        kind: definition, name, parameter or message.
        query: the text.
        sought: the lines of which one is the answer, as (path, number).
    """

    package: str
    kind: str
    query: str
    sought: frozenset[tuple[str, int]]


Named = tuple[str, str, tuple[str, int]]
"""A kind of question, its text, and the line that answers it."""


def named_in(path: str, tree: ast.Module) -> Iterator[Named]:
    """Yield what can be asked about a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            word = "class" if isinstance(node, ast.ClassDef) else "def"
            yield "definition", f"{word} {node.name}", (path, node.lineno)
            yield "name", node.name, (path, node.lineno)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            for argument in (*node.args.args, *node.args.kwonlyargs):
                if argument.arg not in ("self", "cls"):
                    yield "parameter", argument.arg, (path, argument.lineno)
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
            message = node.exc.args[0]
            if isinstance(message, ast.Constant) and isinstance(message.value, str):
                yield "message", " ".join(message.value.split()[:4]), (path, message.lineno)


def folders_of(found: Distribution) -> set[str]:
    """Return the folders and modules of a distribution beside its metadata."""
    tops = {str(file).partition("/")[0] for file in found.files or () if not str(file).startswith("..")}
    return {top for top in tops if not top.endswith((".dist-info", ".data", ".pth")) and top != "__pycache__"}


def questions_of(site: Path, found: Distribution, each: int, draw: random.Random) -> Iterator[Question]:
    """Yield some questions of each kind about a package."""
    named: dict[tuple[str, str], set[tuple[str, int]]] = {}
    for file in sorted(map(str, found.files or ())):
        if file.endswith(".py") and not _TESTS.search(file) and not file.startswith(".."):
            try:
                text = (site / file).read_text()
                tree = ast.parse(text)
            except (OSError, ValueError, SyntaxError):
                continue
            lines = text.split("\n")
            for kind, query, (path, line) in named_in(file, tree):
                # A message that its file breaks over lines is found by no search of lines.
                if len(query) > 3 and "\n" not in query and query in lines[line - 1]:
                    named.setdefault((kind, query), set()).add((path, line))
    for kind in ("definition", "name", "parameter", "message"):
        queries = sorted(query for one, query in named if one == kind)
        for query in draw.sample(queries, min(each, len(queries))):
            yield Question(found.name, kind, query, frozenset(named[kind, query]))


def grep(site: Path, tops: set[str], query: str, context: int) -> str:
    """Return what grep shows of a package's files, as from the folder of the project."""
    root = site.parents[3]
    folders = [str((site / top).relative_to(root)) for top in sorted(tops) if (site / top).exists()]
    options = ["-rnI", "--exclude-dir=__pycache__", *([f"-C{context}"] if context else [])]
    command = ["grep", *options, "-F", "-e", query, *folders]
    return subprocess.run(command, cwd=root, capture_output=True, check=False).stdout.decode("utf-8", "replace")


def shows(answer: dict[str, Any], sought: frozenset[tuple[str, int]]) -> bool:
    """Tell whether an answer shows one of the sought lines."""
    for result in answer.get("results", ()):
        path = result["url"].partition("#")[0].partition("/source/")[2]
        numbers = {int(row[1]) for row in map(_ROW.match, result["snippet"].split("\n")) if row}
        if any((path, number) in sought for number in numbers):
            return True
    return False


def measured(options: argparse.Namespace, asked: Sequence[tuple[Question, Path, set[str]]]) -> list[dict[str, Any]]:
    """Return each question with the texts of the three ways."""
    with tempfile.TemporaryDirectory() as folder:
        own = {"project": {"environment": options.environment}}
        configuration = {**ONLY_PACKAGES, **own, "cache": {"directory": f"{folder}/cache"}}
        indexes = environment(["http://127.0.0.1:9/simple"])
        server = StdioServer(Path(folder), configuration, indexes, Path(folder), options.python)
        found = []
        for question, site, tops in asked:
            arguments = {"query": question.query, "match": "text", "in": "source"}
            answer = server.call("search-docs", {**arguments, "libraryIds": [f"pypi/{question.package}"]})
            found.append(
                {
                    "question": question,
                    "answer": json.dumps(answer, ensure_ascii=False, separators=(",", ":")),
                    "lines": grep(site, tops, question.query, 0)[:SHOWN_BY_SHELLS],
                    "context": grep(site, tops, question.query, 3)[:SHOWN_BY_SHELLS],
                    "shown": shows(answer, question.sought),
                }
            )
        server.close()
    return found


def report(found: Sequence[dict[str, Any]], worst: int) -> None:
    """Print the figures of each kind, and the answers that are the dearest beside grep's."""
    ways = ("answer", "lines", "context")
    counted = {way: real_tokens([row[way] for row in found]) for way in ways}
    print(f"{'':12} questions  shown  answer  grep -rn  ratio  grep -rnC3  ratio")
    for kind in (*dict.fromkeys(row["question"].kind for row in found), "all"):
        own = [place for place, row in enumerate(found) if kind in ("all", row["question"].kind)]
        answer, lines, context = (sum(counted[way][place] for place in own) for way in ways)
        shown = sum(found[place]["shown"] for place in own) / len(own)
        print(
            f"{kind:12} {len(own):9} {shown:6.2f} {answer / len(own):7.0f} {lines / len(own):9.0f} "
            f"{answer / lines:6.2f} {context / len(own):11.0f} {answer / context:6.2f}"
        )
    ratios = sorted(one / other for one, other in zip(counted["answer"], counted["context"], strict=True))
    print(f"median ratio of single answers to grep -rnC3: {ratios[len(ratios) // 2]:.2f}")
    missed = sorted(
        (row["shown"], -size, place) for place, (row, size) in enumerate(zip(found, counted["answer"], strict=True))
    )
    for _, _, place in missed[:worst]:
        row = found[place]
        sizes = ", ".join(f"{way} {counted[way][place]}" for way in ways)
        print(f"{row['question'].package}: {row['question'].query!r} ({row['question'].kind}): {sizes}")
        print(f"  {row['answer'][:3_000]}")


def main() -> int:
    """Draw the questions, ask them, and print what they cost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--environment", default=sys.prefix)
    parser.add_argument("--packages", type=int, default=40)
    parser.add_argument("--each", type=int, default=3)
    parser.add_argument("--seed", type=int, default=20261124)
    parser.add_argument("--python", default="")
    parser.add_argument("--worst", type=int, default=0)
    options = parser.parse_args()
    if NODE is None or not INSTALLED.is_file():
        print("skipped: needs Node and npm ci --prefix tests/clients")
        return 0
    options.environment = str(Path(options.environment).resolve())
    site = next(Path(options.environment).glob("lib/python3*/site-packages"))
    draw = random.Random(options.seed)
    installed = sorted(distributions(path=[str(site)]), key=lambda one: one.name)
    own = [found for found in installed if folders_of(found)]
    asked = [
        (question, site, folders_of(found))
        for found in draw.sample(own, min(options.packages, len(own)))
        for question in questions_of(site, found, options.each, draw)
    ]
    report(measured(options, asked), options.worst)
    return 0


if __name__ == "__main__":
    sys.exit(main())
