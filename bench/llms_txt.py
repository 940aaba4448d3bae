"""Measure how fast llms.txt files are read: python bench/llms_txt.py DIR.

Every *.txt file of the folder is parsed five times; the median counts. The last line gives the whole, and how the time
for the largest file doubled compares with its single time (2.0 is linear).
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from statistics import median

from pro_context_engine.sources.llms_txt_index import parse_index

RUNS = 5


def seconds(text: str) -> tuple[float, int]:
    """Return (median seconds of a parse, number of entries)."""
    times: list[float] = []
    entries: tuple[object, ...] = ()
    for _ in range(RUNS):
        start = time.perf_counter()
        _, _, entries = parse_index(text, "https://docs.example/llms.txt")
        times.append(time.perf_counter() - start)
    return median(times), len(entries)


def main() -> None:
    folder = Path(sys.argv[1])
    texts = {path.name: path.read_text(encoding="utf-8", errors="replace") for path in folder.glob("*.txt")}
    if not texts:
        print(f"skipped: no samples in {folder}")
        return
    total = 0.0
    for name, text in sorted(texts.items(), key=lambda item: len(item[1])):
        spent, entries = seconds(text)
        total += spent
        print(f"{name:45} {len(text) / 1e3:8.0f} kB {entries:6} entries {spent * 1e3:8.1f} ms")
    size = sum(map(len, texts.values()))
    largest = max(texts.values(), key=len)
    growth = seconds(largest + largest)[0] / seconds(largest)[0]
    print(f"{len(texts)} files, {size / 1e6:.1f} MB in {total:.2f} s: {size / 1e6 / total:.1f} MB/s")
    print(f"largest file doubled: {growth:.2f} times its single time")


if __name__ == "__main__":
    main()
