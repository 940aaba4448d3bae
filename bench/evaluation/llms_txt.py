"""Measure how fast llms.txt files and full texts are read: hatch run bench llms_txt DIR.

Every *.txt file of the folder is parsed five times; the median counts. Full texts are cut into pages, too: how much of
each found its page, by the addresses it names and the contents of an index of the same name. The last lines give the
whole, how the time for the largest file doubled compares with its single time (2.0 is linear), and what reading it
costs beside splitting the same text into lines.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from pro_context_engine.documents.pages.text import clean
from pro_context_engine.domain.model import TocEntry
from pro_context_engine.sources.llms_files.full_text import page_texts
from pro_context_engine.sources.llms_files.full_text_heads import heads_of
from pro_context_engine.sources.llms_files.full_text_page import contents_of, is_full_text
from pro_context_engine.sources.llms_files.link_list import parse_index

RUNS = 5
SITE = "https://docs.example"
INDEX = f"{SITE}/llms.txt"


def seconds(text: str) -> tuple[float, int]:
    """Return (median seconds of a parse, number of entries)."""
    times: list[float] = []
    entries: tuple[object, ...] = ()
    for _ in range(RUNS):
        start = time.perf_counter()
        _, _, entries = parse_index(text, INDEX)
        times.append(time.perf_counter() - start)
    return median(times), len(entries)


def cost(work: Callable[[], object]) -> tuple[float, int]:
    """Return (median CPU seconds, peak bytes) of some work; memory is measured in a run of its own, which it slows."""
    times: list[float] = []
    for _ in range(RUNS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    tracemalloc.start()
    work()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return median(times), peak


def site_of(text: str) -> str:
    """Return the site that a full text names first, some site if it names none."""
    addresses = (head.address for head in heads_of(text))
    named = next((urlsplit(address) for address in addresses if "://" in address), None)
    return f"{named.scheme}://{named.netloc}" if named else SITE


def placed(text: str, entries: tuple[TocEntry, ...], url: str) -> tuple[int, int]:
    """Return (number of pages, characters) of a full text that found their page."""
    parts = page_texts(text, url, entries, url)
    return len(parts), sum(part.end - part.start for part in parts)


def print_full_texts(texts: dict[str, str]) -> None:
    """Print what becomes of each full text, under whatever name."""
    total = found = 0
    for name, text in texts.items():
        text = clean(text)
        if name.endswith("full.txt"):
            index = texts.get(f"{name.split('.')[0]}.llms.txt", "")
            entries = parse_index(index, f"{site_of(index)}/llms.txt")[2]
            site = f"https://{urlsplit(entries[0].url).netloc}" if entries else site_of(text)
            number, size = placed(text, entries, f"{site}/llms-full.txt")
            total, found = total + len(text), found + size
            print(f"{name:45} {number:5} pages hold {size / len(text):6.1%}")
        elif is_full_text(text):
            listed, pages = contents_of(INDEX, text)
            print(f"{name:45} {len(listed):5} {'pages' if pages else 'headings of one page'} listed")
    if total:
        print(f"placed on pages: {found / total:.1%} of the full texts")


def print_costs(text: str) -> None:
    """Print what reading a text costs beside splitting it into lines."""
    lines, line_bytes = cost(text.splitlines)
    print(f"split into lines: {lines * 1e3:.1f} ms CPU, {line_bytes / 1e6:.1f} MB")
    for name, work in (
        ("parsed as an index", lambda: parse_index(text, INDEX)),
        ("cut into pages", lambda: page_texts(clean(text), f"{SITE}/llms-full.txt", (), INDEX)),
    ):
        spent, peak = cost(work)
        print(
            f"{name}: {spent * 1e3:.1f} ms CPU, {peak / 1e6:.1f} MB: "
            f"{spent / lines:.1f} times the CPU, {peak / line_bytes:.1f} times the memory of splitting it into lines"
        )


def main() -> None:
    folder = Path(sys.argv[1])
    texts = {path.name: path.read_text(encoding="utf-8", errors="replace") for path in sorted(folder.glob("*.txt"))}
    if not texts:
        print(f"skipped: no samples in {folder}")
        return
    total = 0.0
    for name, text in sorted(texts.items(), key=lambda item: len(item[1])):
        spent, entries = seconds(text)
        total += spent
        print(f"{name:45} {len(text) / 1e3:8.0f} kB {entries:6} entries {spent * 1e3:8.1f} ms")
    print_full_texts(texts)
    size = sum(map(len, texts.values()))
    largest = max(texts.values(), key=len)
    growth = seconds(largest + largest)[0] / seconds(largest)[0]
    print(f"{len(texts)} files, {size / 1e6:.1f} MB in {total:.2f} s: {size / 1e6 / total:.1f} MB/s")
    print(f"largest file doubled: {growth:.2f} times its single time")
    print_costs(largest)
    print("the largest full text:")
    print_costs(max((text for name, text in texts.items() if name.endswith("full.txt")), key=len, default=largest))


if __name__ == "__main__":
    main()
