"""Measure retrieval: index a labelled corpus through the real chunks and store, ask its queries, score the pages.

Usage: python bench/retrieval.py [--corpus DIR] [--queries FILE] [--out RUN.jsonl]

The corpus has one folder per library with `pages.jsonl` (url, path, title, description, section, format); a query line
has id, library, query and relevant URLs. Labels made elsewhere are never read by the product.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pro_context_engine.chunks.splitting import chunks_of
from pro_context_engine.index.analysis import query_terms
from pro_context_engine.model import Chunk, Page, SourceName, Toc, TocEntry
from pro_context_engine.pages.markdown import markdown_page
from pro_context_engine.pages.rst import rst_to_markdown
from pro_context_engine.ranking import confidence, likely, pages_of
from pro_context_engine.store import SqliteStore, open_store

HITS = 100
# Words without a meaning in any documentation, and sentences about other things.
NONSENSE = (
    "flurbonic zanthropy of the quimbly",
    "purple elephants dancing on the moon at midnight",
    "grandmother's recipe for sourdough bread with cinnamon",
    "who won the chess tournament in the village last summer",
)


@dataclass(frozen=True)
class Answer:
    """What one query gave."""

    id: str
    library: str
    ranked: list[str]
    ms: float
    confidence: float
    rank: int | None
    toc_rank: int | None


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def read_page(folder: Path, row: Mapping[str, Any]) -> tuple[Page, tuple[Chunk, ...]]:
    text = (folder / row["path"]).read_text(encoding="utf-8")
    if row["format"] == "rst":
        text = rst_to_markdown(text)
    page = markdown_page(row["url"], text, title=row["title"], description=row["description"], section=row["section"])
    return page, chunks_of(page)


async def index_library(store: SqliteStore, folder: Path) -> tuple[TocEntry, ...]:
    now = datetime.now(UTC)
    rows = lines_of(folder / "pages.jsonl")
    entries = tuple(TocEntry(row["title"], row["url"], row["description"], row["section"]) for row in rows)
    await store.put_toc(folder.name, Toc(entries, SourceName.CUSTOM, str(folder)), now)
    for row in rows:
        page, chunks = read_page(folder, row)
        await store.put_page(folder.name, "", page, chunks, now)
    return entries


async def ask(store: SqliteStore, query: Mapping[str, Any], entries: Sequence[TocEntry]) -> Answer:
    started = time.perf_counter()
    terms = query_terms(query["query"])
    hits = await store.search(terms, [(query["library"], None)], HITS)
    pages = pages_of(hits)
    ms = (time.perf_counter() - started) * 1000
    relevant = {same_page(label["url"]) for label in query["relevant"]}
    first = [f"{page.url}#{page.hits[0].chunk.anchor}".rstrip("#") for page in pages]
    toc = [entry.url for entry in likely(entries, query["query"], 20)]
    sureness = confidence(hits, terms)
    return Answer(
        query["id"], query["library"], first, ms, sureness, rank_of(first[:10], relevant), rank_of(toc, relevant)
    )


def rank_of(urls: Iterable[str], relevant: set[str]) -> int | None:
    return next((rank for rank, url in enumerate(urls, 1) if same_page(url) in relevant), None)


def same_page(url: str) -> str:
    """Return what the scorer compares: host and path without index page, extension and trailing slash."""
    parts = urlsplit(url)
    path = parts.path
    for ending in ("index.html", "index.md", ".html", ".md"):
        path = path.removesuffix(ending)
    return (parts.netloc.lower() + path).rstrip("/")


def mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0


def figures(answers: Sequence[Answer]) -> dict[str, float]:
    return {
        "mrr@10": mean(1 / a.rank if a.rank else 0 for a in answers),
        "hit@1": mean(a.rank == 1 for a in answers),
        "hit@5": mean(a.rank is not None and a.rank <= 5 for a in answers),
        "toc@20": mean(a.toc_rank is not None for a in answers),
        "sure+": mean(a.confidence for a in answers if a.rank == 1),
        "sure-": mean(a.confidence for a in answers if a.rank != 1),
        "ms": mean(a.ms for a in answers),
    }


def print_row(name: str, row: Mapping[str, float]) -> None:
    print(f"{name:16}" + "  ".join(f"{key} {value:.3f}" for key, value in row.items()))


async def report_confidence(store: SqliteStore, library: str, entries: Sequence[TocEntry]) -> None:
    async def sureness(text: str) -> float:
        terms = query_terms(text)
        return confidence(await store.search(terms, [(library, None)], HITS), terms)

    nonsense = [await sureness(text) for text in NONSENSE]
    titles = sorted([await sureness(entry.title) for entry in entries])
    print(
        f"{library:16}confidence: nonsense at most {max(nonsense):.2f}; exact title median "
        f"{titles[len(titles) // 2]:.2f}, tenth {titles[len(titles) // 10]:.2f}"
    )


async def run(store: SqliteStore, libraries: Sequence[Path], queries: Sequence[dict[str, Any]]) -> list[Answer]:
    started = time.perf_counter()
    toc = {folder.name: await index_library(store, folder) for folder in libraries}
    seconds = time.perf_counter() - started
    print(f"indexed {sum(map(len, toc.values()))} pages in {seconds:.1f} s, SQLite {sqlite3.sqlite_version}")
    for library, entries in toc.items():
        await report_confidence(store, library, entries)
    answers = [await ask(store, query, toc[query["library"]]) for query in queries if query["library"] in toc]
    await store.close()
    return answers


def report(answers: Sequence[Answer]) -> None:
    libraries = sorted({answer.library for answer in answers})
    rows = {name: figures([answer for answer in answers if answer.library == name]) for name in libraries}
    for name, row in rows.items():
        print_row(name, row)
    print_row("macro", {key: mean(row[key] for row in rows.values()) for key in figures([])})


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure retrieval on a labelled corpus.")
    evaluation = Path(__file__).resolve().parents[2] / "shared" / "eval"
    parser.add_argument("--corpus", type=Path, default=evaluation / "corpus")
    parser.add_argument("--queries", type=Path, default=evaluation / "dev.jsonl")
    parser.add_argument("--out", type=Path, help="write one line per query here")
    arguments = parser.parse_args()
    if not arguments.corpus.is_dir() or not arguments.queries.is_file():
        sys.exit(f"skipped: no corpus in {arguments.corpus} or no queries in {arguments.queries}")
    libraries = sorted(file.parent for file in arguments.corpus.glob("*/pages.jsonl"))
    with tempfile.TemporaryDirectory() as directory:
        answers = asyncio.run(run(open_store(Path(directory)), libraries, lines_of(arguments.queries)))
        size = sum(file.stat().st_size for file in Path(directory).iterdir())
    report(answers)
    print(f"store {size / 1e6:.1f} MB")
    if arguments.out:
        lines = [json.dumps(asdict(answer)) for answer in answers]
        arguments.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
