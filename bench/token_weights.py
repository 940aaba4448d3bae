"""Fit the weights by which the size of a text in tokens is estimated, on the answers that `answer_sizes` has kept.

    python bench/token_weights.py FOLDER [--types FOLDER…] [--write]

FOLDER is the `--work` of `answer_sizes`: its answers and the pages of its store are divided as o200k divides a text,
and the tokens of each piece are counted with that vocabulary (tests/clients, by Node). Declarations of npm packages in
the folders of `--types` (`node_modules`) count too, since the answers are mostly about Python. Prints the error of each
answer of at least 300 tokens with weights fitted on the other two thirds of the packages, beside that of the present
weights; with `--write` the weights of all packages replace `search/excerpts/token_weights.py`.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import sys
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.clients.node import INSTALLED, NODE, node

from pro_context_engine.search.excerpts import token_estimate, token_weights

MODULE = Path(token_weights.__file__)
FOLDS = 3
LEAST = 300
MOST_OF_A_LIBRARY, MOST_OF_A_PAGE = 400_000, 20_000
MOST_FILES, LEAST_OF_A_FILE = 600, 2_000
MOST_OF_A_PIECE = 1_000
"""How often a frequent piece counts: more would fit the names of fields that each answer has, and nothing else."""
RIDGE, STEPS = 3.0, 150
LARGEST = 127
COUNT = """\
const { encode } = require("gpt-tokenizer/encoding/o200k_base");
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => encode(text, { disallowedSpecial: new Set() }).length)));
"""


@dataclass(frozen=True, slots=True)
class Text:
    """An answer, the package it is about, and its tokens."""

    package: str
    text: str
    tokens: int


def main() -> int:
    """Fit, print the errors, and write the weights if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER")
    parser.add_argument("--types", nargs="*", type=Path, default=[], metavar="FOLDER")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if NODE is None or not INSTALLED.is_file() or options.folder is None:
        print("skipped: name the folder of answer_sizes; needs Node and npm ci --prefix tests/clients")
        return 0
    texts = list(answers(options.folder / "answers.jsonl"))
    pieces = pieces_of(texts, options.folder / "cache" / "documentation.sqlite3")
    pieces |= pieces_of_types(options.types)
    tokens = counted_pieces(pieces)
    packages = sorted(pieces)
    report("present weights", [(one, token_estimate.estimated_tokens(one.text)) for one in texts])
    left_out: list[tuple[Text, float]] = []
    for fold in range(FOLDS):
        others = {package for number, package in enumerate(packages) if number % FOLDS != fold}
        size = sizes(fitted(pieces, others, tokens))
        left_out += [
            (one, sum(map(size, token_estimate.PIECE.findall(one.text)))) for one in texts if one.package not in others
        ]
    report("left out", left_out)
    if options.write:
        write(*fitted(pieces, set(packages), tokens))
    return 0


def answers(file: Path) -> Iterator[Text]:
    """Yield the different answers that are no errors, with their tokens."""
    rows = [json.loads(line) for line in file.open()]
    found = {
        json.dumps(row["answer"], ensure_ascii=False, separators=(",", ":")): row["package"]
        for row in rows
        if "code" not in row["answer"]
    }
    for (text, package), tokens in zip(found.items(), counted(list(found)), strict=True):
        yield Text(package, text, tokens)


def counted(texts: Sequence[str]) -> list[int]:
    """Return the tokens of each text."""
    tokens: list[int] = json.loads(node("-e", COUNT, stdin=json.dumps(texts).encode()).stdout)
    return tokens


def counted_pieces(pieces: dict[str, Counter[str]]) -> dict[str, int]:
    """Return the tokens of each piece."""
    every = sorted(set().union(*pieces.values()))
    return dict(zip(every, counted(every), strict=True))


def pieces_of(texts: Iterable[Text], store: Path) -> dict[str, Counter[str]]:
    """Return how often each piece stands in the answers about a package and in its pages."""
    found: dict[str, Counter[str]] = {}
    for one in texts:
        found.setdefault(one.package, Counter()).update(
            filter(token_estimate.is_weighed, token_estimate.PIECE.findall(one.text))
        )
    connection = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    for library_id, snapshot in connection.execute("select library_id, id from snapshot").fetchall():
        size, counts = 0, found.setdefault(library_id.rpartition("/")[2].lower(), Counter())
        for (page,) in connection.execute("select markdown from page where snapshot_id = ?", (snapshot,)):
            size += len(page[:MOST_OF_A_PAGE])
            if size > MOST_OF_A_LIBRARY:
                break
            counts.update(filter(token_estimate.is_weighed, token_estimate.PIECE.findall(page[:MOST_OF_A_PAGE])))
    return found


def pieces_of_types(folders: Sequence[Path]) -> dict[str, Counter[str]]:
    """Return how often each piece stands in drawn declarations of npm packages, by package."""
    files = sorted(one for folder in folders for one in folder.rglob("*.d.ts") if one.stat().st_size > LEAST_OF_A_FILE)
    found: dict[str, Counter[str]] = {}
    sizes_so_far: Counter[str] = Counter()
    for file in random.Random(1).sample(files, min(len(files), MOST_FILES)):
        package = "npm " + file.as_posix().rpartition("node_modules/")[2].partition("/")[0]
        if sizes_so_far[package] <= MOST_OF_A_LIBRARY:
            text = file.read_text("utf-8", "replace")[:MOST_OF_A_PAGE]
            sizes_so_far[package] += len(text)
            found.setdefault(package, Counter()).update(
                filter(token_estimate.is_weighed, token_estimate.PIECE.findall(text))
            )
    return found


def fitted(
    pieces: dict[str, Counter[str]], packages: Iterable[str], tokens: dict[str, int]
) -> tuple[Any, float, float]:
    """Return the weights of the parts of pieces, of any piece and of a character, by ridge regression."""
    counts: Counter[str] = sum((pieces[package] for package in packages), Counter())
    rows, columns, values, wanted = [], [], [], []
    for row, (piece, count) in enumerate(counts.items()):
        weight = min(count, MOST_OF_A_PIECE) ** 0.5
        parts = [*token_estimate.parts(piece), token_weights.COUNT, token_weights.COUNT + 1]
        rows += [row] * len(parts)
        columns += parts
        values += [weight] * (len(parts) - 1) + [weight * len(piece)]
        wanted.append(weight * tokens[piece])
    found = _least_squares(*map(numpy.array, (rows, columns, values, wanted)))
    whole = numpy.clip(numpy.round(found[: token_weights.COUNT] * token_weights.SCALE), -LARGEST, LARGEST)
    return whole.astype(int), round(float(found[-2]), 4), round(float(found[-1]), 4)


def _least_squares(rows: Any, columns: Any, values: Any, wanted: Any) -> Any:
    """Return the solution by conjugate gradients, of a matrix that is given by its entries."""
    size = token_weights.COUNT + 2
    solution = numpy.zeros(size)
    rest = wanted.astype(float)
    gradient = numpy.bincount(columns, values * rest[rows], size)
    direction, length = gradient.copy(), gradient @ gradient
    for _ in range(STEPS):
        step = numpy.bincount(rows, values * direction[columns], len(wanted))
        share = length / (step @ step + RIDGE**2 * (direction @ direction))
        solution += share * direction
        rest -= share * step
        gradient = numpy.bincount(columns, values * rest[rows], size) - RIDGE**2 * solution
        before, length = length, gradient @ gradient
        direction = gradient + length / before * direction
    return solution


def sizes(weights: tuple[Any, float, float]) -> Callable[[str], float]:
    """Return what gives the size of a piece by these weights, each piece measured once."""
    known: dict[str, float] = {}

    def size(piece: str) -> float:
        if piece not in known:
            known[piece] = token_estimate.size_by(piece, *weights)
        return known[piece]

    return size


def report(name: str, estimates: Iterable[tuple[Text, float]]) -> None:
    """Print the mean and the largest errors of the answers of some size."""
    errors = sorted(told / one.tokens - 1 for one, told in estimates if one.tokens >= LEAST)
    apart = [abs(error) for error in errors]
    print(
        f"{name:16} {len(errors)} answers, error {sum(apart) / len(apart):.3f} in the mean, {errors[0]:+.3f} to "
        f"{errors[-1]:+.3f}; above .05 {sum(one > 0.05 for one in apart) / len(apart):.3f}"
    )


def write(weights: Any, of_piece: float, of_character: float) -> None:
    """Write the weights into the module that has them."""
    text = b64encode(bytes(int(weight) % 256 for weight in weights)).decode()
    lines = [f'        "{text[at : at + 108]}"' for at in range(0, len(text), 108)]
    before = MODULE.read_text().partition("OF_PIECE = ")[0]
    rest = [f"OF_PIECE = {of_piece}", f"OF_CHARACTER = {of_character}", "PARTS = array(", '    "b",', "    b64decode("]
    MODULE.write_text(before + "\n".join([*rest, *lines, "    ),", ")", ""]))


if __name__ == "__main__":
    sys.exit(main())
