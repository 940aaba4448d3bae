"""How long questions take where much is indexed: 10,000 chunks of a library, 200,000 of twenty.

    python bench/search.py [--libraries N…] [--questions N]

The pages are made of words of our own, as often as words are in prose (Zipf), and stored as the product stores them.
Prints how long 250 pages of 5 MB take to index, then the median and the 95th percentile of a hundred questions, each
asked once, of one library and of all: by the clock, and of the processor. Storing 200,000 chunks
takes many minutes; `--libraries 1` takes one or two in all on a busy machine.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path

from pro_context_engine import DocsEngine, open_engine
from pro_context_engine.adapters.store.sqlite import SqliteStore, open_store
from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.documents.pages.markdown import markdown_page
from pro_context_engine.domain.errors import DocsError
from pro_context_engine.domain.model import Page, SourceName, Toc, TocEntry
from pro_context_engine.domain.settings import CustomSource, GitHub, Settings

CHUNKS = 10_000
"""Of each library."""

SECTIONS = 40
"""Of each page: a chunk each."""

WORDS = 30_000
SYLLABLES = (
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "ka",
    "le",
    "mi",
    "no",
    "pu",
    "ra",
    "se",
    "ti",
    "vo",
    "zu",
    "lar",
    "ten",
    "mod",
)
FILE_BYTES = 4_000_000_000
NOW = datetime.now(UTC)


def vocabulary() -> tuple[list[str], list[float]]:
    """Return words, the most frequent first, and the sums of how often they are."""
    chance = random.Random(1)
    words = dict.fromkeys("".join(chance.choices(SYLLABLES, k=chance.randint(2, 4))) for _ in range(2 * WORDS))
    return list(words)[:WORDS], list(accumulate(1 / (rank + 10) for rank in range(min(WORDS, len(words)))))


VOCABULARY, FREQUENCIES = vocabulary()


def words(chance: random.Random, count: int) -> str:
    return " ".join(chance.choices(VOCABULARY, cum_weights=FREQUENCIES, k=count))


def page(library: str, number: int, sections: int, length: int) -> Page:
    """Return a page of so many sections, each of so many words."""
    chance = random.Random(f"{library}/{number}")
    text = [f"# {words(chance, 3)}\n"]
    for _ in range(sections):
        text += [f"## {words(chance, 3)}\n", f"{words(chance, length)}\n", f"```python\n{words(chance, 5)}\n```\n"]
    return markdown_page(f"{origin(library)}/{number}", "\n".join(text))


def origin(library: str) -> str:
    return f"https://docs.example/{library}"


async def index(store: SqliteStore, library: str, pages: Sequence[Page]) -> int:
    """Store the pages of a library; return how many chunks they have."""
    entries = tuple(TocEntry(one.title, one.url) for one in pages)
    await store.put_toc(library, Toc(entries, SourceName.CUSTOM, origin(library)), NOW)
    chunks = 0
    for one in pages:
        parts = chunks_of(one)
        chunks += len(parts)
        await store.put_page(library, "", one, parts, NOW)
    return chunks


async def indexing(folder: Path) -> None:
    """Print how long the pages take that the order of this field is measured by."""
    store = open_store(folder, FILE_BYTES)
    pages = [page("acme/first", number, 18, 130) for number in range(250)]
    started, cpu = time.perf_counter(), time.process_time()
    chunks = await index(store, "acme/first", pages)
    size = sum(len(one.markdown) for one in pages) / 1e6
    print(
        f"indexed 250 pages, {size:.1f} MB, {chunks} chunks: {time.perf_counter() - started:.1f} s, "
        f"of the processor {time.process_time() - cpu:.1f} s"
    )
    await store.close()


def opened(folder: Path, libraries: Sequence[str], url: str = "") -> DocsEngine:
    """Return an engine with these libraries, over the file of a folder or over a database."""
    sources = tuple(CustomSource(name.partition("/")[2], "url", origin(name), name) for name in libraries)
    return open_engine(
        Settings(
            cache_directory=folder, store_url=url, max_cache_bytes=FILE_BYTES, custom=sources, environment="none",
            detect=False, llms_txt=False, packages=False, docs_sites=False, github=replace(GitHub(), enabled=False),
        )
    )  # fmt: skip


async def questions(engine: DocsEngine, libraries: Sequence[str], count: int) -> None:
    """Print how long questions take."""
    chance = random.Random(2)
    # What is asked about is rarer than what is written: the words in the middle.
    asked = [" ".join(chance.choices(VOCABULARY[30:5_000], k=chance.randint(3, 7))) for _ in range(count)]
    one = chance.choices(libraries, k=count)
    ways: dict[str, Callable[[str, str], Awaitable[object]]] = {
        "search-docs of one library": lambda library, topic: engine.search(topic, [library], None, 5),
        "search-docs of all": lambda _, topic: engine.search(topic, None, None, 5),
        "get-docs of one library": lambda library, topic: engine.passages([(library, None)], topic, 5_000),
    }
    for name, ask in ways.items():
        wall, cpu = [], []
        for library, topic in zip(one, asked, strict=True):
            started, worked = time.perf_counter(), time.process_time()
            try:
                await ask(library, topic)
            except DocsError:
                continue
            wall.append((time.perf_counter() - started) * 1e3)
            cpu.append((time.process_time() - worked) * 1e3)
        print(
            f"{name:28} p50 {statistics.median(wall):6.1f} ms, p95 {statistics.quantiles(wall, n=20)[-1]:6.1f} ms, "
            f"of the processor {statistics.median(cpu):6.1f} ms"
        )


async def measured(libraries: int, count: int) -> None:
    """Print the figures of a store with so many libraries."""
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        names = [f"acme/{number}" for number in range(libraries)]
        store = open_store(folder, FILE_BYTES)
        chunks = 0
        for name in names:
            pages = [page(name, number, SECTIONS, 90) for number in range(CHUNKS // SECTIONS)]
            chunks += await index(store, name, pages)
        await store.close()
        print(f"{libraries} libraries, {chunks} chunks:")
        engine = opened(folder, names)
        await questions(engine, names, count)
        await engine.close()


async def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--libraries", type=int, nargs="*", default=[1, 20])
    parser.add_argument("--questions", type=int, default=100)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        await indexing(Path(directory))
    for libraries in options.libraries:
        await measured(libraries, options.questions)


if __name__ == "__main__":
    asyncio.run(main())
