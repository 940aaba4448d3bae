"""Plain ways to an answer about a package, judged as the product is.

README alone   the whole README
rank-bm25      chunks of the same pages by an independent BM25, up to 5,000 tokens
ripgrep        the lines of the package's files with an asked word; read by Python where `rg` is missing
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

from junk_measure import Passage
from packages_judgement import Judged, Row, judged, mentions
from rank_bm25 import BM25Okapi

from pro_context_engine.search.index.stop_words import STOP_WORDS

BUDGET = 5_000
_WORD = re.compile(r"\w+")
_TEXTS = (".py", ".pyi", ".ts", ".md", ".rst", ".txt")
_RIPGREP = shutil.which("rg")


def readme(own: Sequence[Passage]) -> list[Passage]:
    """Return the chunks of the README."""
    return [passage for passage in own if passage.url.split("#")[0].endswith("/readme")]


def okapi(own: Sequence[Passage]) -> BM25Okapi:
    """Return the index of rank-bm25 over chunks."""
    return BM25Okapi([_WORD.findall(passage.text.lower()) or [""] for passage in own] or [[""]])


def bm25(row: Row, own: Sequence[Passage], index: BM25Okapi) -> Judged:
    """Judge the best chunks of rank-bm25 within the budget."""
    scores = index.get_scores(_WORD.findall(row["question"].lower()))
    best = [own[place] for place in sorted(range(len(own)), key=lambda place: -scores[place])]
    sizes = accumulate(len(passage.text) // 4 for passage in best)
    return judged(row, [passage for passage, size in zip(best, sizes, strict=True) if size <= BUDGET])


def searcher() -> str:
    """Return the name of the program that finds lines."""
    return "ripgrep" if _RIPGREP else "lines with an asked word"


def grep(row: Row, site: Path) -> Judged:
    """Judge the lines with an asked word: an answer is there if the line that defines a labelled symbol is."""
    asked = {word for word in _WORD.findall(row["question"].lower()) if word not in STOP_WORDS}
    lines = list(_found(_folder(row, site), "|".join(map(re.escape, sorted(asked))) or "$^"))
    text = "\n".join(lines)
    named = (str(target.get("symbol") or target.get("section", "")) for target in row["targets"])
    names = {name.rpartition("#")[2].rpartition(".")[2] for name in named} - {""}
    defined = re.compile(
        rf"(?:\b(?:def|class|function|const)\s+|^\s*|#+ .*)(?:{'|'.join(map(re.escape, names)) or '$^'})\b"
    )
    return Judged(row, False, any(map(defined.search, lines)), mentions(text, row), len(text) // 4)


def _folder(row: Row, site: Path) -> Path:
    """Return the folder with the files of the package."""
    if row["ecosystem"] == "npm":
        return site / "node_modules" / row["package"]
    module = str(row["targets"][0].get("module", row["package"])).split(".")[0]
    packages = next(iter(sorted(site.glob("lib/python*/site-packages"))), site / "Lib" / "site-packages")
    return packages / module


def _found(folder: Path, pattern: str) -> Iterator[str]:
    """Yield the lines that a pattern matches, in upper or lower case."""
    if _RIPGREP:
        kinds = [part for ending in _TEXTS for part in ("--glob", f"*{ending}")]
        command = [_RIPGREP, "--no-config", "--no-ignore", "--no-filename", "--no-line-number", "--ignore-case"]
        found = subprocess.run(
            [*command, *kinds, "--glob", "!node_modules", "--regexp", pattern, "."],
            cwd=folder,
            capture_output=True,
            check=False,
        )
        yield from found.stdout.decode("utf-8", "replace").splitlines()
        return
    words = re.compile(pattern, re.IGNORECASE)
    yield from (line for line in _lines(folder) if words.search(line))


@lru_cache(1)
def _lines(folder: Path) -> list[str]:
    files = (file for file in sorted(folder.rglob("*")) if file.suffix in _TEXTS and file.is_file())
    own = (file for file in files if "node_modules" not in file.relative_to(folder).parts)
    return [line for file in own for line in file.read_text(encoding="utf-8", errors="replace").splitlines()]
