"""How fast pages are read and cut: MB of Markdown per CPU second, over a folder of Markdown files.

    hatch run bench pages [FOLDER]

The folder is `../shared/eval/corpus` unless given; without it the benchmark is skipped.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from html import escape
from pathlib import Path
from statistics import quantiles
from typing import TypeVar

from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.documents.chunks.tokens import count
from pro_context_engine.documents.pages.headings import outline
from pro_context_engine.documents.pages.html import html_page
from pro_context_engine.documents.pages.markdown import markdown_page
from pro_context_engine.documents.pages.text import clean

_DEFAULT = Path("../shared/eval/corpus")
T = TypeVar("T")
U = TypeVar("U")


def _measure(name: str, work: Callable[[T], U], items: list[T], characters: int) -> list[U]:
    start = time.process_time()
    results = [work(item) for item in items]
    seconds = time.process_time() - start
    print(f"{name:<10} {characters / 1e6 / max(seconds, 1e-9):8.1f} MB/s  {seconds * 1e3 / len(items):8.3f} ms/page")
    return results


def _as_html(text: str) -> str:
    paragraphs = "".join(f"<p>{escape(part)}</p>" for part in text.split("\n\n"))
    return f"<!doctype html><title>Page</title><nav>Menu</nav><main><h1>Page</h1>{paragraphs}</main>"


def main() -> None:
    """Print one line per step, then the sizes of the chunks in tokens."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else _DEFAULT
    texts = [text for path in sorted(folder.rglob("*.md")) if (text := path.read_text(encoding="utf-8")).strip()]
    if not texts:
        print(f"skipped: no Markdown files below {folder}")
        return
    characters = sum(map(len, texts))
    _measure("clean", clean, texts, characters)
    _measure("outline", outline, texts, characters)
    pages = _measure("page", lambda text: markdown_page("https://docs.example/page", text), texts, characters)
    chunks = _measure("chunks", chunks_of, pages, characters)
    _measure("count", count, texts, characters)
    documents = [_as_html(text) for text in texts]
    _measure("html", lambda text: html_page("https://docs.example/page", text), documents, sum(map(len, documents)))
    sizes = [chunk.tokens for each in chunks for chunk in each]
    tenths = [f"{tenth:.0f}" for tenth in quantiles(sizes, n=10)]
    print(f"{len(sizes)} chunks; tokens at each tenth: {' '.join(tenths)}; most {max(sizes)}")


if __name__ == "__main__":
    main()
