"""What the product is compared with: the same pages ranked by simpler means, one index per library."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

from rank_bm25 import BM25Okapi
from retrieval_corpus import lines_of

from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.documents.pages.markdown import markdown_page
from pro_context_engine.documents.pages.rst import rst_to_markdown
from pro_context_engine.domain.model import Chunk, TocEntry
from pro_context_engine.search.ranking.toc import likely_entries

Rival = Callable[[str], list[str]]
"""Return the URLs that answer a query, best first."""

_WORD = re.compile(r"\w+")


def rivals(folder: Path) -> dict[str, Rival]:
    """Return the rivals over the pages of a library, by name."""
    entries = [
        TocEntry(row["title"], row["url"], row["description"], row["section"])
        for row in lines_of(folder / "pages.jsonl")
    ]
    chunks = [chunk for row in lines_of(folder / "pages.jsonl") for chunk in _chunks(folder, row)]
    return {
        "titles of llms.txt": lambda query: [entry.url for entry in likely_entries(entries, query, 20)],
        "rank-bm25, words": _okapi(chunks),
        "FTS5, unicode61": _full_text(chunks, "unicode61"),
        "FTS5, porter": _full_text(chunks, "porter unicode61"),
    }


def _chunks(folder: Path, row: dict[str, str]) -> Sequence[Chunk]:
    text = (folder / row["path"]).read_text(encoding="utf-8")
    markdown = rst_to_markdown(text) if row["format"] == "rst" else text
    return chunks_of(markdown_page(row["url"], markdown, title=row["title"]))


def _okapi(chunks: Sequence[Chunk]) -> Rival:
    index = BM25Okapi([_WORD.findall(chunk.text.lower()) for chunk in chunks])

    def ranked(query: str) -> list[str]:
        scores = index.get_scores(_WORD.findall(query.lower()))
        best = sorted(range(len(chunks)), key=lambda position: -scores[position])[:100]
        return list(dict.fromkeys(chunks[position].page_url for position in best if scores[position] > 0))

    return ranked


def _full_text(chunks: Sequence[Chunk], tokenizer: str) -> Rival:
    connection = sqlite3.connect(":memory:")
    connection.execute(f"CREATE VIRTUAL TABLE chunk USING fts5 (title, body, tokenize = '{tokenizer}')")
    connection.executemany(
        "INSERT INTO chunk (rowid, title, body) VALUES (?, ?, ?)",
        [(position, chunk.page_title, chunk.text) for position, chunk in enumerate(chunks)],
    )

    def ranked(query: str) -> list[str]:
        match = " OR ".join(f'"{word}"' for word in dict.fromkeys(_WORD.findall(query)))
        rows = connection.execute("SELECT rowid FROM chunk WHERE chunk MATCH ? ORDER BY rank LIMIT 100", (match,))
        return list(dict.fromkeys(chunks[position].page_url for (position,) in rows))

    return ranked
